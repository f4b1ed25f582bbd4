/// Tags.
extension MarkdownScanner {
  /// Reads what follows the `#` at `start` and gives where to go on.
  ///
  /// A tag is letters, digits, `_`, `-`, `/`, marks and symbols such as emoji, one of them no
  /// digit, and nothing of a word before it.
  mutating func readTag(_ start: Int, _ line: Line) -> Int {
    var end = start + 1
    var nameEnd = end
    var hasNonDigit = false
    while let found = bytes.scalar(at: end, before: line.range.upperBound),
      Self.isPart(found.scalar)
    {
      end += found.length
      // Slashes part levels and end none.
      guard found.scalar != "/" else { continue }
      nameEnd = end
      if !("0"..."9").contains(found.scalar) { hasNonDigit = true }
    }
    if nameEnd > start + 1, hasNonDigit, !followsWord(start, line) {
      tags.append(String(decoding: bytes[(start + 1)..<nameEnd], as: UTF8.self))
    }
    return end
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return byte.isLetter || byte.isDigit || byte == .underscore || byte == .hyphen
        || byte == .slash
    }
    // The two middle dots stand inside Catalan and Japanese words.
    return scalar.isLetter || scalar.isMark || scalar.isNumber || scalar.isSymbol
      || scalar.isEmojiGlue || scalar == "\u{B7}" || scalar == "\u{30FB}"
  }

  /// Whether the `#` at `start` belongs to what stands before it: a word, another `#`, a path, an
  /// attribute or a character reference.
  private func followsWord(_ start: Int, _ line: Line) -> Bool {
    guard start > line.range.lowerBound, start > line.escapedEnd else { return false }
    let before = bytes[start - 1]
    if before < 0x80 {
      return before.isLetter || before.isDigit || before == .underscore || before == .hash
        || before == .slash || before == .ampersand || before == .equals
    }
    var first = start - 1
    while first > line.range.lowerBound, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    guard let found = bytes.scalar(at: first, before: start) else { return false }
    // The variation selector that makes a symbol an emoji is a mark too.
    return found.scalar.isLetter || found.scalar.isNumber
      || (found.scalar.isMark && found.scalar != "\u{FE0F}")
  }
}
