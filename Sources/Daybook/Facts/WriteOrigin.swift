package import DaybookEvents
package import DaybookLog

/// The event a write comes from: all that decides which write shows, and what people are told
/// about it.
package struct WriteOrigin: Equatable, Sendable {
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

  /// Whether this write comes before another where neither observed the other: made by a rule
  /// before made by a person, then stamp, replica, sequence, link.
  package func precedes(_ other: WriteOrigin) -> Bool {
    if isRuleMade != other.isRuleMade { return isRuleMade }
    if stamp != other.stamp { return stamp < other.stamp }
    return event < other.event
  }

  /// Whether a write to the same register supersedes this one: it observed it, or comes after it
  /// in its own log. An event that names a register twice has written what it says last.
  package func isSuperseded(by write: WriteOrigin, observing observed: LocalVector) -> Bool {
    write.supersedes(log, event.sequence, observing: observed)
  }

  /// Whether this write supersedes one of the event at a sequence of a log.
  @inline(__always)
  func supersedes(
    _ other: LogNumber, _ sequence: UInt64, observing observed: LocalVector
  ) -> Bool {
    observed.covers(other, sequence) || (other == log && sequence <= event.sequence)
  }

  /// Whether this write of a fact that is said once counts instead of another: the least does.
  package func isLess(than other: WriteOrigin) -> Bool {
    (stamp, event) < (other.stamp, other.event)
  }
}
