import DaybookEvents
import LMDB

/// Which things a derived view is computed from, and which rows of facts each of them shows.
extension DerivedView.Source {
  /// The kind of rows whose things these are.
  var subjects: RowKind {
    switch self {
    case .items: .item
    case .cards: .card
    case .custom: .custom
    }
  }

  /// The kinds of rows that several of them show: the name of a tag, a collection or a deck.
  var shared: [RowKind] {
    switch self {
    case .items: [.tag, .collection]
    case .cards: [.deck]
    case .custom: []
    }
  }

  /// The things that show a row and nothing that others show; none for a shared one.
  func things(
    of row: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    switch (self, row.kind) {
    case (.items, .item), (.cards, .card), (.cards, .reviews), (.custom, .custom): [row.entity]
    case (.items, .membership): [row.other].compactMap(\.self)
    case (.cards, .note):
      try moment.ids(.decks, ViewIndex.noteCard.key(row.entity.key), transaction)
    default: []
    }
  }

  /// The things that show a shared row.
  func things(
    showing row: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    switch row.kind {
    case .tag:
      return try moment.ids(.items, ViewIndex.tag.key(row.entity.key), transaction)
    case .deck: return try moment.cards(in: row.entity, transaction)
    case .collection:
      var items: [EntityID] = []
      for joined in try moment.joined(into: row.entity, .collection, transaction) {
        let prefix = [RowKind.membership.rawValue] + joined.id.key
        try moment.catalog.scan(.collections, from: prefix, below: prefix.after, transaction) {
          key, _ in
          if let item = RowKey(key)?.other { items.append(item) }
          return .next
        }
      }
      return items
    default: return []
    }
  }

  /// A thing as it shows; nil where there is none.
  func thing(
    _ id: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> DerivedView.Thing? {
    switch self {
    case .items: return try moment.item(id, transaction).map { .item($0) }
    case .cards:
      guard let card = try moment.card(id, transaction) else { return nil }
      let reviews = try moment.reviews(of: id, transaction).filter { !$0.isRetracted }
      return .card(card, reviews: reviews.map(\.answer))
    case .custom(let kind):
      guard let thing = try moment.customThing(id, transaction), thing.kind == kind else {
        return nil
      }
      return .custom(thing)
    }
  }

  /// The ids of all its things, and the shared rows.
  func all(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> (things: [EntityID], shared: [RowKey]) {
    var rows: [RowKey] = []
    for kind in [subjects] + shared {
      let prefix = [kind.rawValue]
      try moment.catalog.scan(kind.view, from: prefix, below: prefix.after, transaction) { key, _ in
        if let row = RowKey(key) { rows.append(row) }
        return .next
      }
    }
    return (rows.filter { $0.kind == subjects }.map(\.entity), rows.filter { $0.kind != subjects })
  }
}

extension Record {
  /// A digest of what shows of it.
  var shownDigest: [UInt8] {
    var digest = Digest()
    for (key, register) in registers {
      digest.update([key.field.rawValue] + EntityID(rawValue: key.part).bytes)
      let value = register.winner?.value ?? []
      digest.update(Hexadecimal.bytes(UInt64(value.count)) + value)
    }
    return Array(digest.finalize().prefix(8))
  }
}
