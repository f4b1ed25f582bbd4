import Crypto

/// What notes are sorted and compared by: a field without its HTML, with the names of its pictures.
package struct AnkiSortText {
  private let html: [UInt8]
  private var text: [UInt8] = []

  /// The text of a field.
  package static func text(of field: String) -> String {
    var stripper = AnkiSortText(html: Array(field.utf8))
    stripper.strip()
    return String(decoding: HTMLEntities.decoded(stripper.text), as: UTF8.self)
  }

  /// The checksum of a first field: the first four bytes of the SHA-1 of its text.
  package static func checksum(of field: String) -> Int {
    let digest = Insecure.SHA1.hash(data: Array(text(of: field).utf8))
    return digest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  private init(html: [UInt8]) { self.html = html }

  private mutating func strip() {
    text.reserveCapacity(html.count)
    var copied = 0
    while let start = html[copied...].firstIndex(of: .less) {
      text += html[copied..<start]
      copied = end(ofTagAt: start)
    }
    text += html[copied...]
  }

  /// Behind the tag, comment, style or script that begins here; the name of what a tag shows is
  /// kept.
  private mutating func end(ofTagAt start: Int) -> Int {
    if has("<!--", at: start) { return end("-->", after: start + 4) ?? html.count }
    for (opening, closing) in [("<style", "</style>"), ("<script", "</script>")]
    where has(opening, at: start) {
      return end(closing, after: start + opening.utf8.count) ?? html.count
    }
    guard let close = html[start...].firstIndex(of: .greater) else {
      text.append(.less)
      return start + 1
    }
    if let name = source(in: html[start...close]) { text += [.space] + name + [.space] }
    return close + 1
  }

  private func has(_ word: String, at start: Int) -> Bool {
    let word = Array(word.utf8)
    guard html.count - start >= word.count else { return false }
    return word.indices.allSatisfy { html[start + $0].asciiLowercase == word[$0] }
  }

  private func end(_ word: String, after start: Int) -> Int? {
    let length = word.utf8.count
    var place = start
    while place + length <= html.count {
      if has(word, at: place) { return place + length }
      place += 1
    }
    return nil
  }

  /// What `src`, or `data` of an object, names in the tag of a picture, sound or film.
  private func source(in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let names = ["<img", "<audio", "<video", "<source", "<object"]
    guard let name = names.first(where: { has($0, at: tag.startIndex) }) else { return nil }
    let attribute = name == "<object" ? "data=" : "src="
    let length = attribute.utf8.count
    var place = tag.startIndex + name.utf8.count
    while place + length < tag.endIndex {
      guard html[place].isHTMLSpace, has(attribute, at: place + 1) else {
        place += 1
        continue
      }
      let rest = tag[(place + 1 + length)...].dropLast()
      guard let quote = rest.first, quote == .quote || quote == .apostrophe else {
        return rest.prefix { !$0.isHTMLSpace }
      }
      return rest.dropFirst().prefix { $0 != quote }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var asciiLowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
  fileprivate var isHTMLSpace: Bool { self == .space || (0x09...0x0D).contains(self) }
}

/// The few entities that editors of notes write.
enum HTMLEntities {
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]
  /// The most bytes between an ampersand and its semicolon.
  private static let nameLimit = 8

  /// Entities as the characters they stand for; unknown ones stay.
  static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(.ampersand) else { return text }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var copied = 0
    while let start = text[copied...].firstIndex(of: .ampersand) {
      decoded += text[copied..<start]
      let name = text[(start + 1)...].prefix(nameLimit + 1).prefix { $0 != .semicolon }
      if name.count <= nameLimit, name.endIndex < text.count,
        let bytes = scalar(name).flatMap({ UTF8.encode($0) })
      {
        decoded += bytes
        copied = name.endIndex + 1
      } else {
        decoded.append(.ampersand)
        copied = start + 1
      }
    }
    return decoded + text[copied...]
  }

  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let name = String(decoding: name, as: UTF8.self)
    guard name.hasPrefix("#") else { return named[name] }
    let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
    return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }
}
