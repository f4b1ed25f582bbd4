import DaybookInterchange
import TestSupport
import Testing

struct VaultFileTests {
  @Test func `paths are sorted into notes, attachments and what is left alone`() {
    let scan = VaultScan([
      "Home.md", "B/x.MD", ".obsidian/app.json", "A/.trash/n.md", ".hidden.md", "Board.canvas",
      "Assets/plan.png", "../out.md", "/abs.md", "A//b.md", "", "md", "A/.md", "notes.md.txt",
    ])
    #expect(scan.notes == ["Home.md", "B/x.MD"])
    #expect(scan.attachments == ["Board.canvas", "Assets/plan.png", "md", "notes.md.txt"])
    #expect(
      scan.skipped == [
        ".obsidian/app.json", "A/.trash/n.md", ".hidden.md", "../out.md", "/abs.md", "A//b.md", "",
        "A/.md",
      ])
  }

  @Test(arguments: [
    ("Garden plan", "Garden plan.md"), ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j.md"),
    ("", "Untitled.md"), ("...", "Untitled.md"), ("../../etc/passwd", "etc passwd.md"),
    ("CON", "_CON.md"), ("com1.txt", "_com1.txt.md"), ("Żółw 🐢 日本語", "Żółw 🐢 日本語.md"),
    (".hidden ", "hidden.md"), ("line\nbreak\u{0}\u{202E}", "line break.md"),
    ("A#b^c [[d]]", "A b c d.md"),
    ("100%%", "100%.md"), ("👩‍💻", "👩‍💻.md"),
  ])
  func `file names are safe everywhere`(title: String, name: String) {
    var namer = VaultFileNamer()
    #expect(namer.name(forTitle: title) == name)
  }

  @Test func `file names differ by more than case or composition`() {
    var namer = VaultFileNamer(taken: ["PLAN.md", "caf\u{E9}.md"])
    #expect(namer.name(forTitle: "Plan") == "Plan 2.md")
    #expect(namer.name(forTitle: "plan") == "plan 3.md")
    #expect(namer.name(forTitle: "Plan 2") == "Plan 2 2.md")
    #expect(namer.name(forTitle: "cafe\u{301}") == "cafe\u{301} 2.md")
  }

  @Test func `any title gives a name of its own within 120 bytes`() {
    var generator = SeededGenerator(seed: 6)
    var namer = VaultFileNamer()
    var names: Set<String> = []
    let zalgo = "e" + String(repeating: "\u{301}", count: 500)
    for index in 0..<5_000 {
      let count = Int.random(in: 0...200, using: &generator)
      let random = String(decoding: generator.bytes(count, from: "aA ./żółw🐢"), as: UTF8.self)
      let title =
        index % 5 == 0 ? zalgo : index % 7 == 0 ? String(repeating: "x", count: 300) : random
      let name = namer.name(forTitle: title)
      #expect(name.utf8.count <= VaultFileNamer.byteLimit && name.hasSuffix(".md"))
      #expect(VaultScan([name]).notes == [name])
      #expect(names.insert(name.lowercased()).inserted)
    }
  }
}
