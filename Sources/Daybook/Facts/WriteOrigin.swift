package import DaybookEvents
package import DaybookLog

/// The event a write comes from: all that decides which write shows, and what people are told
/// about it.
package struct WriteOrigin: ConcurrentWrite, Equatable, Sendable {
  /// The log it lies in, here.
  package let log: LogNumber
  private let shortOffset: Int16
  /// Whether a rule made it and not a person: an import, a renumbering.
  package let isRuleMade: Bool
  /// The event.
  package let event: EventName
  /// Its stamp, as it counts.
  package let stamp: Stamp
  /// The wall clock at writing: for people.
  package let recordedAt: Int64

  /// - Parameter header: that of the event as it counts.
  init(_ header: EventHeader, _ event: EventName, in log: LogNumber) {
    self.init(
      log: log, event: event, stamp: header.stamp, recordedAt: header.recordedAt,
      offsetMinutes: header.offsetMinutes, isRuleMade: header.isRuleMade)
  }

  /// Describes where a write comes from.
  package init(
    log: LogNumber, event: EventName, stamp: Stamp, recordedAt: Int64, offsetMinutes: Int,
    isRuleMade: Bool
  ) {
    self.log = log
    self.event = event
    self.stamp = stamp
    self.recordedAt = recordedAt
    shortOffset = Int16(clamping: offsetMinutes)
    self.isRuleMade = isRuleMade
  }

  /// Minutes east of UTC at writing.
  package var offsetMinutes: Int { Int(shortOffset) }

  /// Whether a write to the same register supersedes this one.
  package func isSuperseded(by write: WriteOrigin, observing observed: LocalVector) -> Bool {
    write.supersedes(log, event.sequence, observing: observed)
  }

  /// Whether this write of a fact that is said once counts instead of another: the least does.
  package func isLess(than other: WriteOrigin) -> Bool {
    (stamp, event) < (other.stamp, other.event)
  }
}
