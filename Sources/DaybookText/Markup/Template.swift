/// One side of a card before the fields of a note are filled in, in Anki's template language.
///
/// `{{Field}}`, `{{filter:Field}}`, sections `{{#Field}}…{{/Field}}` for fields that hold something
/// and `{{^Field}}…{{/Field}}` for those that do not, in one another. HTML comments pass unread.
package struct Template: Hashable, Sendable {
  /// `{{filters:Name}}`.
  struct Replacement: Hashable, Sendable {
    let name: String
    /// In the order in which they are applied: the one next to the name first.
    let filters: [String]
    let offset: Int
  }

  /// A part that is shown if a field holds something, or if it does not.
  struct Section: Hashable, Sendable {
    let name: String
    let isNegated: Bool
    let offset: Int
    var nodes: [Node] = []
  }

  /// A part of a template.
  indirect enum Node: Hashable, Sendable {
    case text(String)
    case replacement(Replacement)
    case section(Section)
  }

  /// The most sections in one another.
  static let deepest = 32

  /// What was read.
  package let source: String
  /// What keeps it from being read; nil if it can be shown for a note that has its fields.
  package let problem: TemplateProblem?
  let nodes: [Node]

  /// Reads a template.
  package init(_ source: String) {
    self.source = source
    var reader = TemplateReader(source)
    (nodes, problem) = reader.read()
  }

  /// The fields whose gaps make cloze cards: those with the filter `cloze`, in order, each once.
  package var clozeFieldNames: [String] {
    var names: [String] = []
    forEachReplacement(nodes) { replacement in
      let isCloze = replacement.filters.contains { $0 == "cloze" || $0 == "cloze-only" }
      if isCloze && !names.contains(replacement.name) { names.append(replacement.name) }
    }
    return names
  }

  /// What is wrong with this template for notes with these fields: its own ``problem``, else the
  /// first name that is neither a field nor special.
  package func problem(forFields names: Set<String>) -> TemplateProblem? {
    problem
      ?? unknownName(nodes, names).map {
        TemplateProblem(.unknownField, at: $0, in: Array(source.utf8))
      }
  }

  private func forEachReplacement(_ nodes: [Node], _ body: (Replacement) -> Void) {
    for node in nodes {
      switch node {
      case .text: continue
      case .replacement(let replacement): body(replacement)
      case .section(let section): forEachReplacement(section.nodes, body)
      }
    }
  }

  /// Where the first unknown name stands.
  private func unknownName(_ nodes: [Node], _ names: Set<String>) -> Int? {
    for node in nodes {
      switch node {
      case .text: continue
      case .replacement(let replacement):
        if !names.contains(replacement.name), !SpecialField.isName(replacement.name) {
          return replacement.offset
        }
      case .section(let section):
        let isKnown =
          names.contains(section.name) || SpecialField.isName(section.name)
          || SpecialField.clozeOrdinal(section.name) != nil
        if !isKnown { return section.offset }
        if let offset = unknownName(section.nodes, names) { return offset }
      }
    }
    return nil
  }
}

/// Names that stand for something else than a field.
enum SpecialField: String, CaseIterable {
  case frontSide = "FrontSide"
  case tags = "Tags"
  case type = "Type"
  case deck = "Deck"
  case subdeck = "Subdeck"
  case card = "Card"
  case cardFlag = "CardFlag"

  static func isName(_ name: String) -> Bool { SpecialField(rawValue: name) != nil }

  /// The number in `{{#c1}}`, a section of one card of a cloze note.
  static func clozeOrdinal(_ name: String) -> Int? {
    name.first == "c" ? Int(name.dropFirst()).flatMap { $0 > 0 ? $0 : nil } : nil
  }
}
