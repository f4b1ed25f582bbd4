package import DaybookSystem

/// What a whole screen shows at one moment.
package struct Frame: Equatable, Sendable {
  /// A cell of the screen, counted from the upper left one, (0, 0).
  package struct Place: Equatable, Sendable {
    /// Lines from the top.
    package var row: Int
    /// Cells from the left.
    package var column: Int

    /// A place.
    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// From the top; what is missing is empty.
  package var lines: [StyledLine]
  /// Where a person types; nil where nothing can be typed.
  package var cursor: Place?

  /// A frame.
  package init(lines: [StyledLine], cursor: Place? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}

/// Brings frames to a terminal: writes the lines that differ from what is there, and those whole,
/// so that nothing flickers and a mistake about one line cannot spread to others.
package struct FramePainter: Sendable {
  private let style: Style
  private var shown: [String] = []
  private var size: Terminal.Size?

  /// Paints with or without marks.
  package init(_ style: Style) { self.style = style }

  /// Counts what the terminal shows as unknown.
  package mutating func forget() { size = nil }

  /// What changes the terminal from what it shows to `frame`; nothing for what it shows already.
  package mutating func bytes(for frame: Frame, _ size: Terminal.Size) -> [UInt8] {
    var text = ""
    if size != self.size {
      text += "\u{1B}[0m\u{1B}[2J"
      shown = []
    }
    for row in 0..<size.rows {
      let line =
        frame.lines.indices.contains(row)
        ? frame.lines[row].truncated(to: size.columns) : StyledLine()
      let rendered = line.rendered(style)
      let before = shown.indices.contains(row) ? shown[row] : ""
      if row < shown.count { shown[row] = rendered } else { shown.append(rendered) }
      guard rendered != before else { continue }
      text += "\u{1B}[\(row + 1);1H\(rendered)"
      // Beyond the last cell, clearing the rest would clear that cell in some terminals.
      if line.width < size.columns { text += "\u{1B}[K" }
    }
    let isSame = text.isEmpty && frame.cursor == cursor
    (self.size, cursor) = (size, frame.cursor)
    guard !isSame else { return [] }
    text = "\u{1B}[?2026h\u{1B}[?25l" + text  // shown at once where a terminal can (mode 2026)
    if let place = frame.cursor {
      text += "\u{1B}[\(place.row + 1);\(place.column + 1)H\u{1B}[?25h"
    }
    return Array((text + "\u{1B}[?2026l").utf8)
  }

  private var cursor: Frame.Place?
}
