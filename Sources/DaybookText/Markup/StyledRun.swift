/// A stretch of text that looks the same throughout.
package struct StyledRun: Hashable, Sendable {
  /// The text; lines are separated by line feeds.
  package let text: String
  /// What it looks like.
  package let attributes: TextAttributes

  /// A run of text.
  package init(_ text: String, _ attributes: TextAttributes = TextAttributes()) {
    self.text = text
    self.attributes = attributes
  }
}

/// What text looks like, as far as a terminal can show it.
package struct TextAttributes: Hashable, Sendable {
  /// `<b>`, `<strong>`, headings, `font-weight`.
  package var isBold = false
  /// `<i>`, `<em>`, `font-style`.
  package var isItalic = false
  /// `<u>`, `text-decoration`.
  package var isUnderlined = false
  /// `<s>`, `<del>`, `text-decoration`.
  package var isStruck = false
  /// The gap that a cloze card asks for.
  package var isCloze = false
  /// The line between question and answer: draw it as wide as the screen.
  package var isRule = false
  /// The colour of the letters; nil for the usual one.
  package var color: TextColor?

  /// Plain text.
  package init() {}
}

/// A colour of red, green and blue light.
package struct TextColor: Hashable, Sendable {
  /// How red, 0...255.
  package let red: UInt8
  /// How green, 0...255.
  package let green: UInt8
  /// How blue, 0...255.
  package let blue: UInt8

  /// A colour of three parts.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  private init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Reads `#f00`, `#ff0000`, `rgb(255, 0, 0)` or one of the sixteen names of HTML 4 and orange.
  package init?(css text: String) {
    let text = text.lowercased()
    if let rgb = Self.named[text] {
      self.init(rgb: rgb)
    } else if text.hasPrefix("#"), let rgb = UInt32(text.dropFirst(), radix: 16) {
      switch text.utf8.count {
      case 7: self.init(rgb: rgb)
      case 4:
        let parts = [rgb >> 8 & 15, rgb >> 4 & 15, rgb & 15].map { UInt8($0 * 17) }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
      default: return nil
      }
    } else if let open = text.firstIndex(of: "("), text[..<open] == "rgb" || text[..<open] == "rgba"
    {
      let numbers = text[open...].split { !$0.isNumber && $0 != "." }.prefix(3).compactMap {
        UInt8($0)
      }
      guard numbers.count == 3 else { return nil }
      self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
    } else {
      return nil
    }
  }

  private static let named: [String: UInt32] = [
    "black": 0, "silver": 0xc0c0c0, "gray": 0x808080, "grey": 0x808080, "white": 0xffffff,
    "maroon": 0x800000, "red": 0xff0000, "purple": 0x800080, "fuchsia": 0xff00ff,
    "magenta": 0xff00ff, "green": 0x008000, "lime": 0x00ff00, "olive": 0x808000,
    "yellow": 0xffff00, "navy": 0x000080, "blue": 0x0000ff, "teal": 0x008080, "aqua": 0x00ffff,
    "cyan": 0x00ffff, "orange": 0xffa500,
  ]
}
