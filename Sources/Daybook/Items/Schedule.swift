import DaybookEvents
public import DaybookText

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
  package init(reading bytes: [UInt8]) { self.init(reading: bytes.span) }

  /// Reads a register's value in place.
  init(reading bytes: Span<UInt8>) {
    func time(_ field: UInt32) -> TimeValue? {
      bytes.content(field).flatMap { TimeValue(reading: bytes.extracting($0)) }
    }
    self.init(due: time(1), scheduled: time(2), waitUntil: time(3))
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
  init?(reading bytes: Span<UInt8>) {
    if let days = bytes.signed(1), let date = CivilDate(daysSince1970: Int(clamping: days)) {
      self = .date(date)
    } else if let milliseconds = bytes.signed(2) {
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
