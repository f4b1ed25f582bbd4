import DaybookInterchange
import TestSupport
import Testing

struct FrontmatterEditorTests {
  /// The file after an edit, or what stopped it.
  private func edited(
    _ text: String, _ edit: (inout FrontmatterEditor) throws(FrontmatterEditProblem) -> Void
  ) -> Result<String, FrontmatterEditProblem> {
    let note = VaultNote(path: "x.md", raw: Array(text.utf8))
    do throws(FrontmatterEditProblem) {
      var editor = try FrontmatterEditor(frontmatter: note.frontmatter, body: note.body)
      try edit(&editor)
      return .success(String(decoding: editor.frontmatter + editor.body, as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("---\na: 1 # why\nb: 2\n---\nx", "---\na: new # why\nb: 2\n---\nx"),
    ("---\r\na: 1\r\nb: 2\r\n---\r\nx", "---\r\na: new\r\nb: 2\r\n---\r\nx"),
    ("---\n# top\n\"a\" :   '1'\n---\n", "---\n# top\n\"a\": new\n---\n"),
    ("---\na: |\n  long\n  text\n\n# c\nb: 2\n---\n", "---\na: new\n\n# c\nb: 2\n---\n"),
    ("---\nb: 2\n# end\n---\nx", "---\nb: 2\n# end\na: new\n---\nx"),
    ("---\n---\nx", "---\na: new\n---\nx"), ("x\r\ny", "---\r\na: new\r\n---\r\nx\r\ny"),
    ("\u{FEFF}x\n", "\u{FEFF}---\na: new\n---\nx\n"), ("", "---\na: new\n---\n"),
    ("---\na: new\n---\n", "---\na: new\n---\n"),
    ("---\na:\nb: 1\n---\n", "---\na: new\nb: 1\n---\n"),
    ("---\na: # c\n---\n", "---\na: new # c\n---\n"),
  ])
  func `setting a property touches only its lines`(text: String, expected: String) {
    let result = edited(text) { editor throws(FrontmatterEditProblem) in
      try editor.set("a", to: .text("new"))
    }
    #expect(result == .success(expected))
  }

  @Test(arguments: [
    ("plain text", "plain text"), ("yes", "\"yes\""), ("7", "\"7\""), ("a: b", "\"a: b\""),
    ("", "\"\""), ("a\nb\t\"\\\u{0}\u{1B}", #""a\nb\t\"\\\u0000\u001b""#),
    ("[[Home]]", "\"[[Home]]\""),
    ("Żółw", "Żółw"), ("🐢 first", "\"🐢 first\""), ("end ", "\"end \""), ("a #b", "\"a #b\""),
    ("2026-11-21", "\"2026-11-21\""),
  ])
  func `text is quoted only where it must be`(text: String, yaml: String) {
    let result = edited("") { editor throws(FrontmatterEditProblem) in
      try editor.set("a", to: .text(text))
    }
    #expect(result == .success("---\na: \(yaml)\n---\n"))
  }

  @Test(arguments: [
    (PropertyValue.number("7.50"), "7.50"), (.bool("true"), "true"), (.null, "null"),
    (.date("2026-12-05"), "2026-12-05"), (.list([.text("x"), .number("1")]), "[x, 1]"),
    (.list([]), "[]"),
  ])
  func `values keep their form`(value: PropertyValue, yaml: String) {
    let result = edited("---\nb: 1\n---\n") { editor throws(FrontmatterEditProblem) in
      try editor.set("a", to: value)
    }
    #expect(result == .success("---\nb: 1\na: \(yaml)\n---\n"))
  }

  @Test(arguments: [
    ("---\ntags: [a, b] # mine\nz: 1\n---\n", "---\ntags: [b, new] # mine\nz: 1\n---\n"),
    (
      "---\ntags:\n  - a   # first\n  - \"b\"\nz: 1\n---\n",
      "---\ntags:\n  - \"b\"\n  - new\nz: 1\n---\n"
    ),
    ("---\ntags:\r\n- a\r\n- b\r\n---\n", "---\ntags:\r\n- b\r\n- new\r\n---\n"),
    ("---\ntags: a\n---\n", "---\ntags: [b, new]\n---\n"),
    ("---\ntag: a\nz: 1\nTags: b\n---\n", "---\nz: 1\nTags: [b, new]\n---\n"),
    ("---\ntags:\n---\n", "---\ntags: [b, new]\n---\n"), ("x", "---\ntags: [b, new]\n---\nx"),
    ("---\ntags: 'b, new'\n---\n", "---\ntags: 'b, new'\n---\n"),
    ("---\ntags: [\n  a,\n  b\n]\nz: 1\n---\n", "---\ntags: [b, new]\nz: 1\n---\n"),
  ])
  func `tags are set in the form they have`(text: String, expected: String) {
    let result = edited(text) { editor throws(FrontmatterEditProblem) in
      try editor.setTags(["b", "#new"])
    }
    #expect(result == .success(expected))
  }

  @Test func `removing takes all lines of a property and no comment after it`() {
    let text = "---\na: 1\ntags:\n  - x\n\n# about b\nb: 2\n---\n"
    let removed = Result<String, FrontmatterEditProblem>
      .success("---\na: 1\n\n# about b\nb: 2\n---\n")
    #expect(
      edited(text) { editor throws(FrontmatterEditProblem) in try editor.setTags([]) } == removed)
    #expect(
      edited(text) { editor throws(FrontmatterEditProblem) in try editor.remove("tags") } == removed
    )
    #expect(
      edited(text) { editor throws(FrontmatterEditProblem) in try editor.remove("none") }
        == .success(text))
  }

  @Test(arguments: [
    (
      "---\na: [\n---\n",
      FrontmatterEditProblem.unreadable(VaultProblem(line: 3, kind: .malformedYAML))
    ),
    ("---\nopen\n", .unreadable(VaultProblem(line: 1, kind: .unclosedFrontmatter))),
    ("---\n{a: 1}\n---\n", .unsupportedLayout), ("---\n{\na: 1,\nb: 2}\n---\n", .unsupportedLayout),
    ("---\na: &x 1\nb: *x\n---\n", .unsupportedLayout),
    ("---\n? a\n: 1\n---\n", .unsupportedLayout),
  ])
  func `what cannot be edited safely is refused`(text: String, problem: FrontmatterEditProblem) {
    let result = edited(text) { editor throws(FrontmatterEditProblem) in
      try editor.set("a", to: .text("new"))
    }
    #expect(result == .failure(problem))
  }

  @Test func `values, keys and tags that YAML cannot hold are refused`() {
    func set(_ key: String, _ value: PropertyValue) -> Result<String, FrontmatterEditProblem> {
      edited("x") { editor throws(FrontmatterEditProblem) in try editor.set(key, to: value) }
    }
    #expect(set("a", .nested("{}")) == .failure(.unwritableValue))
    #expect(set("a", .number("1: 2")) == .failure(.unwritableValue))
    #expect(set("a", .date("2026-02-30")) == .failure(.unwritableValue))
    #expect(set("", .null) == .failure(.unwritableKey))
    #expect(set("a\nb", .null) == .failure(.unwritableKey))
    for tag in ["", "#", " a", "a\n", "\u{0}"] {
      let result = edited("x") { editor throws(FrontmatterEditProblem) in
        try editor.setTags([tag])
      }
      #expect(result == .failure(.unwritableTag))
    }
  }

  @Test func `whatever is edited, other lines and the body stay and the edit reads back`() throws {
    var generator = SeededGenerator(seed: 5)
    let lines = [
      "a: 1", "b: 'x' # c", "tags: [x, y]", "tags:\n  - x\n  - y", "# note", "", "c:\n  d: e",
      "l: [1,\n 2]", "t: |\n  # no comment\n  text", "\"q\": \"z\"", "tag: w", "e: ~",
    ]
    for _ in 0..<1_500 {
      let end = Bool.random(using: &generator) ? "\n" : "\r\n"
      let chosen = (0..<4).compactMap { _ in lines.randomElement(using: &generator) }
      let yaml = (["---"] + chosen + ["---", "body #t"]).joined(separator: "\n")
      let raw =
        generator.bytes(0, from: "a")
        + Array(yaml.utf8).flatMap {
          $0 == UInt8(ascii: "\n") ? Array(end.utf8) : [$0]
        }
      let note = VaultNote(path: "x.md", raw: raw)
      guard !note.frontmatter.isEmpty else { continue }
      var editor = try FrontmatterEditor(frontmatter: note.frontmatter, body: note.body)
      let text = String(decoding: generator.bytes(6, from: "ab:# \n\"'[]-"), as: UTF8.self)
      try editor.set("b", to: .text(text))
      try editor.setTags(["y", "n"])
      #expect(editor.body == note.body)
      let found = VaultNote(path: "x.md", raw: editor.frontmatter + editor.body)
      #expect(found.properties.first { $0.key == "b" }?.value == .text(text))
      #expect(found.tags.map(\.name) == ["y", "n", "t"])
      for property in note.properties where !["b", "tags", "tag"].contains(property.key) {
        #expect(found.properties.first { $0.key == property.key }?.value == property.value)
      }
      let newLines = editor.frontmatter.split(separator: 10, omittingEmptySubsequences: false)
      let isOurs = { (line: [UInt8].SubSequence) in
        [UInt8]("bt- ".utf8).contains(line.first ?? 0) || line.starts(with: Array("\"b".utf8))
      }
      let oldLines = note.frontmatter.split(separator: 10, omittingEmptySubsequences: false)
      let kept = oldLines.filter { !isOurs($0) }
      #expect(newLines.filter { !isOurs($0) } == kept)
    }
  }
}
