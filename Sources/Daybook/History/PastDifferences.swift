import DaybookEvents
import DaybookScheduler
import LMDB

/// In what the table of a view differs between a past moment and the present: by key, what it held
/// then; nothing where only the present has the key.
struct PastDifferences {
  private var entries: [[UInt8]: [UInt8]?] = [:]

  /// The keys in their order.
  var inOrder: [(key: [UInt8], value: [UInt8]?)] {
    entries.sorted { $0.key.span.precedes($1.key.span) }
  }

  fileprivate mutating func hide(_ key: [UInt8]) { entries.updateValue(nil, forKey: key) }

  fileprivate mutating func put(_ key: [UInt8], _ value: [UInt8]) { entries[key] = value }

  fileprivate mutating func hide(_ others: IndexEntries) {
    for entry in others.entries { hide(Array(others.bytes[entry.key])) }
  }

  fileprivate mutating func put(_ others: IndexEntries) {
    for entry in others.entries { put(Array(others.bytes[entry.key]), []) }
  }
}

extension PastViews {
  /// In what a view differs from the present.
  ///
  /// - Returns: nil where so much follows from what changed that all is better computed anew.
  func differences(
    of view: ViewName, _ changes: PastChanges, _ transaction: borrowing ReadTransaction
  ) throws -> PastDifferences? {
    guard view == .schedule else {
      let rows = changes.rows.filter { $0.kind.view == view }
      return try differences(of: rows, in: present.catalog.table(view), transaction)
    }
    return try scheduleDifferences(changes, transaction)
  }

  private func differences(
    of rows: Set<RowKey>, in table: Table, _ transaction: borrowing ReadTransaction
  ) throws -> PastDifferences {
    var differences = PastDifferences()
    var indexer = RowIndexer()
    // Thing by thing, whose history is then folded once.
    for row in rows.sorted(by: { $0.home.rawValue < $1.home.rawValue }) {
      let now = try transaction.bytes(in: table, for: row.bytes) ?? []
      let then = try encoded(row, transaction)
      guard now != then else { continue }
      var (hidden, shown) = (IndexEntries(), IndexEntries())
      try indexer.list(row, now.span, into: &hidden)
      try indexer.list(row, then.span, into: &shown)
      differences.hide(hidden)
      differences.put(shown)
      if then.isEmpty { differences.hide(row.bytes) } else { differences.put(row.bytes, then) }
    }
    return differences
  }

  private func scheduleDifferences(
    _ changes: PastChanges, _ transaction: borrowing ReadTransaction
  ) throws -> PastDifferences? {
    guard let cards = try cards(dependingOn: changes, transaction) else { return nil }
    let table = try present.catalog.table(.schedule)
    var differences = PastDifferences()
    var tallies: [DayTally.Key: DayTally] = [:]
    for card in cards {
      let key = ViewIndex.cardState.key(card.key)
      let kept = try transaction.bytes(in: table, for: key)
      let now = kept.flatMap { CardState(reading: $0.span) }
      guard kept == nil || now != nil else { return nil }  // damaged: not what to start from
      if let now {
        differences.hide(key)
        if let entry = now.queueEntry(card) { differences.hide(entry.key) }
        DayTally.count(now, -1, in: &tallies)
      }
      if let then = try cardState(card, transaction) {
        differences.put(key, then.encoded)
        if let entry = then.queueEntry(card) { differences.put(entry.key, entry.value) }
        DayTally.count(then, 1, in: &tallies)
      }
    }
    for (day, change) in tallies where change != DayTally() {
      let key = day.bytes
      var tally =
        try transaction.value(in: table, for: key) { DayTally(reading: $0) } ?? DayTally()
      tally += change
      if tally == DayTally() { differences.hide(key) } else { differences.put(key, tally.encoded) }
    }
    return differences
  }

  /// The cards whose states may differ because rows do; nil where the parameters of a deck changed,
  /// on which many depend.
  private func cards(
    dependingOn changes: PastChanges, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID>? {
    let decks = try present.catalog.table(.decks)
    var cards: Set<EntityID> = []
    for row in changes.rows {
      switch row.kind {
      case .card, .reviews: cards.insert(row.entity)
      case .note:
        // Other cards than those whose own rows changed are made of the same notes as then.
        let prefix = ViewIndex.noteCard.key(row.entity.key)
        try transaction.scan(decks, from: prefix, below: prefix.after) { key, _ in
          cards.insert(EntityID(handle: key.bigEndian128(at: key.count - 16)))
          return .next
        }
      case .deck:
        let records = [
          try present.catalog.record(row, transaction), try record(row, transaction),
        ]
        let identities = records.map { DeckOptions($0).scheduler.identity }
        guard identities[0] == identities[1] else { return nil }
      case .item, .tag, .collection, .membership, .setting, .noteType, .media: break
      }
    }
    return cards
  }
}
