/// The words of a time, lowercased, with their places, and how far they were read.
struct TimeTokens {
  struct Token {
    /// Lowercased, without a comma at its end.
    let text: String
    /// In characters from the start of the text.
    let position: Int
  }

  private let tokens: [Token]
  private(set) var index = 0
  /// Where an error at the end of the text is.
  private let endPosition: Int

  init(_ text: String) {
    var tokens: [Token] = []
    var word = ""
    var start = 0
    var position = 0
    func finish() {
      guard !word.isEmpty else { return }
      if word.count > 1 && word.last == "," { word.removeLast() }
      tokens.append(Token(text: word.lowercased(), position: start))
      word = ""
    }
    for character in text {
      if character.isWhitespace {
        finish()
      } else {
        if word.isEmpty { start = position }
        word.append(character)
      }
      position += 1
    }
    finish()
    self.tokens = tokens
    endPosition = position
  }

  var count: Int { tokens.count }
  var isAtEnd: Bool { index >= tokens.count }
  var next: Token? { isAtEnd ? nil : tokens[index] }

  /// The word after the next one.
  var second: Token? { index + 1 < tokens.count ? tokens[index + 1] : nil }

  /// Where the next word begins, or the text ends.
  var position: Int { next?.position ?? endPosition }

  /// The word that was read last.
  var previous: String? { index > 0 ? tokens[index - 1].text : nil }

  /// Goes past the next `count` words.
  mutating func skip(_ count: Int = 1) { index = min(index + count, tokens.count) }

  /// Takes `word` if it is next.
  mutating func take(_ word: String) -> Bool {
    guard next?.text == word else { return false }
    skip()
    return true
  }
}

/// A word such as `-3d`, `1st` or `5pm`, taken apart.
struct NumberedWord {
  /// -1 or 1 if a sign was written.
  let sign: Int?
  /// Up to 6 digits.
  let number: Int
  /// What follows the digits, perhaps empty.
  let suffix: String

  /// Nil if the word does not begin with digits, with or without a sign.
  init?(_ token: TimeTokens.Token) throws(TimeParseError) {
    let text = token.text
    sign = text.hasPrefix("-") ? -1 : text.hasPrefix("+") ? 1 : nil
    let unsigned = sign == nil ? text[...] : text.dropFirst()
    let digits = unsigned.utf8.prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0 else { return nil }
    guard digits <= 6 else { throw TimeParseError(.numberTooLarge, at: token.position) }
    var scanner = DigitScanner(unsigned.utf8)
    guard let number = scanner.number(digits: digits),
      let suffix = String(unsigned.utf8.dropFirst(digits))
    else { return nil }
    self.number = number
    self.suffix = suffix
  }
}
