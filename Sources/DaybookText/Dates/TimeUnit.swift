/// A unit in which times are counted from now.
enum TimeUnit: Hashable, Sendable {
  case second, minute, hour, day, week, month, year

  /// The unit of a lowercased word; nil for none, and for `m`, which could be two.
  init?(_ word: String) {
    switch word {
    case "s", "sec", "secs", "second", "seconds": self = .second
    case "min", "mins", "minute", "minutes": self = .minute
    case "h", "hr", "hrs", "hour", "hours": self = .hour
    case "d", "day", "days": self = .day
    case "w", "wk", "wks", "week", "weeks": self = .week
    case "mo", "mos", "month", "months": self = .month
    case "y", "yr", "yrs", "year", "years": self = .year
    default: return nil
    }
  }
}

/// Names of days and months, whole or their first three letters or more.
package enum CalendarNames {
  /// Whole and in lower case, Monday first.
  package static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The day that a word in lower case names.
  package static func weekday(_ word: String) -> Weekday? {
    index(of: word, in: weekdays).flatMap { Weekday(rawValue: $0 + 1) }
  }

  /// 1...12.
  static func month(_ word: String) -> Int? { index(of: word, in: months).map { $0 + 1 } }

  private static func index(of word: String, in names: [String]) -> Int? {
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }
}
