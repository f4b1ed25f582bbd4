package import DaybookEvents
package import DaybookText

extension Store {
  /// The thing that a person names: of any kind by id, of one kind by its name as well.
  ///
  /// - Throws: ``StoreError`` where a word names nothing, or not one thing.
  package func thing(
    named text: String, as kind: ThingKind?, at time: PastTime? = nil
  ) throws -> EntityID {
    try read(at: time) { moment, transaction in
      try kind.map { try moment.resolve(text, as: $0, transaction) }
        ?? moment.resolve(text, transaction)
    }
  }

  /// The things that words name, each once, in order: of any kind, or of one.
  ///
  /// - Throws: ``StoreError`` for the first word that names nothing, or not one thing.
  package func things(named words: [String], as kind: ThingKind? = nil) throws -> [EntityID] {
    var seen: Set<EntityID> = []
    return try words.map { try thing(named: $0, as: kind) }.filter { seen.insert($0).inserted }
  }

  /// What a word stands for that names a collection or deck, where several of a name can be taken
  /// together: see ``Moment/resolveAll(_:as:_:)``.
  package func all(named text: String, as kind: ThingKind) throws -> [EntityID] {
    try read { try $0.resolveAll(text, as: kind, $1) }
  }

  /// All live collections or decks that a word names, the oldest first, or the one with that id.
  package func candidates(named text: String, as kind: ThingKind) throws -> [EntityID] {
    try read { moment, transaction in
      let named = try moment.allNamed(text, kind, transaction)
      return try named.isEmpty ? [moment.resolve(text, as: kind, transaction)] : named
    }
  }

  /// What kind of thing an id stands for.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``.
  package func kind(of id: EntityID) throws -> ThingKind {
    guard let thing = try read({ try $0.thing(id, $1) }) else {
      throw StoreError.unknownID(id.description)
    }
    return thing.kind
  }

  /// The shortest beginning of a thing's handle that names it alone.
  package func shortHandle(of id: EntityID) throws -> String {
    try read { try $0.shortHandle(id, $1) }
  }

  /// The names of live things of a kind, each once, in order.
  package func names(of kind: ThingKind) throws -> [Text] {
    var seen: Set<String> = []
    return try read { try $0.named(kind, $1) }
      .filter { !$0.isDeleted && seen.insert($0.name.string).inserted }.map(\.name)
  }

  /// The replicas that a person means by a name or the beginning of an id.
  ///
  /// - Throws: ``StoreError/unknownName(_:kind:)``.
  package func replicas(named text: String) throws -> Set<ReplicaID> {
    try read { moment, _ in try moment.replicas(named: text) }
  }
}
