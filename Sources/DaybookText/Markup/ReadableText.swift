/// A card's HTML as text that a person can read in a terminal.
///
/// Lines, lists, tables, line breaks and preformatted text keep their shape; pictures and sounds
/// are named; scripts, style sheets and what is not displayed are left out; formulas stay as they
/// were written. Takes time in proportion to the HTML, whatever it is, and opens no more than 100
/// elements in one another.
package struct ReadableText: Hashable, Sendable {
  /// The text, cut where its looks change.
  package let runs: [StyledRun]

  /// Reads HTML.
  ///
  /// - Parameter showsHints: Whether what `{{hint:…}}` hides is shown.
  package init(html: String, showsHints: Bool = false) {
    var reader = HTMLReader(html, showsHints: showsHints)
    runs = reader.read()
  }

  /// The text alone.
  package var plain: String { runs.map(\.text).joined() }
}
