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

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(.quote)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += [.backslash, .quote]
      case "\\": bytes += [.backslash, .backslash]
      case "\n": bytes += [.backslash, UInt8(ascii: "n")]
      case "\r": bytes += [.backslash, UInt8(ascii: "r")]
      case "\t": bytes += [.backslash, UInt8(ascii: "t")]
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        let digits = String(scalar.value, radix: 16)
        bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    bytes.append(.quote)
  }
}
