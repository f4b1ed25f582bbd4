/// Formulas in fields: `\(…\)` in the line, `\[…\]` on lines of their own.
enum MathText {
  /// The HTML with the tags inside formulas removed; entities and all else stay.
  static func withoutTags(_ html: String) -> String {
    guard html.contains("\\") else { return html }
    let bytes = Array(html.utf8)
    var written: [UInt8] = []
    var end = 0
    while let open = mark(in: bytes, from: end, UInt8(ascii: "("), UInt8(ascii: "[")),
      let close = mark(in: bytes, from: open + 2, UInt8(ascii: ")"), UInt8(ascii: "]"))
    {
      written += bytes[end..<open + 2]
      var tokens = HTMLTokenizer(Array(bytes[open + 2..<close]))
      while let token = tokens.next() {
        if case .text(let range) = token { written += tokens.bytes[range] }
      }
      written += bytes[close..<close + 2]
      end = close + 2
    }
    return String(decoding: written + bytes[end...], as: UTF8.self)
  }

  /// The next backslash with one of two marks behind it.
  private static func mark(
    in bytes: [UInt8], from start: Int, _ one: UInt8, _ other: UInt8
  ) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == one || bytes[index + 1] == other {
        return index
      }
      index += 1
    }
    return nil
  }
}
