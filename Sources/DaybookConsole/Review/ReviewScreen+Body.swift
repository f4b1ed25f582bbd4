import DaybookSystem

extension ReviewScreen {
  /// The lines between header and footer, all of them, however high the screen.
  struct Body {
    var lines: [StyledLine] = []
    /// How many lines the question takes: the card stands by them, so that it stays where it is
    /// when the answer comes.
    var questionHeight = 0
    /// The first line of the answer.
    var answerStart = 0
    var cursor: Frame.Place?

    /// Empty lines above a card that is lower than the screen: it stands in the upper third.
    func padding(_ height: Int) -> Int { max(0, height - questionHeight) / 3 }
  }

  private static let comfortableWidth = 72

  /// Where the text stands: as wide as is comfortable to read, in the middle.
  private static func column(_ columns: Int) -> (width: Int, margin: Int) {
    let width = min(comfortableWidth, columns - (columns < 40 ? 2 : 6))
    return (width, (columns - width) / 2)
  }

  func bodyOfCard(_ size: Terminal.Size) -> Body {
    let (width, margin) = Self.column(size.columns)
    var body = Body()
    body.lines = Self.placed(question.map(Self.bold), size.columns)
    body.questionHeight = body.lines.count
    if let field, answer == nil {
      let (text, cursor) = field.view(width: width - 2)
      let typed = StyledLine("› ", isTyping ? .cyan : .dim) + StyledLine(text)
      body.lines += [StyledLine(), typed.indented(by: margin)]
      if isTyping, page == nil {
        body.cursor = Frame.Place(row: body.lines.count - 1, column: margin + 2 + cursor)
      }
      body.questionHeight = body.lines.count
    }
    guard let answer else { return body }
    let rule = StyledLine(String(repeating: "─", count: width), .dim).indented(by: margin)
    body.lines += size.rows >= 10 ? [StyledLine(), rule, StyledLine()] : [rule]
    body.answerStart = body.lines.count
    body.lines += Self.placed(answer, size.columns)
    return body
  }

  func bodyOfPage(_ page: Page, _ size: Terminal.Size) -> Body {
    let (width, margin) = Self.column(size.columns)
    var body = Body()
    body.lines = page.lines.flatMap { $0.wrapped(to: width) }.map { $0.indented(by: margin) }
    body.questionHeight = size.rows  // a page begins at the top
    return body
  }

  /// A few short lines stand in the middle, as on a card; longer text is read from the left.
  private static func placed(_ lines: [StyledLine], _ columns: Int) -> [StyledLine] {
    let (width, margin) = column(columns)
    if lines.count <= 3, lines.allSatisfy({ $0.width <= width }) {
      return lines.map { $0.indented(by: (columns - $0.width) / 2) }
    }
    return lines.flatMap { $0.wrapped(to: width) }.map { $0.indented(by: margin) }
  }

  private static func bold(_ line: StyledLine) -> StyledLine {
    line.runs.reduce(into: StyledLine()) { $0.append($1.text, $1.marks + [.bold]) }
  }
}
