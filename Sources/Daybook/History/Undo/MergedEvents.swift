import DaybookEvents
import DaybookLog
import LMDB

/// The events that a merge brought, wherever they lie in the logs of this store.
struct MergedEvents {
  private let stretches: [(replica: ReplicaID, last: LogNumber, sequences: ClosedRange<UInt64>)]
  private let logs: LogState

  /// Finds them; what is not here is none of them.
  init(
    _ target: UndoTarget, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    logs = moment.state
    stretches = try target.stretches.compactMap { stretch in
      let (first, last) = (stretch.first.sequence, stretch.last.sequence)
      guard let number = try moment.log.locate(stretch.last, moment.state, transaction),
        first <= last
      else { return nil }
      return (stretch.last.replica, number, first...last)
    }
  }

  /// Whether an event that lies in a log is one of them.
  func contain(_ log: LogNumber, _ header: EventHeader) -> Bool {
    stretches.contains { stretch in
      header.replica == stretch.replica && stretch.sequences.contains(header.sequence)
        && logs.owner(stretch.last, header.sequence) == log
    }
  }

  /// The positions of the first and of the last of them; nil where none is here.
  func positions(
    _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> ClosedRange<UInt64>? {
    var found: [UInt64] = []
    for stretch in stretches {
      for sequence in [stretch.sequences.lowerBound, stretch.sequences.upperBound] {
        let owner = logs.owner(stretch.last, sequence)
        if let position = try log.position(of: sequence, in: owner, logs, transaction) {
          found.append(position)
        }
      }
    }
    guard let first = found.min(), let last = found.max() else { return nil }
    return first...last
  }
}
