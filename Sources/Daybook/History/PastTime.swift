import DaybookEvents
import DaybookLog
package import LMDB

/// A moment in the past to look at the store from.
package enum PastTime: Equatable, Sendable {
  /// What is now known to have been true at a time, milliseconds since 1970.
  case timeline(Int64)
  /// What this machine knew at a time.
  case known(Int64)
}

extension Store {
  /// Reads the store as it was, or as it is where `time` is nil.
  ///
  /// The past is folded by the same code as the present, as far as `body` asks for it: one thing
  /// from the events about it, anything that needs an index from the whole log. Nothing is written.
  package func read<Result>(
    at time: PastTime?, _ body: (Moment, borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    guard let time else { return try read(body) }
    return try environment.read { transaction in
      let present = try moment(transaction)
      let past = PastViews(try PastBound(time, log, transaction), present)
      let catalog = ViewCatalog(past)
      return try body(Moment(log: log, state: present.state, catalog: catalog), transaction)
    }
  }
}

/// Tells which events belong to a past moment.
struct PastBound: Sendable {
  private let time: PastTime
  /// The last position that this machine had applied; everything, on the timeline.
  let lastPosition: UInt64

  init(_ time: PastTime, _ log: Log, _ transaction: borrowing ReadTransaction) throws {
    self.time = time
    switch time {
    case .timeline: lastPosition = .max
    case .known(let time): lastPosition = try log.lastPosition(knownAt: time, transaction)
    }
  }

  /// Whether a command belongs to it: by the stamp of its last event.
  func includes(_ command: AppliedCommand) -> Bool {
    guard let last = command.events.last else { return false }
    return includes(lastStamp: last.header.stamp, at: last.position)
  }

  /// Whether an event can belong to it when its command does not.
  var mayIncludeSingly: Bool { lastPosition == .max }

  /// Whether an event belongs to it, though the rest of its command need not: an imported review
  /// that had happened by then.
  func includesAlone(_ header: EventHeader) -> Bool {
    guard case .timeline(let time) = time, header.knownKind == .cardReviewed,
      let occurredAt = header.occurredAt
    else { return false }
    return occurredAt <= time
  }

  /// Whether an event belongs to it, as ``includes(_:)`` and ``includesAlone(_:)`` say together.
  /// Looks up the last event of its command only where that decides.
  func includes(
    _ event: StoredEvent, _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let header = event.header
    guard includes(lastStamp: header.stamp, at: event.position) else {
      return includesAlone(header)
    }
    let after = header.commandSize - 1 - (header.sequence - header.commandFirst)
    guard after > 0 else { return true }
    let isWhole = try log.withEvent(at: event.position + after, transaction) { last, _ in
      includes(lastStamp: last.header.stamp, at: last.position)
    }
    return isWhole || includesAlone(header)
  }

  private func includes(lastStamp stamp: Stamp, at position: UInt64) -> Bool {
    switch time {
    case .timeline(let time): stamp.milliseconds <= time
    case .known: position <= lastPosition
    }
  }
}

extension Log {
  /// The last position that this machine had applied at a time: before the first event that it
  /// wrote or received later.
  func lastPosition(
    knownAt time: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    var arrivals: [(first: UInt64, arrival: Arrival)] = []
    let prefix = [UInt8(ascii: "z")]
    try transaction.scan(tables.meta, from: prefix, below: prefix.after) { key, value in
      let position = Hexadecimal.bigEndian(key.array(1..<9))
      if let arrival = Arrival(reading: value.array()) { arrivals.append((position, arrival)) }
      return .next
    }
    var last: UInt64 = 0
    var index = 0
    try scanEvents(from: 1, transaction) { event, _ in
      while index < arrivals.count,
        event.position >= arrivals[index].first + arrivals[index].arrival.count
      {
        index += 1
      }
      let isReceived = index < arrivals.count && event.position >= arrivals[index].first
      let at = isReceived ? arrivals[index].arrival.at : event.header.recordedAt
      guard at <= time else { return .stop }
      last = event.position
      return .next
    }
    return last
  }
}
