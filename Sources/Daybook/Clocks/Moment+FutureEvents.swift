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

  init(_ event: StoredEvent, _ state: LogState) {
    (position, log, header) = (event.position, event.log, event.header)
    stamp = state.stamp(of: header, in: log)
  }
}

extension Moment {
  /// The events that were stamped over a day ahead when they came here and, if a time is given,
  /// still count as stamped so far ahead of it.
  func futureEvents(
    after now: Int64? = nil, _ transaction: borrowing ReadTransaction
  ) throws -> [FutureEvent] {
    var positions: [UInt64] = []
    let limit =
      now.map {
        Stamp(milliseconds: max($0, 0) + HybridClock.followLimitMilliseconds + 1)
      } ?? Stamp(rawValue: 0)
    let first = MetaKey.future(limit, 0)
    try transaction.scan(
      log.tables.meta, from: first,
      below: MetaKey.end(of: [UInt8(ascii: "f")])
    ) { key, _ in
      guard key.count == first.count else { throw LogError.damaged(.index) }
      positions.append(key.bigEndian64(at: 9))
      return .next
    }
    return try positions.map { position in
      try log.withEvent(at: position, transaction) { event, _ in FutureEvent(event, state) }
    }.filter { $0.stamp >= limit }
  }
}
