extension ZonedTime {
  /// Reads what ``description`` prints, and other times of ISO 8601 that say their offset; nil for
  /// anything else. Years outside 0...9999 have a sign and at least six digits.
  package init?(_ text: String) {
    let utf8 = Array(text.utf8)
    let offset: Int
    if utf8.last == UInt8(ascii: "Z") {
      offset = 0
    } else {
      guard let minutes = Self.offset(utf8.suffix(6)) else { return nil }
      offset = minutes
    }
    guard let (shifted, cycles) = Self.inCommonYears(text) else { return nil }
    // A text that only begins like a time is no time.
    guard let value = try? ISOTime.parse(shifted, clock: LocalClock { _ in 0 }),
      case .instant(let milliseconds) = value
    else { return nil }
    self.init(milliseconds: milliseconds + cycles * Self.cycle, offsetMinutes: offset)
  }

  /// The calendar repeats after 400 years: milliseconds.
  private static let cycle: Int64 = 146_097 * 86_400_000

  /// `+hh:mm` in minutes.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    var scanner = DigitScanner(bytes)
    let isWest = scanner.take("-")
    guard isWest || scanner.take("+"), let hour = scanner.number(digits: 2), scanner.take(":"),
      let minute = scanner.number(digits: 2), scanner.isAtEnd, hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isWest ? -1 : 1)
  }

  /// The same text with a year of four digits, and how many times 400 years that moved it.
  private static func inCommonYears(_ text: String) -> (text: String, cycles: Int64)? {
    guard text.first == "+" || text.first == "-" else { return (text, 0) }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard (6...9).contains(digits.count), let value = Int64(digits) else { return nil }
    let year = text.first == "-" ? -value : value
    let common = ((year % 400) + 400) % 400 + 2000
    return ("\(common)" + text[digits.endIndex...], (year - common) / 400)
  }
}
