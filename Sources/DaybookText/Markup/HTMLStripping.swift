/// Fields without their HTML, for sorting, finding duplicates and comparing.
package enum HTMLStripping {
  /// The text of a field: tags, comments, scripts and style sheets removed, references resolved,
  /// white space as it was.
  package static func text(of html: String) -> String { text(of: html, keepingMedia: false) }

  /// The same with the names of pictures, sounds and objects in place of their tags, each between
  /// spaces: what Anki sorts by (`sfld`) and takes the checksum of the first field from (`csum`).
  package static func sortText(of html: String) -> String { text(of: html, keepingMedia: true) }

  /// The text of a field on one line, without sounds: what a person would type.
  static func line(of html: String) -> String {
    var line = ""
    var tokens = HTMLTokenizer(html)
    while let token = tokens.next() {
      switch token {
      case .text(let range): line += HTMLEntities.decoded(tokens.bytes[range])
      case .tag(let tag):
        if tag.name == "br" || OpenElement.blocks.contains(tag.name) { line += " " }
      }
    }
    return withoutSounds(line)
  }

  private static func withoutSounds(_ text: String) -> String {
    var kept = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[sound:"),
      let close = rest[open.upperBound...].firstIndex(of: "]")
    {
      kept += rest[..<open.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return kept + rest
  }

  /// Whether a field counts as empty, as in Anki: it holds nothing but white space, `<br>` and
  /// `<div>`. A comment or a script is something.
  package static func isEmpty(_ html: String) -> Bool {
    var tokens = HTMLTokenizer(html)
    var empty = 0
    while let token = tokens.next() {
      switch token {
      case .text(let range):
        guard tokens.bytes[range].allSatisfy(\.isSpace) else { return false }
        empty += range.count
      case .tag(let tag):
        guard tag.name == "br" || tag.name == "div" else { return false }
        empty += tag.range.count
      }
    }
    // What was passed over shows nothing, but is there.
    return empty == tokens.bytes.count
  }

  private static func text(of html: String, keepingMedia: Bool) -> String {
    var text = ""
    var tokens = HTMLTokenizer(html)
    while let token = tokens.next() {
      switch token {
      case .text(let range): text += HTMLEntities.decoded(tokens.bytes[range])
      case .tag(let tag):
        guard keepingMedia, !tag.isEnd, let attribute = MediaReferences.attributes[tag.name],
          let name = tokens.value(attribute, of: tag)
        else { continue }
        text += " \(name) "
      }
    }
    return text.replacing("\u{a0}", with: " ")
  }
}
