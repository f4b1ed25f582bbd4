/// Which side of which card is written, and how.
struct ClozeSide {
  let ordinal: Int?
  let isQuestion: Bool
  let markup: ClozeText.Markup

  /// The bare text with every gap filled.
  static let filled = ClozeSide(ordinal: nil, isQuestion: false, markup: .plain)

  /// The same card with its gaps filled.
  var answer: ClozeSide { ClozeSide(ordinal: ordinal, isQuestion: false, markup: markup) }

  func isActive(_ gap: ClozeText.Gap) -> Bool { ordinal.map(gap.ordinals.contains) ?? true }
}

extension ClozeText {
  /// The whole text. Formulas lose their tags, which MathJax cannot read.
  func side(_ side: ClozeSide) -> String {
    let text = written(nodes, side)
    return side.markup == .html ? MathText.withoutTags(text) : text
  }

  func written(_ nodes: [Node], _ side: ClozeSide) -> String {
    var text = ""
    for node in nodes {
      switch node {
      case .text(let part): text += part
      case .gap(let gap): text += written(gap, side)
      }
    }
    return text
  }

  private func written(_ gap: Gap, _ side: ClozeSide) -> String {
    if let area = OcclusionArea(gap) { return area.written(side) }
    let isOpen = side.isActive(gap) && side.isQuestion
    let shown = isOpen ? "[\(gap.shownHint ?? "...")]" : written(gap.nodes, side)
    guard side.markup == .html else { return shown }
    let ordinals = gap.ordinals.map(String.init).joined(separator: ",")
    guard side.isActive(gap) else {
      return #"<span class="cloze-inactive" data-ordinal="\#(ordinals)">\#(shown)</span>"#
    }
    let filling = isOpen ? HTMLEntities.encoded(written(gap.nodes, side.answer)) : nil
    let data = filling.map { #" data-cloze="\#($0)""# } ?? ""
    return #"<span class="cloze"\#(data) data-ordinal="\#(ordinals)">\#(shown)</span>"#
  }
}

extension ClozeText.Gap {
  /// The hint, if it says anything.
  var shownHint: String? { hint.flatMap { $0.isEmpty ? nil : $0 } }
}

/// An area of a picture that a card covers: `{{c1::image-occlusion:rect:left=.1:top=.1:…}}`.
struct OcclusionArea {
  private static let mark = "image-occlusion:"

  let ordinals: [Int]
  /// `rect`, `ellipse`, `polygon` or `text`.
  let shape: Substring
  /// Where it lies, in fractions of the picture's size, and how it behaves.
  let properties: [(name: Substring, value: Substring)]

  /// Nil for a gap in a text.
  init?(_ gap: ClozeText.Gap) {
    guard gap.nodes.count == 1, case .text(let text) = gap.nodes[0], text.hasPrefix(Self.mark)
    else { return nil }
    let parts = text.dropFirst(Self.mark.count).split(separator: ":")
    guard let shape = parts.first else { return nil }
    self.shape = shape
    ordinals = gap.ordinals
    properties = parts.dropFirst().compactMap { part in
      guard let equals = part.firstIndex(of: "=") else { return nil }
      return (part[..<equals], part[part.index(after: equals)...])
    }
  }

  func written(_ side: ClozeSide) -> String {
    let isActive = side.ordinal.map(ordinals.contains) ?? true
    guard side.markup == .html else {
      return isActive ? side.isQuestion ? "[hidden area]" : "[shown area]" : ""
    }
    let name = isActive ? side.isQuestion ? "cloze" : "cloze-highlight" : "cloze-inactive"
    let numbers = ordinals.map(String.init).joined(separator: ",")
    let data = properties.filter { $0.name.utf8.allSatisfy(\.isLetter) }.map {
      let name = $0.name == "oi" ? "occludeInactive" : $0.name
      return " data-\(name)=\"\(HTMLEntities.encoded(String($0.value)))\""
    }.joined()
    let shape = HTMLEntities.encoded(String(shape))
    return
      #"<div class="\#(name)" data-ordinal="\#(numbers)" data-shape="\#(shape)"\#(data)></div>"#
  }
}
