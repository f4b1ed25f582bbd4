/// A tag of HTML, with places in the bytes it was read from.
struct HTMLTag {
  /// One attribute; the value's quotes are outside its range.
  struct Attribute {
    let name: String
    let value: Range<Int>
  }

  /// In lower case.
  let name: String
  let isEnd: Bool
  let attributes: [Attribute]
  /// From `<` to behind `>`.
  let range: Range<Int>
}

/// Text and tags of HTML as cards have it: written by hand, pasted, cut off.
///
/// Every byte is looked at a bounded number of times, whatever stands there. Comments,
/// declarations, scripts and style sheets are passed over. A `<` that no tag begins with is text; a
/// quote that never ends ends at the next `>`.
struct HTMLTokenizer: Sequence, IteratorProtocol {
  enum Token {
    case text(Range<Int>)
    case tag(HTMLTag)
  }

  let bytes: [UInt8]
  private var position = 0
  /// Behind it, no `<` begins a tag.
  private let lastTagEnd: Int
  /// False once a quote had no end: then a value ends with its tag.
  private var trustsQuotes = true

  init(_ html: String) { self.init(Array(html.utf8)) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lastTagEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
  }

  mutating func next() -> Token? {
    while position < bytes.count {
      guard beginsMarkup(position) else { return .text(text()) }
      if let tag = markup() { return .tag(tag) }
    }
    return nil
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func beginsMarkup(_ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "<"), index < lastTagEnd else { return false }
    let next = byte(index + 1)
    if next == UInt8(ascii: "/") { return byte(index + 2).isLetter }
    return next.isLetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
  }

  private mutating func text() -> Range<Int> {
    let start = position
    repeat { position += 1 } while position < bytes.count && !beginsMarkup(position)
    return start..<position
  }

  /// The tag that begins here; nil after passing over something that shows nothing.
  private mutating func markup() -> HTMLTag? {
    let start = position
    if bytes.hasPrefix("<!--", at: start) {
      position = bytes.firstRange(of: "-->", from: start + 4)?.upperBound ?? bytes.count
      return nil
    }
    if [UInt8(ascii: "!"), UInt8(ascii: "?")].contains(byte(start + 1)) {
      while bytes[position] != UInt8(ascii: ">") { position += 1 }
      position += 1
      return nil
    }
    let tag = readTag()
    position = tag.range.upperBound
    if !tag.isEnd, tag.name == "script" || tag.name == "style" {
      let end = bytes.firstRange(of: "</" + tag.name, from: position)
      position = end?.lowerBound ?? bytes.count
      return nil
    }
    return tag.isEnd && (tag.name == "script" || tag.name == "style") ? nil : tag
  }

  private mutating func readTag() -> HTMLTag {
    if trustsQuotes {
      if let tag = readTag(endingValuesAtTagEnd: false) { return tag }
      trustsQuotes = false
    }
    guard let tag = readTag(endingValuesAtTagEnd: true) else {
      preconditionFailure("a tag ends before the last >")
    }
    return tag
  }

  /// Nil if the bytes end first, which does not happen when values end at `>`.
  private func readTag(endingValuesAtTagEnd isCautious: Bool) -> HTMLTag? {
    var index = position + 1
    let isEnd = byte(index) == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let name = word(&index)
    var attributes: [HTMLTag.Attribute] = []
    while index < bytes.count {
      let next = bytes[index]
      if next == UInt8(ascii: ">") {
        return HTMLTag(
          name: name, isEnd: isEnd, attributes: attributes, range: position..<index + 1)
      }
      if next.isSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: "=") {
        index += 1
        continue
      }
      let attribute = word(&index)
      skipSpaces(&index)
      guard byte(index) == UInt8(ascii: "=") else { continue }
      index += 1
      skipSpaces(&index)
      guard let value = value(&index, isCautious) else { return nil }
      attributes.append(.init(name: attribute, value: value))
    }
    return nil
  }

  /// The name of a tag or attribute, at least a byte.
  private func word(_ index: inout Int) -> String {
    let start = index
    repeat { index += 1 } while index < bytes.count && !bytes[index].endsWord
    return String(decoding: bytes[start..<index].lazy.map(\.lowercased), as: UTF8.self)
  }

  private func skipSpaces(_ index: inout Int) {
    while byte(index).isSpace { index += 1 }
  }

  private func value(_ index: inout Int, _ isCautious: Bool) -> Range<Int>? {
    let quote = byte(index)
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { index += 1 }
    let start = index
    while index < bytes.count {
      let next = bytes[index]
      if isQuoted && next == quote {
        index += 1
        return start..<index - 1
      }
      let endsHere = next == UInt8(ascii: ">") && (isCautious || !isQuoted)
      if endsHere || !isQuoted && next.isSpace { return start..<index }
      index += 1
    }
    return nil
  }
}

extension HTMLTokenizer {
  /// The value of an attribute with its entities resolved; nil if the tag has none.
  func value(_ name: String, of tag: HTMLTag) -> String? {
    tag.attributes.first { $0.name == name }.map { HTMLEntities.decoded(bytes[$0.value]) }
  }
}
