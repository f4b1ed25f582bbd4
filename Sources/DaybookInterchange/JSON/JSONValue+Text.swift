/// From text and back.
extension JSONValue {
  /// Reads text that is one JSON value.
  ///
  /// A byte order mark and white space around the value are allowed; of equal keys in an object
  /// the last value counts, in the place of the first.
  ///
  /// - Throws: ``JSONError``, with the line and column.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.value()
    reader.skipWhitespace()
    guard reader.current == nil else { throw reader.failure(.trailingContent) }
  }

  /// The value as text on one line, without white space, keys in their order.
  ///
  /// Characters that a terminal obeys (control characters, those that turn the direction of
  /// writing) and line separators are written as `\u` escapes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .number(let text): bytes += Array(text.utf8)
    case .string(let text): Self.append(text, to: &bytes)
    case .array(let values):
      bytes.append(.openBracket)
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(.comma) }
        value.append(to: &bytes)
      }
      bytes.append(.closeBracket)
    case .object(let object):
      bytes.append(.openBrace)
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(.comma) }
        Self.append(member.key, to: &bytes)
        bytes.append(.colon)
        member.value.append(to: &bytes)
      }
      bytes.append(.closeBrace)
    }
  }

  /// Copies what needs no escape in one go: most text has none.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let utf8 = Array(text.utf8)
    bytes.append(.quote)
    var copied = 0
    var index = 0
    while index < utf8.count {
      guard let (escape, length) = escape(utf8, at: index) else {
        index += 1
        continue
      }
      bytes += utf8[copied..<index]
      bytes += escape
      index += length
      copied = index
    }
    bytes += utf8[copied...]
    bytes.append(.quote)
  }

  /// What stands for the character at an index, and its length in UTF-8; nil for most.
  @inline(__always)
  private static func escape(
    _ utf8: [UInt8], at index: Int
  ) -> (escape: [UInt8], length: Int)? {
    switch utf8[index] {
    case .quote: return ([.backslash, .quote], 1)
    case .backslash: return ([.backslash, .backslash], 1)
    case .newline: return ([.backslash, UInt8(ascii: "n")], 1)
    case .carriageReturn: return ([.backslash, UInt8(ascii: "r")], 1)
    case .tab: return ([.backslash, UInt8(ascii: "t")], 1)
    case 0..<0x20, 0x7F, 0xC2, 0xE2: break
    default: return nil
    }
    guard let (scalar, length) = utf8.scalar(at: index, before: utf8.count) else { return nil }
    switch scalar {
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16)
      let padded = String(repeating: "0", count: 4 - digits.count) + digits
      return (Array("\\u\(padded)".utf8), length)
    default: return nil
    }
  }
}
