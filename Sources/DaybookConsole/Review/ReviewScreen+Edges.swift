import DaybookSystem

extension ReviewScreen {
  /// The deck and what is left, a bar where there is room, and some air where there is more.
  func headerLines(_ size: Terminal.Size) -> [StyledLine] {
    if let page {
      let title = StyledLine(" " + page.title, .bold, .blue)
      return size.rows >= 10 ? [title, StyledLine()] : [title]
    }
    let columns = size.columns
    let flagged = flag > 0 ? " ⚑\(flag)" : ""
    let counts = [countsLine(isShort: false), countsLine(isShort: true)]
    let name = deckName.displayWidth + flagged.displayWidth + 2
    let right = counts.first { $0.width + name <= columns } ?? counts[1]
    let room = max(1, columns - right.width - flagged.displayWidth - 2)
    let left =
      StyledLine(" " + deckName.truncated(toDisplayWidth: room), .bold, .blue)
      + StyledLine(flagged, .yellow)
    let gap = max(1, columns - left.width - right.width - 1)
    var lines = [left + StyledLine(String(repeating: " ", count: gap)) + right]
    if size.rows >= 8 { lines.append(bar(columns)) }
    if size.rows >= 10 { lines.append(StyledLine()) }
    return lines
  }

  /// New, learning and due in Anki's colours; the line of the card that shows is underlined.
  private func countsLine(isShort: Bool) -> StyledLine {
    let parts: [(Int, String, Style.Mark, ReviewCounts.Line)] = [
      (left.new, "new", .blue, .new), (left.learning, "learning", .red, .learning),
      (left.due, "due", .green, .due),
    ]
    var text = StyledLine()
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(" · ", [.dim]) }
      text.append("\(part.0)", part.3 == line ? [part.2, .underlined] : [part.2])
      if !isShort { text.append(" \(part.1)", [part.2]) }
    }
    return text
  }

  /// How far the session has come.
  private func bar(_ columns: Int) -> StyledLine {
    let label = "\(done) done, \(left.total) left"
    let width = columns - label.displayWidth - 3
    guard width >= 4 else { return StyledLine(" " + label, .dim) }
    // Some of it shows as soon as something is done, and not all of it before all is.
    let all = done + left.total
    var full = all == 0 ? 0 : done * width / all
    if done > 0 { full = max(1, full) }
    return StyledLine(" " + String(repeating: "━", count: full), .green)
      + StyledLine(String(repeating: "─", count: width - full), .dim)
      + StyledLine(" " + label, .dim)
  }

  /// A line across, which says how much is out of sight.
  func rule(_ columns: Int, above: Int, below: Int) -> StyledLine {
    let parts = [above > 0 ? "↑ \(above)" : nil, below > 0 ? "↓ \(below)" : nil]
    let words = parts.compactMap(\.self).joined(separator: "  ")
    guard !words.isEmpty else {
      return StyledLine(String(repeating: "─", count: columns), .dim)
    }
    let dashes = String(repeating: "─", count: max(0, columns - words.displayWidth - 4))
    return StyledLine(dashes + " ", .dim) + StyledLine(words, .yellow) + StyledLine(" ──", .dim)
  }

  /// The grades with their intervals, as wide as there is room for.
  func gradeLines(_ columns: Int) -> [StyledLine] {
    guard !buttons.isEmpty else {
      let keys = field != nil && isTyping ? "Enter" : "Space"
      return [Self.middle(StyledLine(keys, .bold) + StyledLine(" shows the answer"), columns)]
    }
    let named = buttons.map { button -> StyledLine in
      StyledLine("\(button.number) ", .bold)
        + StyledLine(button.name, marks: [Self.mark(of: button.number)])
        + StyledLine(" \(button.interval)")
    }
    let short = buttons.map { button -> StyledLine in
      StyledLine("\(button.number)", marks: [.bold, Self.mark(of: button.number)])
        + StyledLine(" \(button.interval)")
    }
    for (parts, gap) in [(named, 6), (named, 4), (named, 2), (short, 3), (short, 2), (short, 1)] {
      let line = Self.joined(parts[...], gap)
      if line.width <= columns { return [Self.middle(line, columns)] }
    }
    let half = (short.count + 1) / 2
    return [short[..<half], short[half...]].map { Self.middle(Self.joined($0, 2), columns) }
  }

  private static func joined(_ parts: ArraySlice<StyledLine>, _ gap: Int) -> StyledLine {
    let space = StyledLine(String(repeating: " ", count: gap))
    return parts.dropFirst().reduce(parts.first ?? StyledLine()) { $0 + space + $1 }
  }

  private static func middle(_ line: StyledLine, _ columns: Int) -> StyledLine {
    line.indented(by: max(0, (columns - line.width) / 2))
  }

  private static func mark(of number: Int) -> Style.Mark {
    switch number {
    case 1: .red
    case 2: .yellow
    case 3: .green
    default: .blue
    }
  }

  /// The keys there are, by how much they are missed.
  private static let hints = [
    ("?", "help"), ("q", "leave"), ("u", "undo"), ("e", "edit"), ("i", "info"), ("-", "bury"),
    ("@", "suspend"), ("*", "flag"),
  ]

  /// A message, or as many of the keys as there is room for.
  func statusLine(_ columns: Int, isCut: Bool, below: Int) -> StyledLine {
    if let message { return StyledLine(" " + VisibleText.line(message), .yellow) }
    if isCut { return StyledLine(" ↑↓ \(below) more lines", .yellow) }
    if page != nil { return StyledLine(" Any other key goes back.", .dim) }
    if isTyping { return StyledLine(" Tab: the other keys  Escape: leave", .dim) }
    var room = columns - 1
    let parts = Self.hints.compactMap { key, name -> String? in
      let text = "\(key) \(name)"
      room -= text.count + 2
      return room >= 0 ? text : nil
    }
    return StyledLine(" " + parts.joined(separator: "  "), .dim)
  }
}
