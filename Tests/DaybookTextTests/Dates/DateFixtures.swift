import DaybookText

enum DateFixtures {
  /// Berlin's rule for any year since 1996: summer time from the last Sunday of March, 01:00 UTC,
  /// to the last Sunday of October, 01:00 UTC.
  @Sendable static func berlin(_ milliseconds: Int64) -> Int {
    let date = ZonedTime(milliseconds: milliseconds, offsetMinutes: 0).date
    func change(_ month: Int) -> Int64 {
      guard let last = CivilDate(year: date.year, month: month, day: 31) else { return 0 }
      let sunday = last.daysSince1970 - last.weekday.rawValue % 7
      return Int64(sunday) * 86_400_000 + 3_600_000
    }
    return milliseconds >= change(3) && milliseconds < change(10) ? 120 : 60
  }

  /// Milliseconds of a moment written with its offset.
  static func moment(_ text: String) -> Int64? {
    let clock = LocalClock { _ in 0 }
    // Text that is no moment is a mistake in the test and fails there.
    guard case .instant(let milliseconds)? = try? ISOTime.parse(text, clock: clock) else {
      return nil
    }
    return milliseconds
  }
}
