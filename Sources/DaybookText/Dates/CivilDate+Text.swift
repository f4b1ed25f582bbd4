extension CivilDate: CustomStringConvertible, LosslessStringConvertible {
  /// ISO 8601, as in `2026-11-21`.
  public var description: String {
    "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  /// Reads `2026-11-21` and nothing else; nil if there is no such day.
  public init?(_ description: String) {
    var scanner = DigitScanner(description.utf8)
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"),
      let day = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

/// `number` with zeros before it, at least `digits` long. Precondition: not negative.
func padded(_ number: Int, to digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

extension CivilDate: Codable {
  /// Reads the text of a date.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = CivilDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A date is written as 2026-12-24.")
    }
    self = date
  }

  /// Writes its ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
