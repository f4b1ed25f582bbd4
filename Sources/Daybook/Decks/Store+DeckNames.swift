public import DaybookEvents
import DaybookLog
import LMDB
public import DaybookText

extension Store {
  /// Gives a thing of a kind that people call by a name another one.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: As ``renameDeck(_:to:)``, ``renameCollection(_:to:)``.
  package func rename(_ id: EntityID, as kind: ThingKind, to name: Text) throws -> Bool {
    try kind == .deck ? renameDeck(id, to: name) : renameNamed(id, name, kind)
  }

  /// Makes a deck, and those above it that are missing: `Languages::Spanish` lies below
  /// `Languages`. It is learned as the nearest deck above it.
  ///
  /// - Throws: ``StoreError/nameTaken(_:_:)`` when a live one has the name.
  @discardableResult
  public func createDeck(named name: Text) throws -> EntityID {
    try TextLimits.check(name, calling: "name")
    var deck = newID()
    try write { moment, transaction in
      if let taken = try moment.allNamed(name.string, .deck, transaction).first {
        throw StoreError.nameTaken(name.string, taken)
      }
      var plan = DeckPlan(moment)
      deck = try plan.deck(named: name, transaction) { _ in newID() }
      return plan.drafts
    }
    return deck
  }

  /// Gives a deck another name, and with it to the decks below it; makes those above the new name
  /// that are missing.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``StoreError/nameTaken(_:_:)`` when another live one has the name, or has one that
  ///   a deck below it would get.
  @discardableResult
  public func renameDeck(_ id: EntityID, to name: Text) throws -> Bool {
    try renameNamed(id, name, .deck) { moment, transaction in
      var plan = DeckPlan(moment)
      if let above = DeckPath.above(name.string) {
        _ = try plan.deck(named: Text(above), transaction) { _ in newID() }
      }
      return try plan.drafts + moment.renamesBelow(id, to: name, transaction)
    }
  }
}

extension Moment {
  /// What gives the decks below a deck their new names.
  fileprivate func renamesBelow(
    _ deck: EntityID, to name: Text, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    let old = try catalog.record(RowKey(.deck, deck), transaction).value(.name) ?? []
    let depth = DeckPath.parts(String(decoding: old, as: UTF8.self)).count
    let below = try decks(below: deck, transaction)
    return try below.compactMap { other in
      let full = try catalog.record(RowKey(.deck, other), transaction).value(.name) ?? []
      guard let tail = DeckPath.tail(of: full, below: depth) else { return nil }
      let new = Text(bytes: name.bytes + tail)
      try TextLimits.check(new)
      let taken = try allNamed(new.string, .deck, transaction)
        .first { $0 != deck && !below.contains($0) }
      if let taken { throw StoreError.nameTaken(new.string, taken) }
      return ThingKind.deck.renamed(other, new)
    }
  }
}

/// Decks to be made, with those above them.
struct DeckPlan {
  /// The events that make them.
  private(set) var drafts: [EventDraft] = []
  private let moment: Moment
  private var planned: [String: (id: EntityID, options: [DeckOptionValue])] = [:]

  init(_ moment: Moment) { self.moment = moment }

  /// The live deck of a name, or one to be made.
  ///
  /// - Parameter newID: names a deck to be made by its name.
  mutating func deck(
    named name: Text, _ transaction: borrowing ReadTransaction,
    newID: (String) -> EntityID
  ) throws -> EntityID {
    try entry(name, transaction, newID).id
  }

  private mutating func entry(
    _ name: Text, _ transaction: borrowing ReadTransaction, _ newID: (String) -> EntityID
  ) throws -> (id: EntityID, options: [DeckOptionValue]) {
    let key = folded(name.string)
    if let entry = planned[key] { return entry }
    // Below several of one name is below the oldest.
    if let id = try moment.allNamed(name.string, .deck, transaction).first {
      let record = try moment.catalog.record(RowKey(.deck, id), transaction)
      planned[key] = (id, record.deckOptions)
      return (id, record.deckOptions)
    }
    var options: [DeckOptionValue] = []
    if let above = DeckPath.above(name.string) {
      options = try entry(Text(above), transaction, newID).options
    }
    let entry = (newID(name.string), options)
    drafts.append(
      ThingKind.deck.made(entry.0, named: name))
    if !options.isEmpty {
      drafts.append(
        EventDraft(.deckOptionsChanged, entry.0, payload: DeckOptionValue.payload(options)))
    }
    planned[key] = entry
    return entry
  }
}

extension Record {
  /// Of a deck: the options that are set, in the order of their names.
  package var deckOptions: [DeckOptionValue] {
    registers.filter { $0.key.field == .option }
      .compactMap { $0.register.winner.flatMap { DeckOptionValue(reading: $0.value) } }
      .filter { !$0.value.isEmpty }.sorted { $0.name < $1.name }
  }
}
