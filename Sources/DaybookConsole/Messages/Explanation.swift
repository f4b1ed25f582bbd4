/// What a person needs to hear when something did not work: what happened, whether their data
/// is safe, what to do.
///
/// One short sentence each, friendly, in everyday words: no error codes, no names of types or
/// libraries, nobody blamed, never a note's text. `HouseRulesTests` reads them all.
package struct Explanation: Equatable, Sendable {
  /// What happened, and why where that is known: "We couldn't sync because you're offline."
  package let whatHappened: String
  /// What became of the person's data: "Your changes are saved."
  package let dataSafety: String
  /// What to do now: "They will sync when you're back online."
  package let nextStep: String

  /// An explanation of three sentences, none empty.
  package init(whatHappened: String, dataSafety: String, nextStep: String) {
    self.whatHappened = whatHappened
    self.dataSafety = dataSafety
    self.nextStep = nextStep
  }

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
