import DaybookEvents
import DaybookScheduler
import LMDB

/// Recomputes the states of cards from the rows of the decks view, and writes them and what is
/// kept beside them: never part of a fingerprint.
struct ScheduleWriter {
  /// The cards that are due at another time than before, those that were new among them.
  private(set) var moves: [MovedDueDate] = []
  private let decks: ViewTable
  private let table: ViewTable
  /// Whether the table held nothing: then no state is looked for, and entries are appended.
  private let isEmpty: Bool
  private let schedulers = DeckSchedulers()
  private var changes = ScheduleChanges()

  /// - Parameters:
  ///   - decks: the rows of facts.
  ///   - schedule: the generation to write to.
  init(decks: ViewTable, schedule: ViewTable, isEmpty: Bool) {
    self.decks = decks
    table = schedule
    self.isEmpty = isEmpty
  }

  /// Recomputes cards whose rows, or whose decks or notes, changed.
  ///
  /// - Parameter previous: another generation, to tell which due dates differ from it; nil for the
  ///   one that is written to.
  mutating func update(
    _ cards: [EntityID], comparedWith previous: ViewTable? = nil,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let ordered = cards.sorted { $0.handle < $1.handle }
    var last: EntityID?
    for card in ordered where card != last {
      last = card
      let old = isEmpty ? nil : try Self.state(of: card, table, transaction)
      let new = try state(of: card, transaction)
      let before = try previous.map { try Self.oldState(of: card, $0, transaction) } ?? old
      let (due, next) = (before?.schedule.due, new?.schedule.due)
      if due != next { moves.append(MovedDueDate(card, from: due, to: next)) }
      if old != new { changes.note(card, from: old, to: new) }
    }
  }

  /// Computes a card from its rows; nil where there are none any more.
  private func state(
    of card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    let record = try Self.record(RowKey(.card, card), decks, transaction)
    if record.isEmpty,
      try !transaction.contains(RowKey(.reviews, card).bytes, in: decks)
    {
      return nil
    }
    let scheduler = try schedulers.scheduler(ofCard: record) {
      try Self.record(RowKey(.deck, $0), decks, transaction)
    }
    let isNoteLive = try record.cardOrigin.map { origin in
      try transaction.value(in: decks, for: RowKey(.note, origin.note).bytes) {
        try Record.isLive(reading: $0)
      } ?? false
    }
    return CardState(
      card, record, reviews: try PlacedReview.all(of: card, decks, transaction),
      isNoteLive: isNoteLive ?? true, by: scheduler)
  }

  private static func record(
    _ row: RowKey, _ table: ViewTable, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    try transaction.value(in: table, for: row.bytes) { try Record(reading: $0) } ?? Record()
  }

  private static func state(
    of card: EntityID, _ table: ViewTable, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    try transaction.value(in: table, for: ViewIndex.cardState.key(card.key)) {
      CardState(reading: $0)
    } ?? nil
  }

  /// The state in a generation that is given up; nil where it is damaged too, as it may be given
  /// up for that.
  private static func oldState(
    of card: EntityID, _ table: ViewTable, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    do {
      return try state(of: card, table, transaction)
    } catch ViewError.damaged(_) {
      return nil
    }
  }

  /// Writes what changed, in the order of keys.
  mutating func flush(_ transaction: inout WriteTransaction) throws {
    try changes.settleTallies { key in
      guard !isEmpty else { return nil }
      return try transaction.reading.value(in: table, for: key) { DayTally(reading: $0) }
    }
    try changes.write(to: table, isEmpty: isEmpty, &transaction)
    changes = ScheduleChanges()
  }
}
