extension Template {
  /// The template with the fields filled in. Unknown names leave nothing.
  ///
  /// - Parameter frontSide: What `{{FrontSide}}` stands for.
  func written(_ content: CardContent, isQuestion: Bool, frontSide: String) -> String {
    let filled = content.filledFieldNames
    let filter = TemplateFilter(content: content, isQuestion: isQuestion)
    var html = ""
    func write(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .text(let text): html += text
        case .section(let section):
          if isShown(section, content, filled) { write(section.nodes) }
        case .replacement(let replacement):
          let special = SpecialField(rawValue: replacement.name)
          let value =
            content[replacement.name]
            ?? special.map { content.value(of: $0, frontSide: frontSide) }
          html += filter.applied(replacement, to: value ?? "")
        }
      }
    }
    write(nodes)
    return html
  }

  /// Whether some field that is not empty would be shown.
  func shows(_ nodes: [Node], _ content: CardContent, _ filled: Set<String>) -> Bool {
    nodes.contains { node in
      switch node {
      case .text: false
      case .replacement(let replacement): filled.contains(replacement.name)
      case .section(let section):
        isShown(section, content, filled) && shows(section.nodes, content, filled)
      }
    }
  }

  /// The first field to be typed.
  var typedField: TypedField? { typedField(nodes) }

  private func typedField(_ nodes: [Node]) -> TypedField? {
    for node in nodes {
      switch node {
      case .text: continue
      case .replacement(let replacement):
        guard let mode = TypedField.Mode(filters: replacement.filters) else { continue }
        return TypedField(name: replacement.name, mode: mode)
      case .section(let section):
        if let field = typedField(section.nodes) { return field }
      }
    }
    return nil
  }

  private func isShown(_ section: Section, _ content: CardContent, _ filled: Set<String>) -> Bool {
    isFilled(section.name, content, filled) != section.isNegated
  }

  private func isFilled(_ name: String, _ content: CardContent, _ filled: Set<String>) -> Bool {
    if content[name] != nil { return filled.contains(name) }
    if let special = SpecialField(rawValue: name) {
      return special == .frontSide || !content.value(of: special, frontSide: "").isEmpty
    }
    guard let ordinal = SpecialField.clozeOrdinal(name) else { return false }
    return ordinal == content.clozeOrdinal
  }
}

extension TemplateProblem {
  /// What is shown in place of a side that cannot be: the problem, and fields by name.
  func notice(_ fields: ArraySlice<CardContent.Field>) -> String {
    let lines = fields.map {
      "<div><b>\(HTMLEntities.encoded($0.name))</b>: \($0.html)</div>"
    }
    return "<p>\(HTMLEntities.encoded(summary))</p>" + lines.joined()
  }
}
