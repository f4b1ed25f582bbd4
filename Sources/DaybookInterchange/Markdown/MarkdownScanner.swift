/// Finds tags and links in Markdown, line by line, leaving out code, comments and formulas.
///
/// Linear in the text whatever it holds: nothing is searched for twice from the same place.
struct MarkdownScanner {
  let bytes: [UInt8]
  /// Where the note lies, for relative links.
  let folder: String
  /// The names of tags, as often as they occur.
  var tags: [String] = []
  var links: [VaultLink] = []

  var fence: Fence?
  /// What is being skipped, across lines.
  var skipped: Skipped?
  /// The last places where something that may stay open is closed.
  let lastHTMLCommentEnd: Int
  let lastFormulaEnd: Int

  /// An open fence of code.
  struct Fence {
    let byte: UInt8
    let length: Int
    let quoteDepth: Int
  }

  /// A stretch without tags and links, by what ends it.
  enum Skipped {
    /// `%%`
    case comment
    /// `-->`
    case htmlComment
    /// `$$`
    case formula

    var end: [UInt8] {
      switch self {
      case .comment: [.percent, .percent]
      case .htmlComment: [.hyphen, .hyphen, .greater]
      case .formula: [.dollar, .dollar]
      }
    }
  }

  init(_ bytes: [UInt8], folder: String) {
    self.bytes = bytes
    self.folder = folder
    lastHTMLCommentEnd = Self.lastIndex(of: Skipped.htmlComment.end, in: bytes)
    lastFormulaEnd = Self.lastIndex(of: Skipped.formula.end, in: bytes)
  }

  /// Goes through the text once.
  mutating func scan() {
    var start = bytes.has(.byteOrderMark, at: 0) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
      if skipped != nil || !isCode(start..<end) { scanLine(start..<end) }
      start = end + 1
    }
  }

  /// Whether a line is part of fenced code, which it may open or close.
  private mutating func isCode(_ line: Range<Int>) -> Bool {
    var quoteDepth = 0
    var offset = line.lowerBound
    while offset < line.upperBound, bytes[offset].isBlank || bytes[offset] == .greater {
      if bytes[offset] == .greater { quoteDepth += 1 }
      offset += 1
    }
    // Code in a quotation ends with it.
    if let open = fence, quoteDepth < open.quoteDepth { fence = nil }
    if fence == nil { offset = skipListMarker(offset, line) }
    let byte = offset < line.upperBound ? bytes[offset] : 0
    guard byte == .backtick || byte == .tilde else { return fence != nil }
    var end = offset
    while end < line.upperBound, bytes[end] == byte { end += 1 }
    let rest = bytes[end..<line.upperBound]
    guard let open = fence else {
      guard end - offset >= 3, byte == .tilde || !rest.contains(.backtick) else { return false }
      fence = Fence(byte: byte, length: end - offset, quoteDepth: quoteDepth)
      return true
    }
    let isBlank = rest.allSatisfy { $0.isBlank || $0 == .carriageReturn }
    if byte == open.byte, end - offset >= open.length, isBlank { fence = nil }
    return true
  }

  /// Code may start in the line of a list item: `- ```` or `1. ````.
  private func skipListMarker(_ start: Int, _ line: Range<Int>) -> Int {
    var offset = start
    while offset < line.upperBound, bytes[offset].isDigit { offset += 1 }
    guard offset < line.upperBound else { return start }
    let isOrdered = offset > start
    switch bytes[offset] {
    case .hyphen, .asterisk, UInt8(ascii: "+"): if isOrdered { return start }
    case UInt8(ascii: "."), .closeParenthesis: if !isOrdered { return start }
    default: return start
    }
    offset += 1
    guard offset < line.upperBound, bytes[offset].isBlank else { return start }
    while offset < line.upperBound, bytes[offset].isBlank { offset += 1 }
    return offset
  }

  /// Where `pattern` stands last; -1 if nowhere.
  private static func lastIndex(of pattern: [UInt8], in bytes: [UInt8]) -> Int {
    var offset = bytes.count - pattern.count
    while offset >= 0, !bytes.has(pattern, at: offset) { offset -= 1 }
    return offset
  }
}
