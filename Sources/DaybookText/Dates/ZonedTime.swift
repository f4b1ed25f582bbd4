/// A moment and the offset of the clock that showed it, as events record it.
public struct ZonedTime: Hashable, Sendable {
  /// Milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// Minutes east of UTC, -1439...1439.
  public let offsetMinutes: Int

  /// Offsets of a day and more are moved into range, so that the text can always be read again.
  public init(milliseconds: Int64, offsetMinutes: Int) {
    self.milliseconds = milliseconds
    self.offsetMinutes = Self.clampedOffset(offsetMinutes)
  }

  static func clampedOffset(_ minutes: Int) -> Int { min(max(minutes, -1439), 1439) }

  /// The day that the clock showed, kept within the years 0...9999.
  public var date: CivilDate { CivilDate(clampingDaysSince1970: wallDays) }

  /// What the clock showed, in milliseconds since its midnight, 0..<86,400,000.
  public var millisecondOfDay: Int {
    let remainder = Int(wall % 86_400_000)
    return remainder < 0 ? remainder + 86_400_000 : remainder
  }

  private var wallDays: Int {
    let (quotient, remainder) = wall.quotientAndRemainder(dividingBy: 86_400_000)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// Milliseconds since 1970-01-01T00:00 on that clock; not exact for clocks that are off by the
  /// 292 million years that fit.
  private var wall: Int64 {
    let shift = Int64(offsetMinutes) * 60_000
    let (sum, overflow) = milliseconds.addingReportingOverflow(shift)
    return overflow ? milliseconds : sum
  }
}

extension ZonedTime: Comparable {
  /// Orders by the moment, and one moment by the clocks that showed it.
  public static func < (left: ZonedTime, right: ZonedTime) -> Bool {
    (left.milliseconds, left.offsetMinutes) < (right.milliseconds, right.offsetMinutes)
  }
}

extension ZonedTime: CustomStringConvertible {
  /// ISO 8601 with offset: `2026-11-21T08:15:00+01:00`, milliseconds only where there are any.
  /// Years outside 0...9999 get a sign and at least six digits.
  public var description: String {
    let (year, month, day) = CivilDate.components(daysSince1970: wallDays)
    let yearText =
      (0...9999).contains(year)
      ? padded(year, to: 4) : (year < 0 ? "-" : "+") + padded(abs(year), to: 6)
    let time = millisecondOfDay
    let fraction = time % 1000 == 0 ? "" : "." + padded(time % 1000, to: 3)
    let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60]
      .map { padded($0, to: 2) }.joined(separator: ":")
    let distance = abs(offsetMinutes)
    let offset = "\(padded(distance / 60, to: 2)):\(padded(distance % 60, to: 2))"
    return "\(yearText)-\(padded(month, to: 2))-\(padded(day, to: 2))T\(clock)\(fraction)"
      + (offsetMinutes < 0 ? "-" : "+") + offset
  }
}
