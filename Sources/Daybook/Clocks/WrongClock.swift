package import DaybookEvents
import DaybookLog
package import LMDB
package import DaybookText

/// A replica whose clock ran ahead, as far as this machine can tell.
package struct WrongClock: Equatable, Sendable {
  /// Whose it was.
  package let replica: ReplicaID
  /// What that replica is called.
  package let name: Text
  /// Whether this store writes under that id.
  package let isOwn: Bool
  /// The first event whose stamp is too great.
  package let first: EventName
  /// The time that event says, milliseconds since 1970.
  package let firstTime: Int64
  /// How many events follow it in its log, itself included.
  package let events: UInt64
  /// How far the clock ran ahead at least, in milliseconds: so much later than they came here are
  /// some of its events stamped.
  package let aheadMilliseconds: Int64

  /// What puts it right: the last event that proves it is dated when it came here.
  package var correction: ClockCorrection {
    ClockCorrection(from: first, minus: Stamp(milliseconds: aheadMilliseconds).rawValue)
  }
}

extension Moment {
  /// The clocks that ran over a day ahead of this machine's, corrections considered.
  ///
  /// What proves it is an event that counts as stamped over a day later than it came here, or than
  /// it is now. What this machine's clock said then is believed where it does not lie ahead of what
  /// it says now, nor absurdly far behind.
  package func wrongClocks(
    own: ReplicaID, now: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> [WrongClock] {
    let arrivals = try log.arrivals(transaction)
    var found: [LogNumber: Evidence] = [:]
    for event in try futureEvents(transaction) {
      let said = arrivals.time(of: event.position) ?? event.header.recordedAt
      let isBelieved = said <= now && said > now - Self.believedMilliseconds
      note(event, cameAt: isBelieved ? said : now, &found)
    }
    for (index, record) in state.logs.enumerated() where record.head >= record.fork {
      let number = LogNumber(index)
      guard let event = try event(record.head, in: number, transaction) else { continue }
      note(event, cameAt: now, &found)
    }
    return try found.sorted { $0.key < $1.key }.compactMap { number, evidence in
      try wrongClock(number, evidence, own: own, now: now, transaction)
    }
  }

  /// How far behind the present this machine's clock may have been without being absurd.
  private static let believedMilliseconds: Int64 = 3653 * 86_400_000

  private struct Evidence {
    /// The least sequence of an event that proves it.
    var first: UInt64
    /// How far ahead the clock ran at least.
    var ahead: Int64
  }

  private func note(
    _ event: FutureEvent, cameAt time: Int64, _ found: inout [LogNumber: Evidence]
  ) {
    guard HybridClock.isFuture(event.stamp, now: time) else { return }
    let sequence = event.header.sequence
    var evidence = found[event.log] ?? Evidence(first: sequence, ahead: 0)
    evidence.first = min(evidence.first, sequence)
    evidence.ahead = max(evidence.ahead, event.header.stamp.milliseconds - max(0, time))
    found[event.log] = evidence
  }

  private func wrongClock(
    _ number: LogNumber, _ evidence: Evidence, own: ReplicaID, now: Int64,
    _ transaction: borrowing ReadTransaction
  ) throws -> WrongClock? {
    let record = state.logs[Int(number)]
    // Stamps rise, so those from which on they lie in the future are found by halving.
    var (low, high) = (record.fork, evidence.first)
    while low < high {
      let middle = (low + high) / 2
      guard let event = try event(middle, in: number, transaction) else { return nil }
      if HybridClock.isFuture(event.stamp, now: now) { high = middle } else { low = middle + 1 }
    }
    guard let first = try event(low, in: number, transaction),
      let tag = try log.tag(of: low, in: number, state, transaction)
    else { return nil }
    return WrongClock(
      replica: record.replica, name: Text(bytes: record.name), isOwn: record.replica == own,
      first: EventName(replica: record.replica, sequence: low, tag: tag),
      firstTime: first.header.stamp.milliseconds, events: record.head - low + 1,
      aheadMilliseconds: evidence.ahead)
  }

  private func event(
    _ sequence: UInt64, in number: LogNumber, _ transaction: borrowing ReadTransaction
  ) throws -> FutureEvent? {
    guard let position = try log.position(of: sequence, in: number, state, transaction) else {
      return nil
    }
    return try log.withEvent(at: position, transaction) { event, _ in
      FutureEvent(event, state)
    }
  }
}

extension [(first: UInt64, arrival: Arrival)] {
  /// When the event at a position arrived; nil for one that was written here.
  fileprivate func time(of position: UInt64) -> Int64? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].first <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let (first, arrival) = self[low - 1]
    return position < first + arrival.count ? arrival.at : nil
  }
}
