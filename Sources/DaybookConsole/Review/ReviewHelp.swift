/// The keys of the full-screen review, and the words of the one line by line, said once.
package enum ReviewHelp {
  private static let keys = [
    ("Space, Enter", "show the answer; then: good"),
    ("1 2 3 4", "again, hard, good, easy"),
    ("u", "undo the last thing you did, and the one before"),
    ("e", "change the card in your editor"),
    ("-", "bury: not today"),
    ("@", "suspend: not until it is resumed"),
    ("*", "flag it: 1 to 7, 0 for none"),
    ("i", "all about the card"),
    ("arrows, pages", "scroll"),
    ("?, F1", "this page"),
    ("q, Escape", "leave; nothing is lost"),
  ]

  /// The page of the full-screen face.
  package static let page = ReviewScreen.Page(
    title: "Keys",
    lines: table(keys)
      + [
        StyledLine(),
        StyledLine("Where something is to be typed, Enter shows the answer and Tab leads to keys."),
        StyledLine("Control-Z stops for a while; fg comes back to the same card."),
      ])

  /// The words line by line: what a line may be where the answer shows.
  package static let words = table([
    ("1 2 3 4", "again, hard, good, easy; the words do as well"),
    ("u", "undo the last thing you did"), ("-", "bury: not today"),
    ("@", "suspend: not until it is resumed"), ("*3", "flag it: *1 to *7, *0 for none"),
    ("e", "change the card in your editor"), ("i", "all about the card"), ("q", "stop"),
  ])

  private static func table(_ rows: [(String, String)]) -> [StyledLine] {
    let width = rows.map(\.0.displayWidth).reduce(0, max) + 3
    return rows.map { key, meaning in
      StyledLine(key, .bold)
        + StyledLine(String(repeating: " ", count: width - key.displayWidth) + meaning)
    }
  }
}
