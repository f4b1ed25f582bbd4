/// Lines written anew, for the editor.
extension FrontmatterDocument {
  /// The bytes an entry takes, whole lines.
  func range(of entry: Entry) -> Range<Int> {
    lineStarts[entry.lines.lowerBound]..<lineStarts[entry.lines.upperBound]
  }

  /// One line with the key as it was written, another value, and the comment that stood behind.
  func line(
    of entry: Entry, withValue yaml: String
  ) throws(FrontmatterEditProblem) -> [UInt8] {
    guard isEditable, let keyEnd = keyEnd(of: entry), let start = valueStart(of: entry) else {
      throw .unsupportedLayout
    }
    let old = raw[range(of: entry)]
    let contentEnd = old.lastIndex { $0 != .newline && $0 != .carriageReturn } ?? old.startIndex
    var comment: [UInt8] = []
    if entry.lines.count == 1, start <= contentEnd {
      comment += Self.comment(raw[start...contentEnd])
      if comment.first == .hash { comment.insert(.space, at: 0) }
    }
    return raw[old.startIndex..<keyEnd] + [.colon, .space] + Array(yaml.utf8) + comment
      + raw[(contentEnd + 1)..<old.endIndex]
  }

  /// The lines of a list with a line for each name, those of names that stay kept; nil when the
  /// entry is no such list.
  func listLines(of entry: Entry, _ names: [String]) -> [UInt8]? {
    guard isEditable, case .list(let values) = entry.value else { return nil }
    var segments: [Range<Int>] = []
    var start = entry.lines.lowerBound + 1
    for line in start..<max(start, entry.lines.upperBound) {
      guard bytes(ofLines: line..<(line + 1)).first(where: { !$0.isBlank }) == .hyphen else {
        continue
      }
      segments.append(start..<(line + 1))
      start = line + 1
    }
    guard let last = segments.last, segments.count == values.count else { return nil }
    // What stands behind the last item, such as a comment set in, stays with it.
    segments[segments.count - 1] = last.lowerBound..<entry.lines.upperBound
    var kept: [[UInt8]: ArraySlice<UInt8>] = [:]
    for (segment, value) in zip(segments, values) {
      // `#a` unquoted is a comment, and quoted would stay a tag with its `#`.
      guard case .text(let text) = value, !text.hasPrefix("#") else { continue }
      kept[Array(text.utf8)] = bytes(ofLines: segment)
    }
    let model = bytes(ofLines: (last.upperBound - 1)..<last.upperBound)
    let indentation = model.prefix(while: \.isBlank)
    let lineEnd = model.suffix(while: { $0 == .newline || $0 == .carriageReturn })
    var lines = Array(bytes(ofLines: entry.lines.lowerBound..<(entry.lines.lowerBound + 1)))
    for name in names {
      if let line = kept[Array(name.utf8)] {
        lines += line
      } else {
        guard let yaml = YAMLScalar.yaml(.text(name)) else { return nil }
        lines += indentation + [.hyphen, .space] + Array(yaml.utf8) + lineEnd
      }
    }
    return lines
  }

  /// The comment behind a value, with the blanks before it; empty if there is none.
  private static func comment(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var openQuote: UInt8?
    var before = UInt8.space
    var isEscaped = false
    for (offset, byte) in zip(text.indices, text) {
      if isEscaped {
        isEscaped = false
      } else if let quote = openQuote {
        if byte == quote { openQuote = nil }
        isEscaped = byte == .backslash && quote == .quote
      } else if byte == .hash, before.isBlank {
        let end = text[..<offset].lastIndex { !$0.isBlank } ?? text.startIndex - 1
        return text[(end + 1)...]
      } else if byte == .quote || byte == .apostrophe {
        let opensValue = before.isBlank || [.openBracket, .comma, .openBrace].contains(before)
        if opensValue { openQuote = byte }
      }
      before = byte
    }
    return []
  }
}

extension BidirectionalCollection {
  /// The longest end of the collection whose elements all fulfil `predicate`.
  fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !predicate($0) }) else { return self[...] }
    return self[index(after: last)...]
  }
}
