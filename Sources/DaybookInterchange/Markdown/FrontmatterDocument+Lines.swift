import Yams

/// Lines, counted as YAML counts them: a carriage return, NEL, LS and PS end one too.
extension FrontmatterDocument {
  /// The line of the file that `offset` in the YAML stands on, counted from 1.
  func line(of offset: Int) -> Int {
    (lineStarts.lastIndex { $0 <= offset } ?? 0) + 2
  }

  /// The bytes of some lines, with their line ends.
  func bytes(ofLines lines: Range<Int>) -> ArraySlice<UInt8> {
    raw[lineStarts[lines.lowerBound]..<lineStarts[lines.upperBound]]
  }

  /// What follows the colon after a key, and the blanks or the line end after that; nil for keys
  /// with a question mark before or a line break in them.
  func valueStart(of entry: Entry) -> Int? {
    let end = lineStarts[entry.lines.lowerBound + 1]
    guard var offset = keyEnd(of: entry), offset < end else { return nil }
    while offset < end, raw[offset].isBlank { offset += 1 }
    guard offset < end, raw[offset] == .colon else { return nil }
    offset += 1
    while offset < end, raw[offset].isBlank { offset += 1 }
    if offset < end, raw[offset] == .carriageReturn { offset += 1 }
    if offset < end, raw[offset] == .newline { offset += 1 }
    return min(offset, lineStarts[entry.lines.upperBound] - 1)
  }

  /// Where the key itself ends.
  func keyEnd(of entry: Entry) -> Int? {
    let start = lineStarts[entry.lines.lowerBound]
    let end = lineStarts[entry.lines.lowerBound + 1]
    guard let key = entry.key, start < end else { return nil }
    guard raw[start] == .quote || raw[start] == .apostrophe else {
      return raw.has(Array(key.utf8), at: start) ? start + key.utf8.count : nil
    }
    var offset = start + 1
    while offset < end {
      if raw[offset] == .backslash, raw[start] == .quote {
        offset += 2
      } else if raw[offset] == raw[start] {
        // In single quotes, two are one.
        guard raw[start] == .apostrophe, raw.has([.apostrophe], at: offset + 1) else {
          return offset + 1
        }
        offset += 2
      } else {
        offset += 1
      }
    }
    return nil
  }

  static func lineStarts(_ raw: [UInt8], _ range: Range<Int>) -> [Int] {
    var starts = [range.lowerBound]
    var offset = range.lowerBound
    while offset < range.upperBound {
      let length = breakLength(raw, offset)
      offset += max(length, 1)
      if length > 0 { starts.append(offset) }
    }
    if starts.last != range.upperBound { starts.append(range.upperBound) }
    return starts
  }

  /// The bytes of the line break at `offset`; 0 where there is none.
  private static func breakLength(_ raw: [UInt8], _ offset: Int) -> Int {
    switch raw[offset] {
    case .newline: 1
    case .carriageReturn: raw.has([.newline], at: offset + 1) ? 2 : 1
    case 0xC2: raw.has([0x85], at: offset + 1) ? 2 : 0
    case 0xE2 where raw.has([0x80, 0xA8], at: offset + 1): 3
    case 0xE2 where raw.has([0x80, 0xA9], at: offset + 1): 3
    default: 0
    }
  }

  /// The line of the YAML, counted from 1, that the parser stopped at.
  static func errorLine(_ error: any Error) -> Int {
    guard let error = error as? YamlError else { return 1 }
    return switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    case .reader(_, let offset, _, let yaml):
      yaml.utf8.prefix(max(offset ?? 0, 0)).count { $0 == .newline } + 1
    default: 1
    }
  }
}
