/// A day, or a day and a time, as somebody wrote it: ISO 8601 with what people make of it.
package struct WrittenDate: Equatable, Sendable {
  /// From 0 to 9999 when read from text.
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  /// From 1 to the last of the month.
  package let day: Int
  /// The time of day; nil when only the day is given.
  package let clock: Clock?
  /// East of UTC; nil when the writer meant where they were.
  package let offsetMinutes: Int?

  /// A time of day.
  package struct Clock: Equatable, Sendable {
    /// From 0 to 23.
    package let hour: Int
    /// From 0 to 59.
    package let minute: Int
    /// From 0 to 59.
    package let second: Int
    /// From 0 to 999.
    package let millisecond: Int
  }

  /// Milliseconds since 1970; a day alone counts from its midnight.
  ///
  /// - Parameter localOffset: Minutes east of UTC, where the text does not say.
  package func milliseconds(offsetMinutes localOffset: Int) -> Int64 {
    let clock = clock ?? Clock(hour: 0, minute: 0, second: 0, millisecond: 0)
    let minutes = clock.hour * 60 + clock.minute - (offsetMinutes ?? localOffset)
    let seconds = Self.days(year, month, day) * 86_400 + minutes * 60 + clock.second
    return Int64(seconds * 1000 + clock.millisecond)
  }

  /// The day and time in UTC.
  package init(milliseconds: Int64) {
    let seconds = Int(milliseconds).floorDivided(by: 1000)
    let days = seconds.quotient.floorDivided(by: 86_400)
    (year, month, day) = Self.civil(days.quotient)
    clock = Clock(
      hour: days.remainder / 3600, minute: days.remainder / 60 % 60,
      second: days.remainder % 60, millisecond: seconds.remainder)
    offsetMinutes = 0
  }

  init(year: Int, month: Int, day: Int, clock: Clock?, offsetMinutes: Int?) {
    self.year = year
    self.month = month
    self.day = day
    self.clock = clock
    self.offsetMinutes = offsetMinutes
  }

  /// Days from 1970-01-01 in the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level
  /// Date Algorithms", days_from_civil). Years count from March, so that leap days end them.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let era = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let yearOfEra = era.remainder
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era.quotient * 146_097 + dayOfEra - 719_468
  }

  /// The other way (civil_from_days).
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let era = (days + 719_468).floorDivided(by: 146_097)
    let dayOfEra = era.remainder
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  static func dayCount(month: Int, year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// Division rounded down, so that the remainder is never negative.
  fileprivate func floorDivided(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = (self % divisor + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}
