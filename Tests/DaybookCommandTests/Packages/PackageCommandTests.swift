import Foundation
import Testing

/// `import anki` and `export anki`, as people use them.
struct PackageCommandTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Spanish")
    for (front, back) in [("el perro", "the dog"), ("el gato", "the cat")] {
      try shell.run("card", "add", "Spanish", "--front", front, "--back", back)
    }
    let card = try #require(try cards().first?["id"] as? String)
    try shell.run("review", "--answer", card, "good")
  }

  private func cards(_ words: String...) throws -> [[String: Any]] {
    let cards = try shell.run(["card", "list", "--json"] + words).json()["cards"]
    return try #require(cards as? [[String: Any]])
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: shell.path + "/" + name)
  }

  @Test func `a package carries cards and what was learned to another store`() throws {
    let written = try shell.run("export", "anki", "all.apkg")
    #expect(written.output == "Wrote 2 notes, 2 cards, 1 review, 0 files to all.apkg.\n")
    let missing = try shell.run("import", "anki", "all.apkg", "--store", "b", "--dry-run")
    #expect(missing.status == 66 && !exists("b"))
    try shell.run("list", "--store", "b", "--replica-name", "b")
    let told = try shell.run("import", "anki", "all.apkg", "--store", "b", "--dry-run")
    #expect(told.output == "Would import from all.apkg: 2 new, 2 cards, 1 review.\n")
    #expect(try cards("--store", "b").isEmpty)
    let first = try shell.run("import", "anki", "all.apkg", "--store", "b")
    #expect(first.output == "Imported from all.apkg: 2 new, 2 cards, 1 review.\n")
    #expect(first.errors == "" && first.status == 0)
    let again = try shell.run("import", "anki", "all.apkg", "--store", "b")
    #expect(again.output == "Imported from all.apkg: 2 unchanged.\n")
    let theirs = try cards("--store", "b")
    #expect(Set(theirs.compactMap { $0["front"] as? String }) == ["el perro", "el gato"])
    #expect(theirs.compactMap { $0["reviews"] as? Int }.sorted() == [0, 1])
    #expect(
      theirs.compactMap { $0["stability"] as? Double }
        == (try cards().compactMap { $0["stability"] as? Double }))
  }

  @Test func `scripts get the counts of everything`() throws {
    try shell.run("export", "anki", "all.apkg")
    let report = try shell.run("import", "anki", "all.apkg", "--store", "b", "--json").json()
    #expect(report["schema"] as? String == "daybook.import/1")
    let expected = [
      "new": 2, "updated": 0, "duplicate": 0, "conflicting": 0, "skipped": 0, "cards": 2,
      "reviews": 1, "files": 0,
    ]
    for (name, count) in expected { #expect(report[name] as? Int == count, "\(name)") }
    #expect((report["warnings"] as? [Any])?.isEmpty == true)
  }

  @Test func `a pipe carries a package`() throws {
    let result = try shell.script(
      "$DAYBOOK export anki - | $DAYBOOK import anki - --store b --json")
    #expect(try result.json()["new"] as? Int == 2)
    let files = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(!files.contains { $0.hasPrefix("daybook-import-") || $0.hasPrefix("daybook-export-") })
    #expect(!files.contains { $0.hasPrefix("daybook-anki-") })
  }

  @Test func `what is no package, or not there, is told apart`() throws {
    let missing = try shell.run("import", "anki", "none.apkg")
    #expect(missing.status == 66 && missing.errors.contains("none.apkg"))
    try Data("SECRET text".utf8).write(to: URL(filePath: shell.path + "/text.apkg"))
    let result = try shell.run("import", "anki", "text.apkg", "--store", "b")
    #expect(result.status == 65 && result.errors.contains("text.apkg"))
    #expect(!result.errors.contains("SECRET") && !exists("b"))
    // What is no package is not written over either.
    #expect(try shell.run("export", "anki", "text.apkg").status == 73)
    #expect(try shell.run("export", "anki", "text.apkg", "--force").status == 0)
  }

  /// F8.
  @Test func `an import says by which days answers count where the package does not`() throws {
    try shell.run("export", "anki", "all.apkg")
    func bring(_ zone: String) throws -> [String] {
      try shell.run(
        ["import", "anki", "all.apkg", "--store", "b"], environment: ["TZ": zone]
      ).lines
    }
    let told = "Answers count for the days of this machine's time zone, which begin at 4:00."
    #expect(
      try bring("Asia/Tokyo") == ["Imported from all.apkg: 2 new, 2 cards, 1 review.", told])
    #expect(try bring("Asia/Tokyo") == ["Imported from all.apkg: 2 unchanged."])
    // In one of these three it is another day than in Tokyo.
    let moved = try ["Pacific/Kiritimati", "America/New_York", "Pacific/Midway"].flatMap(bring)
    #expect(moved.contains("Now counted for another day: 1 earlier answer."))
    #expect(try bring("Pacific/Midway") == ["Imported from all.apkg: 2 unchanged."])
    // Another hour here is offered.
    try shell.run("config", "set", "rolloverHour", "2", "--store", "c")
    let other = try shell.run("import", "anki", "all.apkg", "--store", "c").lines
    #expect(other.last?.hasSuffix("daybook config set rolloverHour 4") == true)
  }

  @Test func `a whole collection without a terminal goes on unasked`() throws {
    try shell.run("export", "anki", "all.colpkg")
    let result = try shell.run("import", "anki", "all.colpkg", "--store", "b")
    #expect(result.status == 0 && result.output.contains("2 new"))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
    arguments: [("n", "", 0), ("", "", 0), ("y", "", 2), ("n", "--yes", 2), ("n", "--dry-run", 0)])
  func `a whole collection is asked for on a terminal`(
    answer: String, option: String, count: Int
  ) throws {
    try shell.run("export", "anki", "all.colpkg")
    try shell.run("list", "--store", "b", "--replica-name", "b")
    let command = "$DAYBOOK import anki all.colpkg --store b \(option)"
    let result = try shell.script(
      "printf '\(answer)\\n' | script -qec \"\(command)\" /dev/null",
      environment: ["TERM": "dumb"])
    #expect(result.status == 0, "\(result.output)")
    let isAsked = option.isEmpty
    #expect(result.output.contains("whole collection (2 notes, 2 cards, 1 reviews)") == isAsked)
    #expect(result.output.contains("Nothing was imported.") == (isAsked && count == 0))
    #expect(try cards("--store", "b").count == count)
  }
}
