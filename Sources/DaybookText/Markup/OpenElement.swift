/// An element of HTML that has not ended yet, with what it gives to the text in it.
struct OpenElement {
  let name: String
  var attributes = TextAttributes()
  var isHidden = false
  var isPreformatted = false
  /// What is written where it ends.
  var ending = ""
  /// The next number of an ordered list; nil for others.
  var number: Int?
  /// How many cells of a table row were begun.
  var cells = 0

  /// An element in `parent`.
  init(_ name: String, in parent: OpenElement?) {
    self.name = name
    guard let parent else { return }
    attributes = parent.attributes
    isHidden = parent.isHidden
    isPreformatted = parent.isPreformatted
  }

  var isCell: Bool { name == "td" || name == "th" }

  /// Elements that have no end.
  static let void: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]

  /// Elements that stand on lines of their own.
  static let blocks: Set = [
    "address", "article", "aside", "blockquote", "center", "details", "dd", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
  ]

  /// Blocks with an empty line around them.
  static let apart: Set = [
    "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "table",
  ]

  /// Applies what the element's name says about its looks.
  mutating func applyName() {
    switch name {
    case "b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6", "dt": attributes.isBold = true
    case "i", "em", "cite", "dfn", "var": attributes.isItalic = true
    case "u", "ins": attributes.isUnderlined = true
    case "s", "del", "strike": attributes.isStruck = true
    case "pre", "textarea": isPreformatted = true
    case "rp", "select", "title", "template", "noscript": isHidden = true
    default: break
    }
  }

  /// Applies the declarations of a `style` attribute.
  mutating func applyStyle(_ style: String) {
    for declaration in style.lowercased().split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.trimmingSpaces }
      guard parts.count == 2 else { continue }
      switch (parts[0], parts[1]) {
      case ("display", "none"), ("visibility", "hidden"): isHidden = true
      case ("color", let color):
        attributes.color = TextColor(css: String(color)) ?? attributes.color
      case ("font-weight", let weight):
        attributes.isBold = weight == "bold" || weight == "bolder" || (Int(weight) ?? 0) >= 600
      case ("font-style", let style): attributes.isItalic = style != "normal"
      case ("text-decoration", let line), ("text-decoration-line", let line):
        if line.contains("underline") { attributes.isUnderlined = true }
        if line.contains("line-through") { attributes.isStruck = true }
      default: continue
      }
    }
  }
}

extension StringProtocol {
  /// Without the white space at both ends.
  var trimmingSpaces: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
