/// Bytes of HTML and templates, whose structure is ASCII.
extension UInt8 {
  /// A to Z in either case.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// 0 to 9.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Space, tab, line feed, form feed, carriage return.
  var isSpace: Bool { self == 32 || self == 9 || self == 10 || self == 12 || self == 13 }

  /// What ends the name of a tag or attribute.
  var endsWord: Bool {
    isSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
  }

  /// a to z for A to Z.
  var lowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
  /// Whether an ASCII text in lower case stands at `index`, in either case.
  func hasPrefix(_ text: String, at index: Int) -> Bool {
    let text = text.utf8
    guard index + text.count <= count else { return false }
    return text.enumerated().allSatisfy { self[index + $0].lowercased == $1 }
  }

  /// The next place of an ASCII text in lower case, in either case, that ends by `end`.
  func firstRange(of text: String, from start: Int, to end: Int? = nil) -> Range<Int>? {
    guard let first = text.utf8.first else { return nil }
    var index = start
    while index + text.utf8.count <= end ?? count {
      if self[index].lowercased == first, hasPrefix(text, at: index) {
        return index..<index + text.utf8.count
      }
      index += 1
    }
    return nil
  }

  /// The text of a range; what is no UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}
