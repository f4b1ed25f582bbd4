package import DaybookSystem

/// Everything the full-screen face of a replay shows, as a value. What it looks like is
/// ``frame(_:)``; nothing here knows a store or a terminal.
package struct ReplayScreen: Equatable, Sendable {
  /// What is replayed.
  package var title = ""
  /// When the last change that shows was made; empty before the first.
  package var time = ""
  /// How many changes show, and how many there are.
  package var shown = 0
  /// How many changes there are.
  package var count = 0
  /// Whether it goes on by itself.
  package var isPlaying = false
  /// Changes a second.
  package var speed = 2.0
  /// How things stand.
  package var state: [StyledLine] = []
  /// What happened, the last at the end.
  package var happened: [StyledLine] = []
  /// What is being typed: a time to jump to; nil while nothing is.
  package var field: LineEditor?
  /// Something to say; nil shows what keys there are.
  package var message: String?

  /// An empty screen.
  package init() {}

  private static let keys: [(String, String)] = [
    ("space", "play, pause"), ("→", "step"), ("←", "back"), ("+ -", "speed"), ("g", "go to a time"),
    ("home end", "ends"), ("q", "quit"),
  ]

  /// What the terminal shows: how things stand above, what happened below, the last at the bottom.
  package func frame(_ size: Terminal.Size) -> Frame {
    let rows = max(1, size.rows)
    let top = [header(size.columns), progress(size.columns)]
    let lines = (top + middle(size, room: rows - top.count - 1) + [footer(size.columns)])
      .suffix(rows).map { $0.truncated(to: size.columns) }
    guard let field else { return Frame(lines: lines) }
    let column = Self.prompt.count + field.view(width: Self.fieldWidth(size.columns)).cursor
    return Frame(
      lines: lines,
      cursor: Frame.Place(row: lines.count - 1, column: min(size.columns - 1, column)))
  }

  private func middle(_ size: Terminal.Size, room: Int) -> [StyledLine] {
    guard room > 2 else { return [] }
    // At least a third is left for what happened.
    var state = self.state.map { $0.indented(by: 1) }
    let most = max(1, room * 2 / 3 - 1)
    if state.count > most { state = state.prefix(most - 1) + [StyledLine(" …", .dim)] }
    state.append(StyledLine(String(repeating: "─", count: size.columns), .dim))
    let happened = self.happened.suffix(room - state.count).map { $0.indented(by: 1) }
    let blanks = room - state.count - happened.count
    return state + happened + Array(repeating: StyledLine(), count: max(0, blanks))
  }

  private func header(_ columns: Int) -> StyledLine {
    let left = StyledLine(" " + title, .bold).truncated(to: max(1, columns - time.count - 2))
    let gap = max(1, columns - left.width - time.displayWidth - 1)
    return left + StyledLine(String(repeating: " ", count: gap)) + StyledLine(time, .cyan)
  }

  private func progress(_ columns: Int) -> StyledLine {
    let pace = speed < 1 ? "1/\(Int((1 / speed).rounded()))" : "\(Int(speed))"
    let text = " \(shown) of \(count)  " + (isPlaying ? "▶ \(pace) a second" : "⏸ paused")
    let width = max(4, columns - text.displayWidth - 2)
    let done = count == 0 ? width : width * shown / count
    return StyledLine(" ") + StyledLine(String(repeating: "━", count: done), .green)
      + StyledLine(String(repeating: "─", count: width - done), .dim) + StyledLine(text)
  }

  private static let prompt = " Go to: "

  private static func fieldWidth(_ columns: Int) -> Int { max(3, columns - prompt.count) }

  private func footer(_ columns: Int) -> StyledLine {
    if let field {
      return StyledLine(Self.prompt, .bold)
        + StyledLine(field.view(width: Self.fieldWidth(columns)).text)
    }
    if let message { return StyledLine(" " + message, .yellow) }
    return Self.keys.reduce(into: StyledLine()) { line, key in
      line.append(" \(key.0)", [.bold])
      line.append(" \(key.1) ", [.dim])
    }
  }
}
