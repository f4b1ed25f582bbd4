import Testing

/// The names of tests that the documentation gives as proof: what stands in back quotes after
/// "Proved by:", up to the end of the paragraph or item.
func namedProofs(_ text: String) -> [String] {
  let parts = text.split(separator: "Proved by:", omittingEmptySubsequences: false)
  return parts.dropFirst().flatMap { part -> [String] in
    let paragraph = part.prefix { $0 != "\n" } + "\n" + continuation(of: part)
    return paragraph.matches(of: #/`([^`]+)`/#).map { String($0.1.replacing("\n", with: " ")) }
  }
}

/// Lines that go on with back-quoted names.
private func continuation(of part: Substring) -> String {
  part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    .prefix { $0.hasPrefix("`") }.joined(separator: "\n")
}

struct DocumentedTestsTests {
  @Test(arguments: [("Architecture", 10), ("Migrations", 10), ("Commands", 5), ("Decisions", 3)])
  func `what a page claims is proved by tests it names`(page: String, least: Int) {
    let names = namedProofs(SourceTree.text(of: "Sources/Daybook/Daybook.docc/\(page).md"))
    #expect(names.count >= least)
  }

  @Test func `every test that the documentation names exists`() {
    let pages = SourceTree.files(under: "Sources/Daybook/Daybook.docc")
    let tests = SourceTree.files(under: "Tests").map(SourceTree.text(of:))
    for page in pages {
      for name in namedProofs(SourceTree.text(of: page)) {
        #expect(tests.contains { $0.contains("func `\(name)`") }, "\(page): \(name)")
      }
    }
  }

  @Test func `names are read from sentences and items`() {
    let text = "Proved by: `one`,\n`two`\n\n- x. Proved by: `three`\n- `not this`"
    #expect(namedProofs(text) == ["one", "two", "three"])
  }
}
