import DaybookEvents
import DaybookLog
import LMDB

/// What was written after a past moment, where that is little: then the views of the past are those
/// of the present but for a few rows, and nobody waits for the whole log to be folded.
struct PastChanges: Sendable {
  /// The rows that were written to, or of which writes were withdrawn, by events which do not
  /// belong to the moment: each may show something else now, no other does.
  let rows: Set<RowKey>

  /// From this share of the log on, folding all of it costs less than looking up the rest.
  private static let share: UInt64 = 8

  /// Reads what was written after a moment.
  ///
  /// - Returns: nil when that is much, or when the views of the present do not hold everything that
  ///   this program knows.
  init?(
    _ bound: PastBound, _ present: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let state = present.state
    guard !bound.countsOtherwise, ViewName.allCases.allSatisfy({ present.catalog.isCurrent($0) })
    else { return nil }
    let first = try bound.firstOutside(present.log, transaction)
    guard state.nextPosition - first <= state.eventCount / Self.share else { return nil }
    var rows: Set<RowKey> = []
    var writes = EventWrites()
    try present.log.scanEvents(from: first, state, transaction) { lent, payload in
      let header = lent.event.header
      if let payload, !bound.includesCommand(of: lent), !bound.includesAlone(header) {
        header.collectRows(lent.event.name, payload, &writes, into: &rows)
      }
      return .next
    }
    self.rows = rows
  }
}

extension ViewCatalog {
  /// Whether the live build of a view is what this program would build: not one that was left
  /// behind the log, nor another version's, whose rows may say something else.
  func isCurrent(_ view: ViewName) -> Bool {
    entries[view].map { $0.codeVersion == view.schema.codeVersion && !$0.isStale } ?? false
  }
}

extension PastBound {
  /// The position of the first event that may not belong to a past moment: the commands before it
  /// all do.
  ///
  /// - Complexity: O(log *n*) for each log, where no command is impossible.
  func firstOutside(
    _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    guard state.impossibleEvents == 0, cutsLogsOnce else { return 1 }
    if lastPosition < .max {
      guard lastPosition < state.eventCount else { return state.nextPosition }
      return try log.withEvent(at: lastPosition + 1, transaction) { event, _ in
        event.position - (event.header.sequence - event.header.commandFirst)
      }
    }
    // Stamps rise in every log.
    return try log.firstPosition(state, transaction) {
      try !includesCommand(of: $0, log, transaction)
    }
  }
}

extension Log {
  /// The least position of an event that meets a condition, where all that follow it in its log
  /// meet it as well; the position of the next event where none does.
  ///
  /// - Complexity: O(log *n*) for each log.
  func firstPosition(
    _ state: LogState, _ transaction: borrowing ReadTransaction,
    where isMet: (StoredEvent) throws -> Bool
  ) throws -> UInt64 {
    var first = state.nextPosition
    for (number, record) in state.logs.enumerated() {
      var (low, high) = (record.fork, record.head + 1)
      while low < high {
        let middle = low + (high - low) / 2
        guard
          let position = try position(of: middle, in: LogNumber(number), state, transaction)
        else { throw LogError.damaged(.missingEvent) }
        if try withEvent(at: position, transaction, { event, _ in try isMet(event) }) {
          (high, first) = (middle, min(first, position))
        } else {
          low = middle + 1
        }
      }
    }
    return first
  }
}
