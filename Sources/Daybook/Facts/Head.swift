package import DaybookEvents
package import DaybookLog

/// One write to a register.
package struct Head: ConcurrentWrite, Equatable, Sendable {
  /// Where it comes from.
  package let origin: WriteOrigin
  /// What was written, encoded as its field says.
  package let value: [UInt8]

  /// A write of a value.
  package init(_ origin: WriteOrigin, value: [UInt8]) {
    self.origin = origin
    self.value = value
  }

  /// The log it lies in, here.
  package var log: LogNumber { origin.log }
  /// The event that made the write.
  package var event: EventName { origin.event }
  /// Its stamp.
  package var stamp: Stamp { origin.stamp }
  /// The wall clock at writing: for people.
  package var recordedAt: Int64 { origin.recordedAt }
  /// Minutes east of UTC at writing.
  package var offsetMinutes: Int { origin.offsetMinutes }
  /// Whether a rule made it and not a person.
  package var isRuleMade: Bool { origin.isRuleMade }

  /// The same write with another value.
  func holding(_ value: [UInt8]) -> Head { Head(origin, value: value) }
}
