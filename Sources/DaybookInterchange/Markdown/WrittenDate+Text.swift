/// Reading dates.
extension WrittenDate {
  /// Reads `2026-12-01`, `2026-12-01T10:00:00Z`, `2026-12-01 10:00`, `20261201T100000+0100` and
  /// the like; nil for anything else and for days that do not exist.
  package init?(_ text: String) {
    var digits = DigitReader(bytes: Array(text.utf8))
    guard let year = digits.number(of: 4) else { return nil }
    let isDashed = digits.skip(.hyphen)
    guard let month = digits.number(of: 2), (1...12).contains(month),
      digits.skip(.hyphen) == isDashed,
      let day = digits.number(of: 2), day >= 1, day <= Self.dayCount(month: month, year: year)
    else { return nil }
    var clock: Clock?
    var offset: Int?
    if !digits.isAtEnd {
      guard digits.skip(UInt8(ascii: "T")) || digits.skip(UInt8(ascii: "t")) || digits.skip(.space)
      else { return nil }
      guard let time = digits.clock() else { return nil }
      clock = time
      if !digits.isAtEnd {
        guard let minutes = digits.offset() else { return nil }
        offset = minutes
      }
    }
    guard digits.isAtEnd else { return nil }
    self.init(year: year, month: month, day: day, clock: clock, offsetMinutes: offset)
  }
}

/// Takes a date apart from the front.
private struct DigitReader {
  let bytes: [UInt8]
  var index = 0

  var isAtEnd: Bool { index == bytes.count }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func number(of count: Int) -> Int? {
    guard bytes.count - index >= count else { return nil }
    var value = 0
    for byte in bytes[index..<(index + count)] {
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - .zero)
    }
    index += count
    return value
  }

  /// `10:00`, `10:00:00`, `10:00:00.5`, `1000` or `100000`.
  mutating func clock() -> WrittenDate.Clock? {
    guard let hour = number(of: 2), hour < 24 else { return nil }
    let hasColons = skip(.colon)
    guard let minute = number(of: 2), minute < 60 else { return nil }
    var second = 0
    var millisecond = 0
    if hasColons ? skip(.colon) : index < bytes.count && bytes[index].isDigit {
      guard let seconds = number(of: 2), seconds < 60 else { return nil }
      second = seconds
      if skip(UInt8(ascii: ".")) || skip(.comma) {
        guard let fraction = milliseconds() else { return nil }
        millisecond = fraction
      }
    }
    return WrittenDate.Clock(
      hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  /// The digits after a point; those after the third are dropped.
  private mutating func milliseconds() -> Int? {
    let start = index
    var value = 0
    while index < bytes.count, bytes[index].isDigit {
      if index - start < 3 { value = value * 10 + Int(bytes[index] - .zero) }
      index += 1
    }
    guard index > start else { return nil }
    for _ in min(index - start, 3)..<3 { value *= 10 }
    return value
  }

  /// `Z`, `+02:00`, `+0200` or `+02`, with or without a space before.
  mutating func offset() -> Int? {
    _ = skip(.space)
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let isWest = skip(.hyphen)
    guard isWest || skip(UInt8(ascii: "+")), let hours = number(of: 2), hours < 24 else {
      return nil
    }
    var minutes = 0
    if skip(.colon) || !isAtEnd {
      guard let given = number(of: 2), given < 60 else { return nil }
      minutes = given
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
