import Testing

/// What the page of commands promises to scripts, against the sources that keep the promise.
/// That every command stands there is a test of the program itself.
struct DocumentedCommandsTests {
  private let page = SourceTree.text(of: "Sources/Daybook/Daybook.docc/Commands.md")

  /// The schemas a text names; `daybook.\(kind)/1` stands for one of each kind of thing.
  private static func schemas(_ text: String) -> Set<String> {
    let kinds = ["item", "collection", "deck", "card", "custom"]
    return Set(
      text.matches(of: #/"?daybook\.((?:\w|\\\([^)]*\))+)\/\d+/#).flatMap { match -> [String] in
        let whole = String(match.0.drop { $0 == "\"" })
        guard let dynamic = whole.firstMatch(of: #/\\\([^)]*\)/#) else { return [whole] }
        return kinds.map { whole.replacing(String(dynamic.0), with: $0) }
      })
  }

  @Test func `every JSON schema is documented, and no other`() {
    let written = SourceTree.swift.filter { $0.path.hasPrefix("Sources/") }.reduce(into: Set()) {
      $0.formUnion(Self.schemas($1.lines.joined(separator: "\n")))
    }
    let documented = Self.schemas(page)
    #expect(written.count >= 20)
    #expect(written.subtracting(documented).sorted() == [], "missing on the page")
    #expect(documented.subtracting(written).sorted() == [], "on the page alone")
    let text = #"a "daybook.x/1" b "daybook.\(thing.kind.rawValue)/2""#
    #expect(
      Self.schemas(text) == [
        "daybook.x/1", "daybook.item/2", "daybook.collection/2", "daybook.deck/2", "daybook.card/2",
        "daybook.custom/2",
      ])
  }

  @Test func `every exit status is documented, and no other`() {
    let source = SourceTree.text(of: "Sources/DaybookConsole/Messages/ExitStatus.swift")
    let written = source.matches(of: #/case \w+ = (\d+)/#).compactMap { Int($0.1) }
    let documented = page.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^\| (\d+) \|/#).flatMap { Int($0.1) }
    }
    #expect(written.count >= 12)
    #expect(documented == written)
  }
}
