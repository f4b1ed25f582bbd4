/// Words with their reading behind them, ` 漢字[かんじ]`, as the filters `furigana`, `kana` and
/// `kanji` take them. A space before a word only says where it begins.
package enum FuriganaText {
  /// What becomes of a word and its reading.
  package enum Form: Sendable {
    /// Both, the reading above the word (`<ruby>`).
    case furigana
    /// The reading alone.
    case kana
    /// The word alone.
    case kanji
  }

  /// The text in one form. `[sound:…]` stays as it is. Takes linear time.
  package static func written(_ html: String, as form: Form) -> String {
    let bytes = Array(html.replacing("&nbsp;", with: " ").utf8)
    var written: [UInt8] = []
    /// Where what is not written yet begins, and where the word that may get a reading does.
    var (pending, word) = (0, 0)
    var index = 0
    /// The bracket or line feed found last, so that nothing is searched twice.
    var end = 0
    let lastClose = bytes.lastIndex(of: UInt8(ascii: "]")) ?? -1
    while index < lastClose {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "\n"):
        word = index + 1
      case UInt8(ascii: "[") where index > word:
        if end <= index { end = Self.end(of: index, in: bytes) }
        guard bytes[end] == UInt8(ascii: "]"), end > index + 1 else { break }
        let reading = bytes[(index + 1)..<end]
        if !reading.starts(with: "sound:".utf8) {
          let hasSpace = word > pending && bytes[word - 1] == UInt8(ascii: " ")
          written += bytes[pending..<(hasSpace ? word - 1 : word)]
          written += form.spelled(bytes[word..<index], reading)
          pending = end + 1
        }
        index = end
        word = end + 1
      default: break
      }
      index += 1
    }
    return String(decoding: written + bytes[pending...], as: UTF8.self)
  }

  /// The next closing bracket or line feed; there is a bracket.
  private static func end(of open: Int, in bytes: [UInt8]) -> Int {
    bytes[open...].firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\n") }
      ?? bytes.count - 1
  }
}

extension FuriganaText.Form {
  fileprivate func spelled(_ word: ArraySlice<UInt8>, _ reading: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .furigana:
      Array("<ruby><rb>".utf8) + word + "</rb><rt>".utf8 + reading + "</rt></ruby>".utf8
    case .kana: Array(reading)
    case .kanji: Array(word)
    }
  }
}
