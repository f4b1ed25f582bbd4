import DaybookInterchange
import TestSupport
import Testing

struct VaultNoteTests {
  private func note(_ text: String, path: String = "Note.md") -> VaultNote {
    VaultNote(path: path, raw: Array(text.utf8))
  }

  @Test(arguments: [
    ("---\na: 1\n---\nbody", "---\na: 1\n---\n"), ("---\n---\n", "---\n---\n"),
    ("\u{FEFF}---\r\na: 1\r\n---\r\nx", "\u{FEFF}---\r\na: 1\r\n---\r\n"),
    ("--- \na: 1\n---\t", "--- \na: 1\n---\t"), ("\n---\na: 1\n---\n", ""), ("---", ""),
    ("----\na: 1\n----\n", ""), (" ---\na: 1\n---\n", ""), ("", ""), ("\u{FEFF}x", ""),
    ("---\na: 1\n--- x\n---\n", ""), ("---\nonly text\n---\n", ""),
    ("---\n# c\n---\n", "---\n# c\n---\n"),
  ])
  func `frontmatter ends where it should`(text: String, frontmatter: String) {
    let note = note(text)
    #expect(note.frontmatter == Array(frontmatter.utf8))
    #expect(note.frontmatter + note.body == Array(text.utf8))
  }

  @Test(arguments: [
    ("---\na: 1\n", 1, VaultProblem.Kind.unclosedFrontmatter),
    ("---\na: 1\ntags: [a, b\nt: \"x\n---\n", 4, .malformedYAML),
    ("---\na: 1\na: 2\n---\n", 2, .malformedYAML), ("---\ntext\n---\n", 2, .noProperties),
    ("---\nx: 1\na: \(String(repeating: "[", count: 10_000))\n---\n", 3, .frontmatterTooComplex),
    ("---\na: \(String(repeating: "- ", count: 10_000))\n---\n", 2, .malformedYAML),
    ("---\n\(String(repeating: "- ", count: 10_000))\n---\n", 2, .frontmatterTooComplex),
    (
      "---\na: &x [1]\nb: [\(String(repeating: "*x, ", count: 17))]\n---\n", 3,
      .frontmatterTooComplex
    ),
    ("---\na: \(String(repeating: "x", count: 70_000))\n---\n", 1, .frontmatterTooLarge),
    ("---\na: \u{1}\n---\n", 2, .malformedYAML),
  ])
  func `unreadable frontmatter is body, with its line`(
    text: String, line: Int, kind: VaultProblem.Kind
  ) {
    let note = note(text)
    #expect(note.problems == [VaultProblem(line: line, kind: kind)])
    #expect(note.frontmatter.isEmpty && note.body == Array(text.utf8))
    #expect(note.properties.isEmpty)
  }

  @Test func `bytes that are not UTF-8 leave the whole file as body`() {
    let raw = Array("---\na: 1\nb: caf".utf8) + [0xE9] + Array("\n---\n#tag".utf8)
    let note = VaultNote(path: "x.md", raw: raw)
    #expect(note.body == raw)
    #expect(note.problems == [VaultProblem(line: 3, kind: .invalidUTF8)])
    #expect(note.tags == [VaultTag(name: "tag", origin: .inline)])
  }

  @Test func `properties keep their order and their form`() {
    let note = note(
      """
      ---
      nested: {a: 1, b: [x, y]}
      empty:
      quoted: 'it''s'
      multi: |
        line 1
        line 2
      number_like: 007
      yes_like: yes
      date_like: 2026-02-30
      date: 2026-02-28
      done: True
      mixed: [1.50, "1", null, 2026-11-21]
      deep:
        - [a, b]
        - c

      # a comment
      "key: odd": ~
      ---
      """)
    #expect(
      note.properties.map(\.key) == [
        "nested", "empty", "quoted", "multi", "number_like", "yes_like", "date_like", "date",
        "done", "mixed", "deep", "key: odd",
      ])
    #expect(
      note.properties.map(\.value) == [
        .nested("{a: 1, b: [x, y]}"), .null, .text("it's"), .text("line 1\nline 2\n"),
        .number("007"), .text("yes"), .text("2026-02-30"), .date("2026-02-28"), .bool("True"),
        .list([.number("1.50"), .text("1"), .null, .date("2026-11-21")]),
        .nested("  - [a, b]\n  - c"), .null,
      ])
    #expect(note.properties.map(\.line) == [2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 19])
    #expect(note.isDone == true)
    #expect(note.created == WrittenDate("2026-02-28"))
  }

  @Test func `braces around all properties are read too`() {
    let note = note("---\n{title: T, tags: [a], n: {x: 1}}\n---\n")
    #expect(note.title == "T")
    #expect(note.tags.map(\.name) == ["a"])
    #expect(note.properties.last?.value == .nested("x: 1\n"))
  }

  @Test func `dates and states come from the usual keys`() {
    let note = note(
      """
      ---
      Created: 2026-10-02T08:15:00
      updated: 2026-10-03 09:30+02:00
      due: next week
      status: active
      priority: 2
      archived: true
      alias: One, Two
      ---
      """)
    #expect(note.created?.milliseconds(offsetMinutes: 60) == 1_790_925_300_000)
    #expect(note.modified?.milliseconds(offsetMinutes: 0) == 1_791_012_600_000)
    #expect(note.due == nil)
    #expect(note.problems == [VaultProblem(line: 4, kind: .unreadableDate(.due))])
    #expect((note.status, note.priority, note.isArchived) == ("active", "2", true))
    #expect(note.isDone == nil)
    #expect(note.aliases == ["One", "Two"])
  }

  @Test(arguments: [
    ("Topics/A b.md", "A b"), ("x.MD", "x"), ("Ż.md", "Ż"), ("odd", "odd"),
  ])
  func `without a title the file name is one`(path: String, title: String) {
    #expect(note("text", path: path).title == title)
  }

  @Test func `frontmatter and body are the file, for 10,000 random ones`() {
    var generator = SeededGenerator(seed: 4)
    var withFrontmatter = 0
    for index in 0..<10_000 {
      var raw = generator.bytes(
        Int.random(in: 0...80, using: &generator), from: "-:# \n\r[]{}ab\"'")
      if index % 2 == 0 { raw = Array("---\n".utf8) + raw + Array("\n---\n".utf8) + raw }
      let note = VaultNote(path: "x.md", raw: raw)
      #expect(note.frontmatter + note.body == raw)
      if !note.frontmatter.isEmpty { withFrontmatter += 1 }
    }
    #expect(withFrontmatter > 100)
  }
}
