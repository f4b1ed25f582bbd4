package import DaybookEvents
package import DaybookLog

/// One write to a register, with all that decides which write shows.
package struct Head: Equatable, Sendable {
  /// The log it lies in, here.
  package let log: LogNumber
  /// The event that made the write.
  package let event: EventName
  /// Its stamp.
  package let stamp: Stamp
  /// The wall clock at writing: for people.
  package let recordedAt: Int64
  /// Minutes east of UTC at writing.
  package let offsetMinutes: Int
  /// Whether a rule made it and not a person: an import, a renumbering.
  package let isRuleMade: Bool
  /// What was written, encoded as its field says.
  package let value: [UInt8]

  /// A write made by an event.
  package init(_ event: AppliedEvent, value: [UInt8]) {
    log = event.log
    self.event = event.name
    stamp = event.header.stamp
    recordedAt = event.header.recordedAt
    offsetMinutes = event.header.offsetMinutes
    isRuleMade = event.header.isRuleMade
    self.value = value
  }

  init(
    log: LogNumber, event: EventName, stamp: Stamp, recordedAt: Int64, offsetMinutes: Int,
    isRuleMade: Bool, value: [UInt8]
  ) {
    self.log = log
    self.event = event
    self.stamp = stamp
    self.recordedAt = recordedAt
    self.offsetMinutes = offsetMinutes
    self.isRuleMade = isRuleMade
    self.value = value
  }

  /// Whether this write comes before another where neither observed the other: made by a rule
  /// before made by a person, then stamp, replica, sequence, link.
  package func precedes(_ other: Head) -> Bool {
    if isRuleMade != other.isRuleMade { return isRuleMade }
    if stamp != other.stamp { return stamp < other.stamp }
    return event < other.event
  }
}
