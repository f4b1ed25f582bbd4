package import Daybook

extension TextDifference {
  /// The lines in which something changed, with what was removed and added marked: by colour
  /// where there is one, else as `[-old-]{+new+}`. A line of `…` stands for lines that are the
  /// same.
  package func lines(_ style: Style) -> [StyledLine] {
    var lines: [StyledLine] = []
    var line = StyledLine()
    var (hasChange, isSkipping) = (false, false)
    func end() {
      if hasChange {
        lines.append(line)
      } else if !isSkipping, !line.text.isEmpty {
        lines.append(StyledLine("…", .dim))
      }
      isSkipping = !hasChange && (isSkipping || !line.text.isEmpty)
      (line, hasChange) = (StyledLine(), false)
    }
    for piece in pieces {
      let parts = piece.text.bytes.split(separator: 10, omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        // The end of a line that came or went is a change of that line.
        let isEnd = index < parts.count - 1
        let text = VisibleText.line(Array(part)) + (isEnd && !piece.isSame ? "⏎" : "")
        line = line + piece.marked(text, style)
        hasChange = hasChange || !piece.isSame && !text.isEmpty
        if isEnd, piece.isSame || !piece.isRemoved { end() }
      }
    }
    end()
    return lines
  }
}

extension TextDifference.Piece {
  fileprivate var isSame: Bool { if case .same = self { true } else { false } }
  fileprivate var isRemoved: Bool { if case .removed = self { true } else { false } }

  fileprivate func marked(_ text: String, _ style: Style) -> StyledLine {
    guard !text.isEmpty else { return StyledLine() }
    return switch self {
    case .same: StyledLine(text)
    case .removed: style.isEnabled ? StyledLine(text, .red, .struck) : StyledLine("[-\(text)-]")
    case .added: style.isEnabled ? StyledLine(text, .green) : StyledLine("{+\(text)+}")
    }
  }
}
