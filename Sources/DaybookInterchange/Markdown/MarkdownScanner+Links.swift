/// Links.
extension MarkdownScanner {
  /// Reads `[[…]]` at `start` and gives its end; nil where another starts before it ends.
  mutating func readWikiLink(_ start: Int, _ line: Line) -> Int? {
    var offset = start + 2
    while offset + 1 < line.range.upperBound {
      let isDouble = bytes[offset] == bytes[offset + 1]
      if isDouble, bytes[offset] == .openBracket { return nil }
      if isDouble, bytes[offset] == .closeBracket {
        let isEmbed = isEmbed(start, line)
        let range = (isEmbed ? start - 1 : start)..<(offset + 2)
        if let link = VaultLink(wiki: bytes[(start + 2)..<offset], isEmbed: isEmbed, range: range) {
          links.append(link)
        }
        return offset + 2
      }
      offset += 1
    }
    return nil
  }

  /// Reads the destination after `[…]` and gives its end; nil where there is none.
  mutating func readLink(_ text: Range<Int>, _ line: inout Line) -> Int? {
    let parentheses = line.parentheses ?? parentheses(line)
    line.parentheses = parentheses
    let open = text.upperBound + 1
    guard let close = parentheses[open] else { return nil }
    let isEmbed = isEmbed(text.lowerBound, line)
    let shown = String(decoding: bytes[(text.lowerBound + 1)..<text.upperBound], as: UTF8.self)
    let link = VaultLink(
      destination: bytes[(open + 1)..<close], folder: folder, shownText: shown.trimmed,
      isEmbed: isEmbed, range: (isEmbed ? text.lowerBound - 1 : text.lowerBound)..<(close + 1))
    if let link { links.append(link) }
    return close + 1
  }

  private func isEmbed(_ start: Int, _ line: Line) -> Bool {
    start > line.escapedEnd && bytes[start - 1] == .exclamation
  }

  /// Pairs the parentheses of a line.
  private func parentheses(_ line: Line) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    var open: [Int] = []
    var offset = line.range.lowerBound
    while offset < line.range.upperBound {
      switch bytes[offset] {
      case .backslash: offset += 1
      case .openParenthesis: open.append(offset)
      case .closeParenthesis: if let start = open.popLast() { pairs[start] = offset }
      default: break
      }
      offset += 1
    }
    return pairs
  }
}
