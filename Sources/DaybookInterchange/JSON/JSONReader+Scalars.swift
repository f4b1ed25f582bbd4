/// Strings and numbers.
extension JSONReader {
  /// Reads a string; the present place is its opening quote.
  mutating func string() throws(JSONError) -> String {
    advance()
    let start = offset
    var text: [UInt8] = []
    var copied = start
    while let byte = current {
      switch byte {
      case .quote:
        text += bytes[copied..<offset]
        advance()
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure(.invalidUTF8, at: bytes.firstInvalidUTF8(in: start..<(offset - 1)))
        }
        return string
      case .backslash:
        text += bytes[copied..<offset]
        advance()
        try escape(into: &text)
        copied = offset
      case 0..<0x20:
        throw failure(.controlCharacter)
      default:
        advance()
      }
    }
    throw failure(.unexpectedEnd)
  }

  /// Reads what follows a backslash.
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw failure(.unexpectedEnd) }
    switch byte {
    case .quote, .backslash, .slash: text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(.newline)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case UInt8(ascii: "t"): text.append(.tab)
    case UInt8(ascii: "u"):
      text += UTF8.encode(try unicodeEscape()).map(Array.init) ?? []
      return
    default: throw failure(.malformedEscape)
    }
    advance()
  }

  /// Reads `uXXXX`, or the two of a surrogate pair.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    let first = try hexadecimalDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes.has([.backslash, UInt8(ascii: "u")], at: offset) else {
      throw failure(.loneSurrogate, at: start)
    }
    advance()
    let second = try hexadecimalDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF))
    else { throw failure(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func hexadecimalDigits() throws(JSONError) -> UInt32 {
    advance()
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw failure(.unexpectedEnd) }
      guard let digit = byte.hexadecimalValue else { throw failure(.malformedEscape) }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }

  /// Reads a number and keeps its text.
  mutating func number() throws(JSONError) -> String {
    let start = offset
    if current == .hyphen { advance() }
    guard let first = current else { throw failure(.unexpectedEnd) }
    guard first.isDigit else {
      throw failure(offset == start ? .unexpectedByte : .malformedNumber)
    }
    if first == .zero { advance() } else { _ = skipDigits() }
    if current == UInt8(ascii: ".") {
      advance()
      guard skipDigits() else { throw failure(.malformedNumber) }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      advance()
      if current == .hyphen || current == UInt8(ascii: "+") { advance() }
      guard skipDigits() else { throw failure(.malformedNumber) }
    }
    if let next = current, next.isDigit || next.isLetter || next == UInt8(ascii: ".") {
      throw failure(.malformedNumber)
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Whether there was a digit to skip.
  private mutating func skipDigits() -> Bool {
    let start = offset
    while let byte = current, byte.isDigit { advance() }
    return offset > start
  }
}
