extension CivilDate {
  /// The day `days` later, or earlier if negative; nil outside the years 0...9999.
  public func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CivilDate(daysSince1970: sum)
  }

  /// The same day of another month, or that month's last day if it is shorter: a month after
  /// January 31 is February 28 or 29. Nil outside the years 0...9999.
  public func adding(months: Int) -> CivilDate? {
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, sum >= 0 else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    return CivilDate(
      year: year, month: month, day: min(day, Self.dayCount(year: year, month: month)))
  }

  /// The last day of the month that this day is in.
  package var endOfMonth: CivilDate {
    adding(days: Self.dayCount(year: year, month: month) - day) ?? self
  }
}
