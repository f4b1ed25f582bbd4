/// Reads the dates and times of ISO 8601 that people and programs write.
///
/// - Dates: `2026-11-21`, `20261121`
/// - Times: `2026-11-21T08:15`, seconds and a fraction optional, a space or `t` for `T`;
///   `20261121T081500`
/// - Zones: `Z`, `+01:00`, `+0100`, `+01`; without one, the local clock's
package enum ISOTime {
  /// The time that `text` is, without surrounding white space.
  ///
  /// - Returns: Nil if the text does not begin like a date of ISO 8601.
  /// - Throws: ``TimeParseError`` if it does and is none, as in `2026-02-30`.
  package static func parse(
    _ text: String, clock: LocalClock
  ) throws(TimeParseError) -> TimeValue? {
    var scanner = DigitScanner(text.utf8)
    guard let fields = dateFields(&scanner) else { return nil }
    guard let date = CivilDate(year: fields.year, month: fields.month, day: fields.day) else {
      throw TimeParseError(.invalidDate, at: 0)
    }
    if scanner.isAtEnd { return .date(date) }

    let datePosition = fields.isBasic ? 8 : 10
    guard scanner.take("T") || scanner.take("t") || scanner.take(" ") else {
      throw TimeParseError(.unexpectedWord, at: datePosition)
    }
    guard let time = timeOfDay(&scanner), let zone = zone(&scanner), scanner.isAtEnd else {
      throw TimeParseError(.invalidTime, at: datePosition + 1)
    }
    switch zone {
    case .local:
      return .instant(milliseconds: clock.instant(date, millisecondOfDay: time))
    case .offset(let minutes):
      let wall = Int64(date.daysSince1970) * 86_400_000 + Int64(time)
      return .instant(milliseconds: wall - Int64(minutes) * 60_000)
    }
  }

  private struct DateFields {
    let year: Int
    let month: Int
    let day: Int
    let isBasic: Bool
  }

  private enum Zone {
    case local
    case offset(minutes: Int)
  }

  private static func dateFields(_ scanner: inout DigitScanner) -> DateFields? {
    let isBasic = scanner.digitCount == 8
    guard isBasic || scanner.digitCount == 4, let year = scanner.number(digits: 4),
      isBasic || scanner.take("-"), let month = scanner.number(digits: 2),
      isBasic || scanner.take("-"), let day = scanner.number(digits: 2),
      scanner.digitCount == 0
    else { return nil }
    return DateFields(year: year, month: month, day: day, isBasic: isBasic)
  }

  /// Milliseconds since midnight.
  private static func timeOfDay(_ scanner: inout DigitScanner) -> Int? {
    let isBasic = scanner.digitCount > 2
    guard let hour = scanner.number(digits: 2), isBasic || scanner.take(":"),
      let minute = scanner.number(digits: 2), hour < 24, minute < 60
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000

    let hasSeconds = isBasic ? scanner.digitCount > 0 : scanner.take(":")
    guard hasSeconds else { return milliseconds }
    guard let second = scanner.number(digits: 2), second < 60 else { return nil }
    milliseconds += second * 1000

    guard scanner.take(".") || scanner.take(",") else { return milliseconds }
    let digits = scanner.digitCount
    guard (1...9).contains(digits), let fraction = scanner.number(digits: digits) else {
      return nil
    }
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    return milliseconds + fraction * 1000 / scale
  }

  private static func zone(_ scanner: inout DigitScanner) -> Zone? {
    if scanner.isAtEnd { return .local }
    if scanner.take("Z") || scanner.take("z") { return .offset(minutes: 0) }
    let isWest = scanner.take("-")
    guard isWest || scanner.take("+"), let hour = scanner.number(digits: 2), hour < 24 else {
      return nil
    }
    var minutes = hour * 60
    if scanner.take(":") || !scanner.isAtEnd {
      guard let minute = scanner.number(digits: 2), minute < 60 else { return nil }
      minutes += minute
    }
    return .offset(minutes: isWest ? -minutes : minutes)
  }
}
