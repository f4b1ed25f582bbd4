/// One line outside fenced code.
extension MarkdownScanner {
  /// What is known of a line, found when first needed.
  struct Line {
    let range: Range<Int>
    /// Where open brackets stand.
    var brackets: [Int] = []
    /// Escaped characters end here: an exclamation mark before is text.
    var escapedEnd: Int
    /// By length, where the last run of backticks starts.
    var lastBackticks: [Int: Int]?
    /// For each parenthesis, where it is closed.
    var parentheses: [Int: Int]?
  }

  mutating func scanLine(_ range: Range<Int>) {
    var line = Line(range: range, escapedEnd: range.lowerBound)
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let skipped {
        guard let end = find(skipped.end, in: offset..<range.upperBound) else { return }
        self.skipped = nil
        offset = end
        continue
      }
      offset = step(offset, &line)
    }
  }

  /// Reads what starts at `offset` and gives where to go on.
  private mutating func step(_ offset: Int, _ line: inout Line) -> Int {
    let next = offset + 1 < line.range.upperBound ? bytes[offset + 1] : 0
    switch bytes[offset] {
    case .backslash where next.isPunctuation:
      line.escapedEnd = offset + 2
      return offset + 2
    case .backtick:
      return codeEnd(offset, &line)
    case .percent where next == .percent:
      skipped = .comment
      return offset + 2
    case .dollar where next == .dollar && lastFormulaEnd > offset + 1:
      skipped = .formula
      return offset + 2
    case .less
    where bytes.has([.less, .exclamation, .hyphen, .hyphen], at: offset)
      && lastHTMLCommentEnd >= offset + 4:
      skipped = .htmlComment
      return offset + 4
    case .less where next.isLetter || next == .slash:
      return elementEnd(offset, line) ?? offset + 1
    case .openBracket where next == .openBracket:
      // Of more than two brackets the inner two count.
      let isOuter = bytes.has([.openBracket], at: offset + 2)
      if !isOuter, let end = readWikiLink(offset, line) { return end }
      line.brackets.append(offset)
    case .openBracket:
      line.brackets.append(offset)
    case .closeBracket:
      guard let open = line.brackets.popLast(), next == .openParenthesis else { break }
      if let end = readLink(open..<offset, &line) { return end }
    case .colon where next == .slash && isAddress(offset, line):
      return addressEnd(offset, line)
    case .hash:
      return readTag(offset, line)
    default: break
    }
    return offset + 1
  }

  /// Where `pattern` ends in `range`.
  private func find(_ pattern: [UInt8], in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset + pattern.count <= range.upperBound {
      if bytes.has(pattern, at: offset) { return offset + pattern.count }
      offset += 1
    }
    return nil
  }

  /// Behind the code that the backticks at `start` open, or behind them if they open none.
  private func codeEnd(_ start: Int, _ line: inout Line) -> Int {
    let length = backticks(at: start, line)
    let last = line.lastBackticks ?? lastBackticks(line)
    line.lastBackticks = last
    guard let final = last[length], final > start else { return start + length }
    var offset = start + length
    while offset <= final {
      let run = backticks(at: offset, line)
      if run == length { return offset + run }
      offset += max(run, 1)
    }
    return start + length
  }

  private func backticks(at start: Int, _ line: Line) -> Int {
    var offset = start
    while offset < line.range.upperBound, bytes[offset] == .backtick { offset += 1 }
    return offset - start
  }

  private func lastBackticks(_ line: Line) -> [Int: Int] {
    var last: [Int: Int] = [:]
    var offset = line.range.lowerBound
    while offset < line.range.upperBound {
      let run = backticks(at: offset, line)
      if run > 0 { last[run] = offset }
      offset += max(run, 1)
    }
    return last
  }

  /// Behind an HTML element or an address in angle brackets; nil where it is neither.
  private func elementEnd(_ start: Int, _ line: Line) -> Int? {
    var hasBlank = false
    var hasValue = false
    for offset in (start + 1)..<line.range.upperBound {
      switch bytes[offset] {
      case .greater: return !hasBlank || hasValue ? offset + 1 : nil
      case .less: return nil
      case .space, .tab: hasBlank = true
      case .quote, .apostrophe: if bytes[offset - 1] == .equals { hasValue = true }
      default: break
      }
    }
    return nil
  }

  /// Whether the colon at `offset` is that of `scheme://`.
  private func isAddress(_ offset: Int, _ line: Line) -> Bool {
    offset > line.range.lowerBound && (bytes[offset - 1].isLetter || bytes[offset - 1].isDigit)
      && offset + 2 < line.range.upperBound && bytes[offset + 2] == .slash
  }

  private func addressEnd(_ start: Int, _ line: Line) -> Int {
    let ends: [UInt8] = [.space, .tab, .less, .greater, .quote, .closeBracket, .backtick]
    return bytes[start..<line.range.upperBound].firstIndex(where: ends.contains)
      ?? line.range.upperBound
  }
}
