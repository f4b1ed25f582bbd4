/// Reads a template in one pass.
struct TemplateReader {
  private let bytes: [UInt8]
  private var nodes: [Template.Node] = []
  private var open: [Template.Section] = []
  private var position = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  /// What was read, up to the first problem.
  mutating func read() -> ([Template.Node], TemplateProblem?) {
    var start = 0
    while position < bytes.count {
      if bytes.hasPrefix("<!--", at: position) {
        position = bytes.firstRange(of: "-->", from: position)?.upperBound ?? bytes.count
      } else if bytes.hasPrefix("{{", at: position) {
        addText(start..<position)
        if let problem = readTag() { return (nodes, problem) }
        start = position
      } else {
        position += 1
      }
    }
    addText(start..<bytes.count)
    if let section = open.last {
      return (nodes, problem(.unclosedSection, at: section.offset))
    }
    return (nodes, nil)
  }

  private func problem(_ kind: TemplateProblem.Kind, at offset: Int) -> TemplateProblem {
    TemplateProblem(kind, at: offset, in: bytes)
  }

  private mutating func addText(_ range: Range<Int>) {
    if !range.isEmpty { add(.text(bytes.text(range))) }
  }

  private mutating func add(_ node: Template.Node) {
    if let last = open.indices.last {
      open[last].nodes.append(node)
    } else {
      nodes.append(node)
    }
  }

  private mutating func readTag() -> TemplateProblem? {
    let offset = position
    guard let end = bytes.firstRange(of: "}}", from: offset + 2) else {
      return problem(.unclosedTag, at: offset)
    }
    position = end.upperBound
    // A brace too many at the start is passed over, one at the end is text, as in Anki.
    let inside = bytes.text(offset + 2..<end.lowerBound).drop { $0 == "{" }.trimmingSpaces
    guard let mark = inside.first, "#^/".contains(mark) else {
      return addReplacement(inside, offset)
    }
    let name = String(inside.dropFirst().trimmingSpaces)
    guard !name.isEmpty else { return problem(.emptyName, at: offset) }
    guard mark == "/" else {
      guard open.count < Template.deepest else { return problem(.tooDeep, at: offset) }
      open.append(Template.Section(name: name, isNegated: mark == "^", offset: offset))
      return nil
    }
    guard open.last?.name == name else { return problem(.unexpectedEnd, at: offset) }
    let section = open.removeLast()
    add(.section(section))
    return nil
  }

  private mutating func addReplacement(_ inside: Substring, _ offset: Int) -> TemplateProblem? {
    var parts = inside.split(separator: ":", omittingEmptySubsequences: false).map {
      String($0.trimmingSpaces)
    }
    guard let name = parts.popLast(), !name.isEmpty else {
      return problem(.emptyName, at: offset)
    }
    add(.replacement(.init(name: name, filters: parts.reversed(), offset: offset)))
    return nil
  }
}
