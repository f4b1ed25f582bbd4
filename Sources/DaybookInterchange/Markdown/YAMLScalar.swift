/// Single values in YAML, read by the core schema of YAML 1.2 (section 10.3.2), to which dates are
/// added, as in Obsidian: `yes` is text, not true.
enum YAMLScalar {
  /// What an unquoted scalar means.
  static func value(plain text: String) -> PropertyValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE", "false", "False", "FALSE": return .bool(text)
    default: break
    }
    let bytes = Array(text.utf8)
    if isNumber(bytes) { return .number(text) }
    if bytes.count >= 10, bytes[4] == .hyphen, WrittenDate(text) != nil { return .date(text) }
    return .text(text)
  }

  /// The YAML of a single value on one line; nil when `value` is none or would not be read back.
  static func yaml(_ value: PropertyValue) -> String? {
    switch value {
    case .null: return "null"
    case .text(let text): return isPlain(text) ? text : quoted(text)
    case .number(let text), .bool(let text), .date(let text):
      return Self.value(plain: text) == value ? text : nil
    case .list, .nested: return nil
    }
  }

  /// Words that YAML 1.1 reads as something else than text.
  private static let reservedWords: Set<String> = [
    "true", "false", "yes", "no", "on", "off", "y", "n", "null",
  ]

  /// Whether text means itself without quotes, wherever a single value may stand.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, first.isLetter, last != " " else {
      return false
    }
    let marks: Set<Unicode.Scalar> = ["_", "-", "/", ".", "(", ")", "'", " "]
    return scalars.allSatisfy { $0.isLetter || $0.isNumber || $0.isMark || marks.contains($0) }
      && !reservedWords.contains(text.lowercased())
  }

  private static func quoted(_ text: String) -> String {
    var yaml = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": yaml += "\\\""
      case "\\": yaml += "\\\\"
      case "\n": yaml += "\\n"
      case "\t": yaml += "\\t"
      case "\r": yaml += "\\r"
      case "\0"..<" ", "\u{7F}"..."\u{A0}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}",
        "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        yaml += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: yaml.unicodeScalars.append(scalar)
      }
    }
    return yaml + "\""
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: Array("0x".utf8)), bytes.count > 2 {
      return bytes.dropFirst(2).allSatisfy { $0.hexadecimalValue != nil }
    }
    if bytes.starts(with: Array("0o".utf8)), bytes.count > 2 {
      return bytes.dropFirst(2).allSatisfy { (0x30...0x37).contains($0) }
    }
    var rest = bytes[...]
    if let sign = rest.first, sign == .hyphen || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let special = String(decoding: rest, as: UTF8.self).lowercased()
    if special == ".inf" || (special == ".nan" && rest.count == bytes.count) { return true }
    let whole = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: \.isDigit)
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return false }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if let sign = rest.first, sign == .hyphen || sign == UInt8(ascii: "+") { rest.removeFirst() }
    return !rest.isEmpty && rest.allSatisfy(\.isDigit)
  }
}
