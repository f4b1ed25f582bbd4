package import DaybookEvents

/// One event of the log with its place, as it is handed to the views.
package struct AppliedEvent: Sendable {
  /// Its position in this store's order of application.
  package let position: UInt64
  /// The log it lies in.
  package let log: LogNumber
  /// The first 8 bytes of its link.
  package let tag: UInt64
  /// Everything but the payload.
  package let header: EventHeader
  /// The payload; nil when erased.
  package let payload: [UInt8]?

  /// The event's name.
  package var name: EventName {
    EventName(replica: header.replica, sequence: header.sequence, tag: tag)
  }
}

/// One command of the log: what is folded, shown and undone as one.
package struct AppliedCommand: Sendable {
  /// The log it lies in.
  package let log: LogNumber
  /// What it was written on top of: its own log up to the command before, and all it had seen.
  package let observed: LocalVector
  /// No sound writer makes it: it is kept and folds to nothing.
  package let isImpossible: Bool
  /// Its events, in order.
  package let events: [AppliedEvent]
}

extension AppliedCommand {
  /// Whether a command's stamps fail to rise, or its header contradicts itself; judged from the
  /// bytes of the log alone, so every replica judges the same.
  package static func isImpossible(
    _ headers: some Sequence<EventHeader>, after stamp: Stamp
  ) -> Bool {
    var last = stamp
    for header in headers {
      guard header.stamp > last else { return true }
      last = header.stamp
    }
    return false
  }
}
