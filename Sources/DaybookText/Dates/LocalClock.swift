/// Turns moments into local days and back, given a time zone as a function.
package struct LocalClock: Sendable {
  /// Minutes east of UTC at a moment, in milliseconds since 1970.
  package let offsetMinutes: @Sendable (Int64) -> Int

  /// A clock of the zone that has `offsetMinutes` east of UTC at a moment (milliseconds).
  package init(offsetMinutes: @escaping @Sendable (Int64) -> Int) {
    self.offsetMinutes = offsetMinutes
  }

  /// The local day at a moment, kept within the years 0...9999.
  package func date(at milliseconds: Int64) -> CivilDate {
    zoned(milliseconds).date
  }

  /// The moment with the offset that holds at it.
  package func zoned(_ milliseconds: Int64) -> ZonedTime {
    ZonedTime(milliseconds: milliseconds, offsetMinutes: offsetMinutes(milliseconds))
  }

  /// The moment at which the wall clock shows this day and time.
  ///
  /// Where clocks go back and show it twice, the first; where they skip it, as long after the
  /// change as it is after the skipped hour began, as in RFC 5545.
  ///
  /// - Parameter millisecondOfDay: 0..<86,400,000.
  package func instant(_ date: CivilDate, millisecondOfDay: Int) -> Int64 {
    let wall = Int64(date.daysSince1970) * 86_400_000 + Int64(millisecondOfDay)
    let day: Int64 = 86_400_000
    // Offsets are under a day, so these lie before and after the moment sought.
    let before = moment(wall, offset: offsetMinutes(wall - day))
    let after = moment(wall, offset: offsetMinutes(wall + day))
    for candidate in [before, after] where shows(wall, at: candidate) { return candidate }
    let between = moment(wall, offset: offsetMinutes(before))
    return shows(wall, at: between) ? between : before
  }

  private func moment(_ wall: Int64, offset: Int) -> Int64 {
    wall - Int64(ZonedTime.clampedOffset(offset)) * 60_000
  }

  private func shows(_ wall: Int64, at candidate: Int64) -> Bool {
    moment(wall, offset: offsetMinutes(candidate)) == candidate
  }
}
