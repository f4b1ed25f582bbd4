import DaybookEvents
import DaybookScheduler
import LMDB

/// In what the table of a view differs between a past moment and the present.
struct PastDifferences {
  /// What the table held then and does not hold now, or not with that value.
  var shown = IndexEntries()
  /// The keys of what it holds now and did not hold then; those that are among ``shown`` as well
  /// make no difference.
  var hidden = IndexEntries()
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
      return try differences(of: rows, transaction)
    }
    return try scheduleDifferences(changes, transaction)
  }

  private func differences(
    of rows: Set<RowKey>, _ transaction: borrowing ReadTransaction
  ) throws -> PastDifferences {
    var differences = PastDifferences()
    var indexer = RowIndexer()
    // Thing by thing, whose history is then folded once.
    for row in rows.sorted(by: { $0.home.rawValue < $1.home.rawValue }) {
      let now = try present.catalog.stored(row, transaction)
      let then = try encoded(row, transaction)
      guard now != then else { continue }
      if !now.isEmpty { differences.hidden.add(key: row.bytes) }
      if !then.isEmpty { differences.shown.add(key: row.bytes, value: then) }
      try indexer.list(row, now.span, into: &differences.hidden)
      try indexer.list(row, then.span, into: &differences.shown)
    }
    return differences
  }

  private func scheduleDifferences(
    _ changes: PastChanges, _ transaction: borrowing ReadTransaction
  ) throws -> PastDifferences? {
    guard let cards = try cards(dependingOn: changes, transaction) else { return nil }
    _ = try table(.decks, transaction)  // so that its rows are folded once
    var schedule = ScheduleChanges()
    for card in cards {
      let now = try present.catalog.storedState(of: card, transaction)
      schedule.note(card, from: now, to: try cardState(card, transaction))
    }
    try schedule.settleTallies { try present.tally(under: $0, transaction) }
    return PastDifferences(shown: schedule.puts, hidden: schedule.removals)
  }

  /// The cards whose states may differ because rows do; nil where the parameters of a deck changed,
  /// or what it was joined into, on which many depend.
  private func cards(
    dependingOn changes: PastChanges, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID>? {
    var cards: Set<EntityID> = []
    for row in changes.rows {
      switch row.kind {
      case .card, .reviews: cards.insert(row.entity)
      case .note:
        // Other cards than those whose own rows changed are made of the same notes as then.
        let prefix = ViewIndex.noteCard.key(row.entity.key)
        try present.catalog.scan(
          .decks, from: prefix, below: prefix.after, transaction
        ) { key, _ in
          cards.insert(EntityID(handle: key.bigEndian128(at: key.count - 16)))
          return .next
        }
      case .deck:
        let records = [
          try present.catalog.record(row, transaction), try record(row, transaction),
        ]
        let identities = records.map { DeckOptions($0).scheduler.identity }
        guard identities[0] == identities[1], records[0].joinedInto == records[1].joinedInto
        else { return nil }
      default: break
      }
    }
    return cards
  }
}
