/// The files that a field of a note shows or plays: `src` and `data` of pictures, sounds, videos
/// and objects, and `[sound:…]`.
package enum MediaReferences {
  /// The names of the files, each once, in the order in which they are first used.
  ///
  /// Addresses (`https:`, `data:`) and paths are no names of media files.
  package static func names(in html: String) -> [String] {
    var seen: Set<String> = []
    return places(in: Array(html.utf8)).map(\.name).filter { seen.insert($0).inserted }
  }

  /// The field with every use of one file made a use of another; all else keeps its bytes.
  ///
  /// - Parameter newName: A name as media files may have, without `[`, `]`, quotes or `<`.
  package static func renaming(
    _ name: String, to newName: String, in html: String
  ) -> String {
    let bytes = Array(html.utf8)
    var renamed: [UInt8] = []
    var end = 0
    for place in places(in: bytes) where place.name == name {
      renamed += bytes[end..<place.range.lowerBound]
      renamed += place.spelling(of: newName, bytes).utf8
      end = place.range.upperBound
    }
    guard end > 0 else { return html }
    renamed += bytes[end...]
    return String(decoding: renamed, as: UTF8.self)
  }

  /// A name as an address spells it, `%20` for a space; what is no such spelling stays.
  static func decodedName(_ spelled: String) -> String {
    guard spelled.utf8.contains(UInt8(ascii: "%")) else { return spelled }
    var bytes: [UInt8] = []
    var rest = Array(spelled.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? spelled
  }
}

extension MediaReferences {
  /// Where a name stands in a field.
  struct Place {
    let name: String
    let range: Range<Int>
    let isAttribute: Bool

    /// Another name as it is written here.
    func spelling(of name: String, _ bytes: [UInt8]) -> String {
      let isRead = decodedName(name) == name
      let spelled = isRead || !isAttribute ? name : name.replacing("%", with: "%25")
      guard isAttribute else {
        return spelled.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      }
      let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
      let isQuoted = before == UInt8(ascii: "\"") || before == UInt8(ascii: "'")
      let encoded = HTMLEntities.encoded(spelled)
      return isQuoted ? encoded : "\"\(encoded)\""
    }
  }

  /// The attribute that names the file, by tag.
  static let attributes = [
    "img": "src", "audio": "src", "video": "src", "source": "src", "embed": "src",
    "object": "data",
  ]

  private static func places(in bytes: [UInt8]) -> [Place] {
    var places: [Place] = []
    var tokens = HTMLTokenizer(bytes)
    while let token = tokens.next() {
      switch token {
      case .text(let range): places += sounds(in: bytes, range)
      case .tag(let tag):
        guard !tag.isEnd, let wanted = attributes[tag.name],
          let attribute = tag.attributes.first(where: { $0.name == wanted })
        else { continue }
        let spelled = HTMLEntities.decoded(bytes[attribute.value])
        add(decodedName(spelled), attribute.value, isAttribute: true, to: &places)
      }
    }
    return places
  }

  private static func sounds(in bytes: [UInt8], _ text: Range<Int>) -> [Place] {
    var places: [Place] = []
    var index = text.lowerBound
    while let open = bytes.firstRange(of: "[sound:", from: index, to: text.upperBound),
      let close = bytes[open.upperBound..<text.upperBound].firstIndex(of: UInt8(ascii: "]"))
    {
      let range = open.upperBound..<close
      add(HTMLEntities.decoded(bytes[range]), range, isAttribute: false, to: &places)
      index = close + 1
    }
    return places
  }

  private static func add(
    _ name: String, _ range: Range<Int>, isAttribute: Bool, to places: inout [Place]
  ) {
    let isAddress = name.utf8.contains {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }
    guard !name.isEmpty, !isAddress else { return }
    places.append(Place(name: name, range: range, isAttribute: isAttribute))
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
