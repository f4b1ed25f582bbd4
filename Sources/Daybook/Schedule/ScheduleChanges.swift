import DaybookEvents
import LMDB

/// In what the table of a schedule changes where cards are computed otherwise than they were.
struct ScheduleChanges {
  /// What is new, or has another value.
  var puts = IndexEntries()
  /// The keys of which nothing is left.
  var removals = IndexEntries()
  private var tallies: [DayTally.Key: DayTally] = [:]

  /// Notes that a card is computed otherwise; nil where there is none.
  mutating func note(_ card: EntityID, from old: CardState?, to new: CardState?) {
    let (stale, entry) = (old?.queueEntry(card), new?.queueEntry(card))
    if stale?.key != entry?.key, let stale { removals.add(key: stale.key) }
    if let entry, stale?.key != entry.key || stale?.value != entry.value {
      puts.add(key: entry.key, value: entry.value)
    }
    let key = ViewIndex.cardState.key(card.key)
    if let new { puts.add(key: key, value: new.encoded) } else { removals.add(key: key) }
    if let old { DayTally.count(old, -1, in: &tallies) }
    if let new { DayTally.count(new, 1, in: &tallies) }
  }

  /// Turns what was counted of days into entries, once all cards are noted.
  ///
  /// - Parameter known: gives what the table holds under a key.
  mutating func settleTallies(_ known: (_ key: [UInt8]) throws -> DayTally?) rethrows {
    for (day, change) in tallies where change != DayTally() {
      let key = day.bytes
      var tally = try known(key) ?? DayTally()
      tally += change
      if tally == DayTally() {
        removals.add(key: key)
      } else {
        puts.add(key: key, value: tally.encoded)
      }
    }
    tallies.removeAll()
  }

  /// Puts the changes into a table.
  ///
  /// - Parameter isEmpty: whether it holds nothing, so that entries are appended.
  mutating func write(
    to table: ViewTable, isEmpty: Bool, _ transaction: inout WriteTransaction
  ) throws {
    try removals.remove(from: table, &transaction)
    try puts.write(to: table, appending: isEmpty, &transaction)
  }
}
