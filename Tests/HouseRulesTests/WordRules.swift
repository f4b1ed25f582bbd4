import Testing

/// Words that stand for work not done. Split here, for this file obeys the rule too.
func unfinishedWork(_ source: SwiftSource) -> [Offence] {
  let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
  return source.lines.enumerated().compactMap { index, line in
    let found = line.split { !$0.isLetter }.contains { words.contains(String($0)) }
    return found ? source.offence(index + 1, "finish it, or open an issue") : nil
  }
}

/// Places that exist only on the machine of whoever wrote them.
func privatePaths(_ path: String, _ text: String) -> [Offence] {
  let pattern = #/(?:^|[^\w.~*-])/(?:(?:tmp|root)(?:[^\w-]|$)|(?:home|Users)/\w)/#
  return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    .compactMap { index, line in
      line.contains(pattern)
        ? Offence(file: path, line: index + 1, complaint: "names a place on one machine") : nil
    }
}

struct WordRulesTests {
  @Test func `nothing is left for later`() {
    expectNone(SourceTree.swift.flatMap(unfinishedWork))
    let words = ["// TO" + "DO: later", "let a = 1  // FIX" + "ME", "X" + "XX", "todo", "XXXL"]
    let source = SwiftSource("a.swift", words.joined(separator: "\n"))
    #expect(unfinishedWork(source).map(\.line) == [1, 2, 3])
  }

  @Test func `no source names a place on one machine`() {
    let paths = SourceTree.files(under: "Sources")
    #expect(!paths.isEmpty)
    expectNone(paths.flatMap { privatePaths($0, SourceTree.text(of: $0)) })
    let text = """
      let a = "/tmp"
      see /root/main
      cd /home/anna/c
      /Users/anna
      ~/.local/share/daybook
      due/root, a/tmp, https://example.org/home/page, /temporary
      """
    #expect(privatePaths("a", text).map(\.line) == [1, 2, 3, 4])
  }
}
