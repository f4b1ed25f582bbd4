extension StyledLine {
  private struct Cell {
    let character: Character
    let marks: [Style.Mark]
    let width: Int
    var isSpace: Bool { character == " " }
  }

  /// The line broken so that no part takes more than `width` cells: between words, beside wide
  /// characters, which are written without spaces, and inside a word that is longer than a line.
  /// Characters are never cut in two. An empty line stays one line. O(n).
  ///
  /// - Parameter width: At least 2, for the widest character.
  package func wrapped(to width: Int) -> [StyledLine] {
    precondition(width >= 2, "room for the widest character")
    var lines: [StyledLine] = []
    var cells: [Cell] = []
    var used = 0
    /// How many of the cells may stay when the line is broken.
    var lastBreak = 0
    for run in runs {
      for character in run.text {
        let cell = Cell(character: character, marks: run.marks, width: character.displayWidth)
        if cell.width == 2 || cells.last?.width == 2 || cells.last?.isSpace == true {
          lastBreak = cells.count
        }
        if used + cell.width > width {
          // The space between two lines is not shown.
          if cell.isSpace {
            lines.append(Self.line(cells[...]))
            (cells, used, lastBreak) = ([], 0, 0)
            continue
          }
          let end = lastBreak > 0 ? lastBreak : cells.count
          lines.append(Self.line(cells[..<end]))
          cells.removeFirst(end)
          used = cells.reduce(0) { $0 + $1.width }
          lastBreak = 0
        }
        cells.append(cell)
        used += cell.width
      }
    }
    if !cells.isEmpty || lines.isEmpty { lines.append(Self.line(cells[...])) }
    return lines
  }

  /// The cells without the spaces at their end.
  private static func line(_ cells: ArraySlice<Cell>) -> StyledLine {
    var line = StyledLine()
    let end = cells.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? cells.startIndex
    for cell in cells[..<end] { line.append(String(cell.character), cell.marks) }
    return line
  }
}
