/// Aligned columns of plain text, as `ls` and `git branch` show them: two spaces between, no
/// borders, and on a terminal never wider than it.
///
/// Cells may hold text from notes: they are made visible, one line each, when they are added.
package struct Columns: Sendable {
  /// How a column looks.
  package struct Column: Sendable {
    /// Where a cell stands when its column is wider than it.
    package enum Alignment: Sendable {
      /// At the left: for text.
      case left
      /// At the right: for numbers.
      case right
    }

    /// What its header says.
    package let title: String
    /// Where its cells stand.
    package let alignment: Alignment

    /// A column with a header.
    package init(_ title: String, alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// One cell: its text, and how it is marked where colour is on.
  package struct Cell: Sendable, ExpressibleByStringInterpolation {
    /// The text, already safe to show.
    package let text: String
    /// The marks around the text, not around the spaces beside it.
    package let marks: [Style.Mark]

    /// A cell that holds `text`, made visible on one line.
    package init(_ text: String, _ marks: Style.Mark...) {
      self.text = VisibleText.line(text)
      self.marks = marks
    }

    /// A cell written in code.
    package init(stringLiteral value: String) { self.init(value) }
  }

  private let columns: [Column]
  private let shrinking: Int
  private var rows: [[Cell]] = []

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - columns: At least one.
  ///   - shrinking: Which column gives way first on a narrow terminal; nil is the last.
  package init(_ columns: [Column], shrinking: Int? = nil) {
    let shrinking = shrinking ?? columns.count - 1
    precondition(columns.indices.contains(shrinking), "no such column")
    self.columns = columns
    self.shrinking = shrinking
  }

  /// Adds a row with one cell a column.
  package mutating func append(_ row: [Cell]) {
    precondition(row.count == columns.count, "one cell a column")
    rows.append(row)
  }

  /// The lines, the header first where any column has a title, none padded at its end.
  ///
  /// - Parameters:
  ///   - width: Cells of the terminal; nil, for pipes and files, cuts nothing. The chosen column
  ///     gives way first, down to ``leastShrunkWidth``, then the others from the right, and the
  ///     first one last, for it holds the id; what is narrower than one cell a column wraps.
  ///   - style: Dims the header and writes the marks of cells.
  /// - Complexity: O(n) in the text shown.
  package func lines(width: Int?, style: Style) -> [String] {
    var widths = columns.map(\.title.displayWidth)
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], cell.text.displayWidth)
      }
    }
    if let width { fit(&widths, to: width) }
    var lines = rows.map { line($0, widths: widths, style: style) }
    if columns.contains(where: { !$0.title.isEmpty }) {
      let header = line(columns.map { Cell($0.title) }, widths: widths, style: .plain)
      lines.insert(style.marked(header, .dim), at: 0)
    }
    return lines
  }

  /// How far the chosen column shrinks before the others do.
  package static let leastShrunkWidth = 12
  private static let gap = "  "

  private func fit(_ widths: inout [Int], to width: Int) {
    var excess = widths.reduce(Self.gap.count * (columns.count - 1), +) - width
    func shrink(_ index: Int, downTo least: Int) {
      let given = max(0, min(excess, widths[index] - least))
      widths[index] -= given
      excess -= given
    }
    shrink(shrinking, downTo: Self.leastShrunkWidth)
    for index in columns.indices.dropFirst().reversed() where index != shrinking {
      shrink(index, downTo: 1)
    }
    shrink(shrinking, downTo: 1)
    shrink(0, downTo: 1)
  }

  private func line(_ cells: [Cell], widths: [Int], style: Style) -> String {
    var line = ""
    var padding = 0
    for (index, cell) in cells.enumerated() {
      let text = cell.text.truncated(toDisplayWidth: widths[index])
      let spare = widths[index] - text.displayWidth
      let isRight = columns[index].alignment == .right
      // Spaces are written only once text follows them: no line ends in spaces.
      padding += isRight ? spare : 0
      if !text.isEmpty {
        line += String(repeating: " ", count: padding) + style.marked(text, cell.marks)
        padding = 0
      }
      padding += (isRight ? 0 : spare) + Self.gap.count
    }
    return line
  }
}
