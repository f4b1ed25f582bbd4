package import Daybook

/// How long until a card comes back, short enough for a button: "<1m", "10m", "8d", "2.5mo".
package enum ShortInterval {
  /// The interval from now to when a card is due.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - studyDay: the person's day, in days since 1970.
  package static func text(_ due: TimeValue?, now: Int64, studyDay: Int) -> String {
    switch due {
    case .instant(let milliseconds): steps(max(0, milliseconds - now))
    case .date(let date): days(max(0, date.daysSince1970 - studyDay))
    case nil: "now"
    }
  }

  private static func steps(_ milliseconds: Int64) -> String {
    let minutes = (milliseconds + 30_000) / 60_000
    if minutes < 1 { return "<1m" }
    return minutes < 100 ? "\(minutes)m" : "\((minutes + 30) / 60)h"
  }

  /// Months of 30.4 days and years of 365, with a tenth while that says something.
  private static func days(_ count: Int) -> String {
    if count < 31 { return "\(count)d" }
    if count < 365 { return tenths(count * 120 / 365) + "mo" }
    return tenths(count * 10 / 365) + "y"
  }

  private static func tenths(_ value: Int) -> String {
    value % 10 == 0 || value >= 100 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
  }
}
