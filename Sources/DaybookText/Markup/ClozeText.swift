/// A text with gaps, `{{c1::Paris}}` or `{{c1::Paris::a city}}`, as Anki writes them.
///
/// Gaps may lie in one another and belong to several cards, `{{c1,2::x}}`. Each number makes one
/// card, which asks for the gaps of that number and shows the others. Reading takes time in
/// proportion to the text; what only looks like a gap stays as it is, and so does one without an
/// end, with all that follows.
package struct ClozeText: Hashable, Sendable {
  /// A gap with what fills it.
  struct Gap: Hashable, Sendable {
    /// The cards that ask for it.
    let ordinals: [Int]
    var nodes: [Node] = []
    var hint: String?
  }

  /// A part of the text.
  indirect enum Node: Hashable, Sendable {
    case text(String)
    case gap(Gap)
  }

  /// How a text is written.
  package enum Markup: Sendable {
    /// With Anki's spans around gaps; the text itself is taken as HTML already.
    case html
    /// As plain text: `[...]` or `[hint]`.
    case plain
  }

  /// Numbers of gaps; a number outside makes no gap.
  package static let ordinalRange = 1...500
  /// Gaps deeper in one another than this are text.
  static let deepest = 10

  let nodes: [Node]
  /// The numbers that occur, each once, ascending: one card each.
  package let ordinals: [Int]

  /// Reads a text.
  package init(_ text: String) {
    nodes = ClozeReader.nodes(text)
    var found: Set<Int> = []
    Self.visit(nodes) { found.formUnion($0.ordinals) }
    ordinals = found.sorted()
  }

  /// The text with the gaps of one card left open.
  ///
  /// - Parameter ordinal: The card; nil asks for all gaps at once.
  package func question(_ ordinal: Int?, _ markup: Markup = .html) -> String {
    side(ClozeSide(ordinal: ordinal, isQuestion: true, markup: markup))
  }

  /// The text with all gaps filled, in HTML with those of one card marked.
  ///
  /// - Parameter ordinal: The card; nil marks all gaps.
  package func answer(_ ordinal: Int?, _ markup: Markup = .html) -> String {
    side(ClozeSide(ordinal: ordinal, isQuestion: false, markup: markup))
  }

  /// What fills the gaps of one card, in order, without markup of its own; of gaps that lie in one
  /// another, the outer.
  package func fillings(of ordinal: Int) -> [String] {
    var fillings: [String] = []
    collect(nodes) { gap in
      guard gap.ordinals.contains(ordinal) else { return false }
      fillings.append(written(gap.nodes, .filled))
      return true
    }
    return fillings
  }

  /// The hints of a card's gaps in the same order, nil where there is none.
  func hints(of ordinal: Int) -> [String?] {
    var hints: [String?] = []
    collect(nodes) { gap in
      guard gap.ordinals.contains(ordinal) else { return false }
      hints.append(gap.hint)
      return true
    }
    return hints
  }

  private static func visit(_ nodes: [Node], _ body: (Gap) -> Void) {
    for case .gap(let gap) in nodes {
      body(gap)
      visit(gap.nodes, body)
    }
  }

  /// Visits gaps from the outside; not those in a gap for which `body` returns true.
  private func collect(_ nodes: [Node], _ body: (Gap) -> Bool) {
    for case .gap(let gap) in nodes where !body(gap) { collect(gap.nodes, body) }
  }
}
