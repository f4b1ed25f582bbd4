import DaybookEvents
import DaybookLog
import LMDB

/// An event that was stamped over a day ahead of this machine's clock when it came here.
struct FutureEvent {
  let position: UInt64
  let log: LogNumber
  let header: EventHeader
  /// What it counts as stamped now.
  let stamp: Stamp
}

extension Moment {
  /// The events that still count as stamped over a day ahead of a time.
  func futureEvents(
    at now: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> [FutureEvent] {
    var positions: [UInt64] = []
    let limit = Stamp(milliseconds: now + HybridClock.followLimitMilliseconds + 1)
    try transaction.scan(
      log.tables.meta, from: MetaKey.future(limit, 0),
      below: MetaKey.end(of: [UInt8(ascii: "f")])
    ) { key, _ in
      positions.append(key.bigEndian64(at: 9))
      return .next
    }
    return try positions.map { position in
      try log.withEvent(at: position, transaction) { event, _ in
        FutureEvent(
          position: position, log: event.log, header: event.header,
          stamp: state.stamp(of: event.header, in: event.log))
      }
    }.filter { $0.stamp >= limit }
  }
}
