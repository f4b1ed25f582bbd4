package import Daybook

extension Explanation {
  /// The three lines for standard error, without a final newline. Control characters, say in the
  /// name of a file, are made visible.
  package func lines(style: Style) -> String {
    let happened = style.marked(VisibleText.line(whatHappened), .bold)
    return [happened, VisibleText.line(dataSafety), VisibleText.line(nextStep)]
      .joined(separator: "\n")
  }

  /// The three sentences as one paragraph without marks, for JSON and for pages.
  package var sentences: String {
    [whatHappened, dataSafety, nextStep].map { VisibleText.line($0) }.joined(separator: " ")
  }
}
