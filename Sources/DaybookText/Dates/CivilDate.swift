/// A day of the Gregorian calendar without a time zone, in the years 0...9999.
///
/// A due date is one: it stays the same day wherever the person travels.
public struct CivilDate: Hashable, Sendable {
  /// 0...9999.
  public let year: Int
  /// 1...12.
  public let month: Int
  /// 1...31, never beyond the end of the month.
  public let day: Int

  /// Nil if there is no such day, as in February 30.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.init(checkedYear: year, month: month, day: day)
  }

  /// The day that is `daysSince1970` days after 1970-01-01; nil outside the years 0...9999.
  public init?(daysSince1970: Int) {
    guard Self.dayRange.contains(daysSince1970) else { return nil }
    self.init(inRange: daysSince1970)
  }

  /// The day of `daysSince1970`, or the first or last day there is.
  package init(clampingDaysSince1970 days: Int) {
    self.init(inRange: min(max(days, Self.dayRange.lowerBound), Self.dayRange.upperBound))
  }

  /// Days from 1970-01-01 to this day, negative before it.
  public var daysSince1970: Int {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, in
    // eras of 400 years.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 719,530 is a multiple of 7 that makes every day of the calendar positive.
    let index = (daysSince1970 + 719_530 + 3) % 7
    return Weekday.allCases[index]
  }

  /// How many days a month (1...12) has.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// 0000-01-01 to 9999-12-31 in days since 1970.
  private static let dayRange = -719_528...2_932_896

  private init(inRange days: Int) {
    let (year, month, day) = Self.components(daysSince1970: days)
    self.init(checkedYear: year, month: month, day: day)
  }

  private init(checkedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Year, month and day for days up to 10^17 from 1970, also outside the years 0...9999.
  static func components(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension CivilDate: Comparable {
  /// Whether `left` is the earlier day.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
