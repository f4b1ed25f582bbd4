/// Turns stored text into text that is safe to show on a terminal or to send through a pipe.
///
/// Control characters, marks that turn the reading direction and bytes that are not UTF-8 become
/// escapes one can read: `\x1b`, `\u{9b}`, `\u{202e}`, `\xE9`. Everything else stays as it is.
/// Showing text twice gives the same as showing it once. The result is for eyes: a note that
/// holds the four characters `\x1b` looks the same, so nothing can be read back from it.
package enum VisibleText {
  /// Several lines: newlines and tabs stay. O(n).
  package static func lines(_ bytes: [UInt8]) -> String {
    visible(bytes) { escape($0) }
  }

  /// Several lines of a string: newlines and tabs stay. O(n).
  package static func lines(_ text: String) -> String { lines(Array(text.utf8)) }

  /// One line, for lists: a newline becomes `⏎`, a tab becomes a space. O(n).
  package static func line(_ bytes: [UInt8]) -> String {
    visible(bytes) { piece in
      if case .scalar(let scalar) = piece {
        if scalar == 0x0A { return "⏎" }
        if scalar == 0x09 { return " " }
        if HiddenScalars.isLineSeparator(scalar) { return unicodeEscape(scalar) }
      }
      return escape(piece)
    }
  }

  /// One line of a string, for lists: a newline becomes `⏎`, a tab becomes a space. O(n).
  package static func line(_ text: String) -> String { line(Array(text.utf8)) }

  @inline(__always)
  private static func visible(
    _ bytes: [UInt8], replacement: (TextPiece) -> String?
  ) -> String {
    var output: [UInt8] = []
    TextPieces.copy(bytes, to: &output, replacement: replacement)
    return String(decoding: output, as: UTF8.self)
  }

  @inline(__always)
  private static func escape(_ piece: TextPiece) -> String? {
    switch piece {
    case .scalar(let scalar):
      guard HiddenScalars.contains(scalar) else { return nil }
      return scalar < 0x80 ? byteEscape(UInt8(scalar), uppercase: false) : unicodeEscape(scalar)
    case .invalid(let byte):
      return byteEscape(byte, uppercase: true)
    }
  }

  private static func byteEscape(_ byte: UInt8, uppercase: Bool) -> String {
    (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: uppercase)
  }

  private static func unicodeEscape(_ scalar: UInt32) -> String {
    "\\u{" + String(scalar, radix: 16) + "}"
  }
}
