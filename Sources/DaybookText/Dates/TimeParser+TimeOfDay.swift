extension TimeParser {
  /// Milliseconds since midnight of `5pm`, `5:30 pm`, `17:30`, `17:30:15`, `noon`, `midnight`.
  ///
  /// - Returns: Nil, with nothing read, if the next word is none of these.
  func timeOfDay(_ tokens: inout TimeTokens) throws(TimeParseError) -> Int? {
    if tokens.take("noon") { return 12 * 3_600_000 }
    if tokens.take("midnight") { return 0 }
    guard let token = tokens.next else { return nil }

    var digits = token.text
    var half = Half(takenFrom: &digits)
    var words = 1
    if half == nil, let second = tokens.second {
      var rest = second.text
      if let separate = Half(takenFrom: &rest), rest.isEmpty {
        half = separate
        words = 2
      }
    }
    guard let first = digits.utf8.first, (0x30...0x39).contains(first),
      half != nil || digits.contains(":"),
      digits.utf8.allSatisfy({ (0x30...0x3A).contains($0) })
    else { return nil }
    guard let time = Self.milliseconds(digits, half) else {
      throw TimeParseError(.invalidTime, at: token.position)
    }
    tokens.skip(words)
    return time
  }

  /// Before or after noon.
  private enum Half {
    case morning, afternoon

    /// Takes `am` or `pm` off the end of a word.
    init?(takenFrom word: inout String) {
      if word.hasSuffix("am") {
        self = .morning
      } else if word.hasSuffix("pm") {
        self = .afternoon
      } else {
        return nil
      }
      word.removeLast(2)
    }
  }

  /// `h`, `h:mm` or `h:mm:ss`, the hour of one or two digits.
  private static func milliseconds(_ text: String, _ half: Half?) -> Int? {
    var scanner = DigitScanner(text.utf8)
    guard (1...2).contains(scanner.digitCount),
      var hour = scanner.number(digits: scanner.digitCount)
    else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == .afternoon ? 12 : 0)
    }
    var seconds = 0
    for unit in [60, 1] where !scanner.isAtEnd {
      guard scanner.take(":"), let count = scanner.number(digits: 2), count < 60 else {
        return nil
      }
      seconds += count * unit
    }
    guard hour < 24, scanner.isAtEnd else { return nil }
    return (hour * 3600 + seconds) * 1000
  }
}
