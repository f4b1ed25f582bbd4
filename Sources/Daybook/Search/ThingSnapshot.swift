package import DaybookEvents
package import LMDB
package import DaybookText

/// Everything about one thing at a moment, ready to be shown.
package struct ThingSnapshot: Sendable {
  /// What it is, with what belongs to it.
  package enum Content: Sendable {
    case item(Item)
    /// A collection with its live items, in their order.
    case collection(CollectionSummary, [Listed<Item>])
    case deck(DeckSummary)
    /// A card with the short id of the item it was made from.
    case card(Card, itemHandle: String?)
    /// A note with its live cards.
    case note(Note, [Listed<Card>])
    /// A thing of another program.
    case custom(CustomThing)
    /// A thing of a kind without rules of its own.
    case plain(PlainThing)
  }

  /// Something with its short id.
  package struct Listed<Value: Sendable>: Sendable {
    /// The shortest beginning of its handle that names it alone.
    package let handle: String
    /// What it is.
    package let value: Value
  }

  /// Its id.
  package let id: EntityID
  /// The shortest beginning of its handle that names it alone.
  package let handle: String
  /// What it is.
  package let content: Content
  /// What writers disagree about.
  package let conflicts: [Conflict]

  /// Whether it was deleted.
  package var isDeleted: Bool {
    switch content {
    case .item(let item): item.isDeleted
    case .collection(let collection, _): collection.isDeleted
    case .deck(let deck): deck.isDeleted
    case .card(let card, _): card.isDeleted
    case .note(let note, _): note.isDeleted
    case .custom(let thing): thing.isDeleted
    case .plain(let thing): thing.isDeleted
    }
  }

  /// What it was joined into; nil for what was not.
  package var joinedInto: EntityID? {
    switch content {
    case .collection(let collection, _): collection.joinedInto
    case .deck(let deck): deck.joinedInto
    case .plain(let thing): thing.joinedInto
    case .item, .card, .note, .custom: nil
    }
  }

  /// The kind of thing.
  package var kind: ThingKind {
    switch content {
    case .item: .item
    case .collection: .collection
    case .deck: .deck
    case .card: .card
    case .note: .note
    case .custom: .custom
    case .plain(let thing): thing.kind
    }
  }

  /// What people call it: its title, name or question.
  package var label: Text {
    switch content {
    case .item(let item): item.title
    case .collection(let collection, _): collection.name
    case .deck(let deck): deck.name
    case .card(let card, _): card.question
    case .note(let note, _): note.label
    case .custom(let thing): thing.label
    case .plain(let thing): thing.label
    }
  }
}

extension Store {
  /// Everything about things as they are or were, with counts of what is due at a time.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``.
  package func snapshots(
    of ids: [EntityID], at time: PastTime?, now: Int64, studyDay: Int
  ) throws -> [ThingSnapshot] {
    try read(at: time) { moment, transaction in
      try ids.map { try moment.snapshot(of: $0, at: now, studyDay: studyDay, transaction) }
    }
  }
}

extension Moment {
  /// Everything about a thing, with counts of what is due at a time.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``.
  package func snapshot(
    of id: EntityID, at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> ThingSnapshot {
    guard let kind = try thing(id, transaction)?.kind,
      let content = try content(id, kind, at: now, studyDay: studyDay, transaction)
    else { throw StoreError.unknownID(id.description) }
    return ThingSnapshot(
      id: id, handle: try shortHandle(id, transaction), content: content,
      conflicts: try Conflict.concerning(id, kind, self, transaction))
  }

  private func content(
    _ id: EntityID, _ kind: ThingKind, at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> ThingSnapshot.Content? {
    switch kind {
    case .item: return try item(id, transaction).map { .item($0) }
    case .collection:
      guard let collection = try collection(id, transaction) else { return nil }
      return .collection(
        collection,
        try members(of: id, transaction).compactMap { member in
          guard let item = try item(member.item, transaction) else { return nil }
          return ThingSnapshot.Listed(
            handle: try shortHandle(item.id, transaction), value: item)
        })
    case .deck:
      return try deck(id, at: now, studyDay: studyDay, transaction).map { .deck($0) }
    case .card:
      guard let card = try card(id, transaction) else { return nil }
      let made = try card.item.map { try shortHandle($0, transaction) }
      return .card(card, itemHandle: made)
    case .note:
      guard let note = try note(id, transaction) else { return nil }
      let cards = try cards(ofNote: id, transaction).compactMap { made in
        try card(made.id, transaction).map {
          ThingSnapshot.Listed(handle: try shortHandle(made.id, transaction), value: $0)
        }
      }
      return .note(note, cards.filter { !$0.value.isDeleted })
    case .custom: return try customThing(id, transaction).map { .custom($0) }
    default: return try plainThing(id, kind, transaction).map { .plain($0) }
    }
  }
}
