/// Times as Taskwarrior writes them, and as its import takes them.
package enum TaskwarriorDate {
  /// Numbers below are no epoch times to Taskwarrior (1980-01-01): it takes them for dates.
  private static let leastEpochSeconds: Int64 = 315_532_800
  /// The end of the year 9999.
  private static let greatestEpochSeconds: Int64 = 253_402_300_799

  /// Milliseconds since 1970 for `20261201T100000Z`, ISO 8601 or epoch seconds.
  ///
  /// - Parameter offsetMinutes: East of UTC, for dates that do not say.
  package static func milliseconds(_ value: JSONValue, offsetMinutes: Int = 0) -> Int64? {
    switch value {
    case .number(let text), .string(let text):
      if let seconds = Int64(text), text.utf8.allSatisfy(\.isDigit), text.utf8.count > 8 {
        let isTime = (leastEpochSeconds...greatestEpochSeconds).contains(seconds)
        return isTime ? seconds * 1000 : nil
      }
      return WrittenDate(text)?.milliseconds(offsetMinutes: offsetMinutes)
    default:
      return nil
    }
  }

  /// `time` in Taskwarrior's form, `20261201T100000Z`; what is below a second is dropped.
  ///
  /// - Precondition: `time` lies in the years 0 to 9999.
  package static func text(_ time: Int64) -> String {
    let date = WrittenDate(milliseconds: time)
    precondition((0...9999).contains(date.year), "a year of more than four digits")
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let clock = date.clock ?? WrittenDate.Clock(hour: 0, minute: 0, second: 0, millisecond: 0)
    return padded(date.year, 4) + padded(date.month) + padded(date.day) + "T"
      + padded(clock.hour) + padded(clock.minute) + padded(clock.second) + "Z"
  }
}
