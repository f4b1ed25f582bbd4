package import DaybookEvents

/// One event of the log with its place, as it is handed to the views.
///
/// Its payload lies among others in bytes that its whole command, or segment, shares.
package struct AppliedEvent: Sendable {
  /// Its position in this store's order of application.
  package internal(set) var position: UInt64
  /// The log it lies in.
  package internal(set) var log: LogNumber
  /// The first 8 bytes of its link.
  package internal(set) var tag: UInt64
  /// Everything but the payload.
  package internal(set) var header: EventHeader
  /// What the payload is part of.
  var bytes: [UInt8]
  /// Where in ``bytes`` the payload lies; nil when erased.
  var payloadPlace: Range<Int>?

  /// The event's name.
  package var name: EventName {
    EventName(replica: header.replica, sequence: header.sequence, tag: tag)
  }

  /// Lends the payload in place; nil when erased.
  package func withPayload<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result? {
    guard let payloadPlace else { return nil }
    return try body(bytes.span.extracting(payloadPlace))
  }

  /// A copy of the payload; nil when erased.
  package var payload: [UInt8]? { payloadPlace.map { Array(bytes[$0]) } }
}

/// One command of the log: what is folded, shown and undone as one.
package struct AppliedCommand: Sendable {
  /// The log it lies in.
  package internal(set) var log: LogNumber
  /// What it was written on top of: its own log up to the command before, and all it had seen.
  package internal(set) var observed: LocalVector
  /// No sound writer makes it: it is kept and folds to nothing.
  package internal(set) var isImpossible: Bool
  /// Its events, in order.
  package internal(set) var events: [AppliedEvent]
}

extension AppliedCommand {
  /// Whether its stamps fail to rise from that of the event before, as no sound writer's do;
  /// judged from the bytes of the log alone, so every replica judges the same.
  func areStampsFalling(after stamp: Stamp) -> Bool {
    var last = stamp
    for index in events.indices {
      guard events[index].header.stamp > last else { return true }
      last = events[index].header.stamp
    }
    return false
  }
}
