import DaybookEvents
import DaybookLog
import LMDB
package import DaybookText

/// A clock of another machine that runs ahead of this one's, as far as its events tell: from a
/// clock that runs behind they come no later than from one that is right.
package struct FastClock: Equatable, Sendable {
  /// What that machine is called.
  package let name: Text
  /// How far ahead it is at least, in milliseconds.
  package let milliseconds: Int64

  /// By less than this no clock is called wrong.
  package static let toleranceMilliseconds: Int64 = 120_000
}

extension Moment {
  /// The clocks that run ahead by the last event of logs which grew since an earlier state. Of a
  /// log whose last event lay ahead already when that came nothing is said again.
  func fastClocks(
    since known: LogState, now: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> [FastClock] {
    var found: [FastClock] = []
    for (index, record) in state.logs.enumerated() {
      let before = index < known.logs.count ? known.logs[index].head : record.fork - 1
      guard record.head > before, record.head >= record.fork else { continue }
      let ahead = try lead(ofEventAt: record.head, in: LogNumber(index), now, transaction) ?? 0
      guard ahead > FastClock.toleranceMilliseconds else { continue }
      let last =
        try before >= record.fork
        ? lead(ofEventAt: before, in: LogNumber(index), nil, transaction) : nil
      guard last ?? 0 <= FastClock.toleranceMilliseconds else { continue }
      found.append(FastClock(name: Text(bytes: record.name), milliseconds: ahead))
    }
    return found
  }

  /// How much later than a time an event says that it was written; than when it came here, where
  /// none is given.
  private func lead(
    ofEventAt sequence: UInt64, in number: LogNumber, _ time: Int64?,
    _ transaction: borrowing ReadTransaction
  ) throws -> Int64? {
    guard let position = try log.position(of: sequence, in: number, state, transaction),
      let event = try? log.event(at: position, transaction)  // of a damaged one nothing is known
    else { return nil }
    let arrivals = try time == nil ? log.arrivals(transaction) : []
    let arrival = arrivals.last { $0.first <= position }?.arrival
    guard let at = time ?? arrival?.at else { return nil }
    let (lead, isTooMuch) = state.counted(event.header, in: number).recordedAt
      .subtractingReportingOverflow(at)
    return isTooMuch ? .max : lead
  }
}
