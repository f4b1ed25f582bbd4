/// The kinds of values tasks are made of.
extension TaskwarriorReader {
  /// A string that says something; a number counts as its digits.
  mutating func text(_ member: JSONObject.Member, _ field: TaskwarriorField) -> String? {
    switch member.value {
    case .string(let text), .number(let text): return text.isEmpty ? nil : text
    default:
      keep(member, .unexpectedType(field))
      return nil
    }
  }

  mutating func date(_ member: JSONObject.Member, _ field: TaskwarriorField) -> Int64? {
    if member.value == .string("") { return nil }
    if let time = milliseconds(member.value) { return time }
    keep(member, .unreadableDate(field))
    return nil
  }

  mutating func uuid(_ member: JSONObject.Member, _ field: TaskwarriorField) -> String? {
    guard let text = text(member, field) else { return nil }
    if let uuid = Self.uuid(text) { return uuid }
    keep(member, .malformedUUID(field))
    return nil
  }

  /// An array of strings, or one string, each parted by commas; each part once.
  mutating func list(_ member: JSONObject.Member, _ field: TaskwarriorField) -> [String] {
    let values: [JSONValue]
    switch member.value {
    case .array(let elements): values = elements
    case let value: values = [value]
    }
    var seen: Set<[UInt8]> = []
    var parts: [String] = []
    for value in values {
      let member = JSONObject.Member(key: member.key, value: value)
      for part in (text(member, field) ?? "").split(separator: ",") {
        guard let part = part.trimmed, seen.insert(Array(part.utf8)).inserted else { continue }
        parts.append(part)
      }
    }
    return parts
  }

  /// `text` in lower case, when it is eight, four, four, four and twelve hexadecimal digits.
  static func uuid(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    for (index, byte) in bytes.enumerated() {
      let isHyphen = [8, 13, 18, 23].contains(index)
      guard isHyphen ? byte == .hyphen : byte.hexadecimalValue != nil else { return nil }
    }
    return text.lowercased()
  }
}

extension StringProtocol {
  /// The text without white space around it; nil when nothing is left.
  var trimmed: String? {
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    return String(String.UnicodeScalarView(unicodeScalars[first...last]))
  }
}
