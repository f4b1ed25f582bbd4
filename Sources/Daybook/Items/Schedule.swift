import DaybookEvents

/// When an item wants attention: one register, because its parts only make sense together.
public struct Schedule: Hashable, Sendable {
  /// When it should be finished.
  public var due: TimeValue?
  /// When work on it should begin.
  public var scheduled: TimeValue?
  /// Until when it is out of sight.
  public var waitUntil: TimeValue?

  /// A schedule; nothing set by default.
  public init(due: TimeValue? = nil, scheduled: TimeValue? = nil, waitUntil: TimeValue? = nil) {
    self.due = due
    self.scheduled = scheduled
    self.waitUntil = waitUntil
  }

  /// The value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    if let due { wire.bytes(1, due.encoded) }
    if let scheduled { wire.bytes(2, scheduled.encoded) }
    if let waitUntil { wire.bytes(3, waitUntil.encoded) }
    return wire.bytes
  }

  /// Reads a register's value. One of another shape shows as no schedule; it stays in the log.
  package init(reading bytes: [UInt8]) {
    // Another shape shows as no schedule.
    guard let payload = try? Payload(bytes) else {
      self.init()
      return
    }
    self.init(
      due: payload.bytes(1).flatMap(TimeValue.init(reading:)),
      scheduled: payload.bytes(2).flatMap(TimeValue.init(reading:)),
      waitUntil: payload.bytes(3).flatMap(TimeValue.init(reading:)))
  }
}

extension TimeValue {
  /// The time as it is kept.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    switch self {
    case .date(let date): wire.signed(1, Int64(date.daysSince1970))
    case .instant(let milliseconds): wire.signed(2, milliseconds)
    }
    return wire.bytes
  }

  /// Reads a kept time; nil for another shape.
  package init?(reading bytes: [UInt8]) {
    guard let payload = try? Payload(bytes) else { return nil }  // another shape: no time
    if let days = payload.signed(1), let date = CivilDate(daysSince1970: Int(clamping: days)) {
      self = .date(date)
    } else if let milliseconds = payload.signed(2) {
      self = .instant(milliseconds: milliseconds)
    } else {
      return nil
    }
  }

  /// The moment for ordering beside others, in milliseconds: a date counts from its midnight UTC.
  package var sortMilliseconds: Int64 {
    switch self {
    case .date(let date): Int64(date.daysSince1970) * 86_400_000
    case .instant(let milliseconds): milliseconds
    }
  }
}
