/// Cuts texts into words and lines, without losing a byte.
package enum TextWords {
  private enum Sort {
    /// Stands together with its like.
    case letter, space
    /// Stands alone.
    case single
  }

  /// The words of a text, with what stands between them: each a run of letters and digits, a run
  /// of spaces, a line's end, or one other character. Bytes that are no UTF-8 count as letters.
  package static func words(of text: Text) -> [ArraySlice<UInt8>] {
    let bytes = text.bytes
    guard let string = String(validating: bytes, as: UTF8.self) else {
      return cut(bytes, bytes.map { (1, sort($0)) })
    }
    return cut(bytes, string.map { ($0.utf8.count, sort($0)) })
  }

  /// The lines of a text, each with its end.
  package static func lines(of text: Text) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in text.bytes.indices where text.bytes[index] == 10 {
      lines.append(text.bytes[start...index])
      start = index + 1
    }
    if start < text.bytes.count { lines.append(text.bytes[start...]) }
    return lines
  }

  private static func cut(
    _ bytes: [UInt8], _ characters: [(count: Int, sort: Sort)]
  ) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var (start, end) = (0, 0)
    var last: Sort?
    for (count, sort) in characters {
      if let last, sort == .single || sort != last {
        words.append(bytes[start..<end])
        start = end
      }
      end += count
      last = sort
    }
    if start < end { words.append(bytes[start..<end]) }
    return words
  }

  private static func sort(_ byte: UInt8) -> Sort {
    byte < 0x80 ? sort(Character(Unicode.Scalar(byte))) : .letter
  }

  private static func sort(_ character: Character) -> Sort {
    if character == " " || character == "\t" { return .space }
    guard character.isLetter || character.isNumber || character == "_" else { return .single }
    return isWrittenWithoutSpaces(character) ? .single : .letter
  }

  /// Han characters, kana, Thai, Lao, Khmer and Burmese: words have no spaces between them.
  private static func isWrittenWithoutSpaces(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1780..<0x1800, 0x3040..<0x3100, 0x31F0..<0x3200,
      0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x32000:
      true
    default: false
    }
  }
}
