/// A link of a note to a note, a place in one, or an attachment.
package struct VaultLink: Equatable, Sendable {
  /// Which of the two ways of writing links it uses.
  package let kind: Kind
  /// The note's name or path as written, for Markdown links decoded and, where it starts with a
  /// dot, counted from the vault; empty for a place in the same note.
  package let target: String
  /// The heading linked to, of several the path `A#B`.
  package let heading: String?
  /// The block linked to, without its caret.
  package let block: String?
  /// The text shown instead; for an embedded picture it may be its size.
  package let shownText: String?
  /// Whether the target is shown in place: `![[…]]` or `![…](…)`.
  package let isEmbed: Bool
  /// The bytes of the body it takes, with the exclamation mark.
  package let range: Range<Int>

  /// How a link is written.
  package enum Kind: Equatable, Sendable {
    /// `[[target#heading|shown]]`
    case wiki
    /// `[shown](target.md#heading)`
    case markdown
  }
}

extension VaultLink {
  /// Reads what stands between `[[` and `]]`; nil when that names nothing.
  init?(wiki content: ArraySlice<UInt8>, isEmbed: Bool, range: Range<Int>) {
    var name = content
    var shown: String?
    if let bar = content.firstIndex(of: .bar) {
      name = content[..<bar]
      // In tables the bar is escaped.
      if name.last == .backslash { name.removeLast() }
      shown = String(decoding: content[(bar + 1)...], as: UTF8.self).trimmed
    }
    let parts = Self.parts(name)
    let target = String(decoding: parts.target, as: UTF8.self).trimmed ?? ""
    let place = parts.place.flatMap { String(decoding: $0, as: UTF8.self).trimmed }
    guard !target.isEmpty || place != nil else { return nil }
    self.init(
      kind: .wiki, target: target, place: place, shownText: shown, isEmbed: isEmbed, range: range)
  }

  /// Reads what stands in parentheses after `]`; nil for addresses elsewhere.
  init?(
    destination: ArraySlice<UInt8>, folder: String, shownText: String?, isEmbed: Bool,
    range: Range<Int>
  ) {
    guard let address = Self.address(destination), !Self.hasScheme(address) else { return nil }
    let parts = Self.parts(address)
    let target = Self.decoded(parts.target)
    let place = parts.place.flatMap { Self.decoded($0).trimmed }
    guard !target.isEmpty || place != nil else { return nil }
    self.init(
      kind: .markdown, target: Self.fromVault(target, folder: folder), place: place,
      shownText: shownText, isEmbed: isEmbed, range: range)
  }

  private init(
    kind: Kind, target: String, place: String?, shownText: String?, isEmbed: Bool,
    range: Range<Int>
  ) {
    let isBlock = place?.hasPrefix("^") ?? false
    self.init(
      kind: kind, target: target, heading: isBlock ? nil : place,
      block: isBlock ? place.map { String($0.dropFirst()) } : nil, shownText: shownText,
      isEmbed: isEmbed, range: range)
  }

  private static func parts(
    _ name: ArraySlice<UInt8>
  ) -> (target: ArraySlice<UInt8>, place: ArraySlice<UInt8>?) {
    guard let hash = name.firstIndex(of: .hash) else { return (name, nil) }
    return (name[..<hash], name[(hash + 1)...])
  }

  /// The address without a title; nil where blanks make it none.
  private static func address(_ destination: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = destination.firstIndex { !$0.isBlank } ?? destination.endIndex
    let text = destination[start...]
    if text.first == .less {
      guard let end = text.firstIndex(of: .greater) else { return nil }
      return text[(start + 1)..<end]
    }
    let end = text.firstIndex(where: \.isBlank) ?? text.endIndex
    let title = text[end...].first { !$0.isBlank }
    let isTitle = title == nil || title == .quote || title == .apostrophe
    return isTitle || title == .openParenthesis ? text[..<end] : nil
  }

  /// Whether an address starts like `https:` or `mailto:`, or like `//host`.
  private static func hasScheme(_ address: ArraySlice<UInt8>) -> Bool {
    if address.starts(with: [.slash, .slash]) { return true }
    guard let colon = address.firstIndex(of: .colon), colon - address.startIndex > 1 else {
      return false
    }
    return address[..<colon].allSatisfy { byte in
      byte.isLetter || byte.isDigit || byte == .hyphen || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: ".")
    }
  }

  /// `text` with `%20` and the like decoded; unchanged where that is not UTF-8.
  private static func decoded(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexadecimalValue)
      if byte == .percent, digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(decoding: text, as: UTF8.self)
  }

  /// The path from the vault for one that starts with `./` or `../`.
  private static func fromVault(_ target: String, folder: String) -> String {
    guard target.hasPrefix("./") || target.hasPrefix("../") else { return target }
    var parts = folder.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return target  // Outside the vault: left as it is.
      }
    }
    return parts.joined(separator: "/")
  }
}
