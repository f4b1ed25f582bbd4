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
  @Test func `every test that the documentation names exists`() {
    let names = namedProofs(SourceTree.text(of: "Sources/Daybook/Daybook.docc/Architecture.md"))
    #expect(names.count >= 10)
    let tests = SourceTree.files(under: "Tests").map(SourceTree.text(of:))
    for name in names {
      #expect(tests.contains { $0.contains("func `\(name)`") }, "\(name)")
    }
  }

  @Test func `names are read from sentences and items`() {
    let text = "Proved by: `one`,\n`two`\n\n- x. Proved by: `three`\n- `not this`"
    #expect(namedProofs(text) == ["one", "two", "three"])
  }
}
