import DaybookInterchange
import TestSupport
import Testing

@Suite(.disabled(if: SampleFiles.areMissing, "shared/samples is not here"))
struct SampleVaultTests {
  private func note(_ path: String) throws -> VaultNote {
    VaultNote(path: path, raw: try SampleFiles.bytes("vault/" + path))
  }

  @Test func `the sample vault is sorted as Obsidian sees it`() {
    let scan = VaultScan(SampleFiles.paths(under: "vault"))
    #expect(scan.notes.count >= 28)
    #expect(scan.attachments == ["Assets/plan.png", "Board.canvas"])
    #expect(scan.skipped == [".obsidian/app.json", ".trash/Deleted.md"])
  }

  /// Tags of the frontmatter, a bar, tags of the body.
  @Test(arguments: [
    ("A.md", "|"), ("Archive/Old note.md", "|"), ("CQRS.md", "|dev/architecture"),
    ("Daily/2026-11-19.md", "|reading"), ("Daily/2026-11-20.md", "|"), ("Daily/2026-11-21.md", "|"),
    ("Edge/broken frontmatter.md", "|"), ("Edge/crlf and bom.md", "windows|"),
    ("Edge/hr not frontmatter.md", "|"), ("Edge/json-ish props.md", "|"),
    ("Edge/latin1 bytes.md", "|"), ("Edge/no newline at end.md", "|"),
    ("Edge/tags everywhere.md", "|start mid/dle paren y1984 with-tag"),
    ("Edge/unclosed frontmatter.md", "|"), ("Edge/wikilinks.md", "|"),
    ("Event sourcing.md", "dev/architecture log|"), ("Home.md", "moc|inline/tag"),
    ("Long note.md", "|"), ("Projects/Garden plan.md", "project home/garden|errand"),
    ("Spaced repetition.md", "study|flashcards"), ("Tomato.md", "|"),
    ("Topics/Topic 23.md", "topic t/3|"), ("Unicode/Kraków.md", "|"),
    ("Unicode/Żółw i gżegżółka.md", "zwierzęta język/polski|żółw 日本語"),
    ("Unicode/emoji 🧠 note.md", "|"),
  ])
  func `every sample has exactly these tags`(path: String, expected: String) throws {
    let tags = try note(path).tags
    let sides = [VaultTag.Origin.frontmatter, .inline].map { origin in
      tags.filter { $0.origin == origin }.map(\.name).joined(separator: " ")
    }
    #expect(sides.joined(separator: "|") == expected)
  }

  @Test func `only the broken samples have problems`() throws {
    var problems: [String: [VaultProblem]] = [:]
    for path in VaultScan(SampleFiles.paths(under: "vault")).notes {
      let note = try note(path)
      #expect(note.frontmatter + note.body == (try SampleFiles.bytes("vault/" + path)))
      if !note.problems.isEmpty { problems[path] = note.problems }
    }
    #expect(
      problems == [
        "Edge/broken frontmatter.md": [VaultProblem(line: 3, kind: .malformedYAML)],
        "Edge/unclosed frontmatter.md": [VaultProblem(line: 1, kind: .unclosedFrontmatter)],
      ])
  }

  @Test func `a project note says all it says`() throws {
    let note = try note("Projects/Garden plan.md")
    #expect(note.title == "Garden plan")
    #expect((note.status, note.priority, note.isDone) == ("active", "2", false))
    #expect(note.due == WrittenDate("2026-12-05"))
    #expect(note.properties.first { $0.key == "budget" }?.value == .number("120.50"))
    #expect(note.links.map(\.target) == ["Tomato"])
    #expect(note.links.first?.shownText == "Tomatoes")
    #expect(try self.note("Archive/Old note.md").isArchived == true)
    #expect(try self.note("Spaced repetition.md").title == "Spaced repetition basics")
    #expect(try self.note("Home.md").aliases == ["Start", "MOC"])
  }

  @Test func `sample links are found`() throws {
    #expect(
      try note("Home.md").links.map(\.target) == [
        "Event sourcing", "Spaced repetition", "Projects/Garden plan", "Missing note",
        "Assets/plan.png",
      ])
    #expect(
      try note("Edge/wikilinks.md").links.map(\.target) == [
        "A", "A", "A", "A", "", "A", "A", "Unicode/Kraków", "With (parens) & amp; signs",
      ])
    #expect(try note("CQRS.md").links.map(\.target) == ["Event sourcing", "Event sourcing.md"])
    #expect(try note("Event sourcing.md").links.map(\.heading) == [nil, "Home"])
  }

  @Test func `mutated samples lose no byte, and edits of them keep the body`() throws {
    var generator = SeededGenerator(seed: 7)
    for path in VaultScan(SampleFiles.paths(under: "vault")).notes {
      let sound = Array(try SampleFiles.bytes("vault/" + path).prefix(2_000))
      for _ in 0..<60 {
        let raw = generator.mutated(sound)
        let note = VaultNote(path: path, raw: raw)
        #expect(note.frontmatter + note.body == raw)
        // Notes that cannot be edited are passed over.
        guard var editor = try? FrontmatterEditor(frontmatter: note.frontmatter, body: note.body),
          (try? editor.setTags(["x", "y z"])) != nil  // as above
        else { continue }
        let edited = VaultNote(path: path, raw: editor.frontmatter + editor.body)
        #expect(edited.tags.filter { $0.origin == .frontmatter }.map(\.name) == ["x", "y z"])
        // A byte order mark goes from the body to new frontmatter.
        let text =
          note.body.starts(with: [0xEF, 0xBB, 0xBF]) ? note.body.dropFirst(3) : note.body[...]
        #expect(edited.body[...] == text || edited.body == note.body)
      }
    }
  }
}
