import Foundation
import Testing

/// Erasing from the command line, on two machines and on a terminal.
struct EraseTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  @Test func `what is erased is gone from every list, and travels to another store`() throws {
    let id = try shell.capture("The SECRET plan", "--body", "SECRET words", "--tag", "SECRETtag")
    try shell.capture("Kept")
    try shell.run("bundle", "create", "before.bundle")
    try shell.run("merge", "before.bundle", "--store", "b")
    let dry = try shell.run("erase", id, "--dry-run", "--json").json()
    #expect(dry["schema"] as? String == "daybook.erase/1")
    #expect(dry["events"] as? Int == 2 && dry["dryRun"] as? Bool == true)
    #expect(try shell.run("show", id).output.contains("SECRET"))

    let result = try shell.run("erase", id, "--yes")
    #expect(result.status == 0)
    #expect(result.output == "Erased 1 thing: what 2 events said is gone.\n")
    #expect(result.errors.contains("backups, exports and bundles made before"))
    for words in [["list"], ["list", "is:deleted"], ["log"], ["show", id], ["tag", "list"]] {
      #expect(try !shell.run(words).output.contains("SECRET"), "\(words)")
    }
    #expect(try shell.run("verify").status == 0)
    #expect(try shell.run("status", "--json").json()["erasedEvents"] as? Int == 2)

    try shell.run("bundle", "create", "after.bundle")
    try shell.run("merge", "after.bundle", "--store", "b")
    let here = try shell.run("status", "--json").json()["fingerprint"] as? String
    let there = try shell.run("status", "--store", "b", "--json").json()["fingerprint"] as? String
    #expect(here == there && here != nil)
    #expect(try !shell.run("export", "json", "-", "--store", "b").output.contains("SECRET"))
  }

  @Test func `a file goes with its content, and a note tells which it showed`() throws {
    try Data("a face".utf8).write(to: URL(filePath: shell.path + "/face.jpg"))
    try shell.run("media", "add", "face.jpg")
    try shell.run("deck", "new", "Deck")
    let added = try shell.run(
      "card", "add", "Deck", "--front", "<img src=\"face.jpg\">", "--back", "who?", "--json")
    let card = try added.json()["id"] as? String
    let media = shell.path + "/.local/share/daybook/media"
    #expect(try FileManager.default.subpathsOfDirectory(atPath: media).count == 2)

    let removed = try shell.run("media", "remove", "face.jpg")
    #expect(removed.output == "Removed face.jpg; undo brings it back.\n")
    #expect(try shell.run("media", "list").output == "")
    #expect(try shell.run("undo").status == 0)
    let plan = try shell.run("erase", try #require(card), "--dry-run")
    #expect(
      plan.output.hasSuffix("What it showed stays, to be erased with --media:\n  face.jpg\n"),
      "\(plan.output)")

    let result = try shell.run("erase", try #require(card), "--media", "face.jpg", "--yes")
    #expect(result.output.hasPrefix("Erased 1 thing and 1 file: what "), "\(result.output)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: media).count == 1)
    #expect(try shell.run("verify").status == 0)
    let again = try shell.run("erase", "--media", "face.jpg", "--yes")
    #expect(again.status == 1 && again.errors.contains("was erased before"))
    #expect(try shell.run("erase", "--media", "none.jpg", "--yes").status == 2)
    #expect(try shell.run("media", "remove", "none.jpg").status == 2)
  }

  @Test func `erasing a card of a note tells where its words are`() throws {
    try shell.run("deck", "new", "Deck")
    try shell.run("card", "add", "Deck", "--cloze", "The {{c1::SECRET}} of {{c2::x}}")
    let cards = try #require(
      try shell.run("card", "list", "--json").json()["cards"] as? [[String: Any]])
    let card = try #require(cards.first?["id"] as? String)
    let plan = try shell.run("erase", card, "--dry-run", "--json").json()
    let notes = try #require(plan["remainingNotes"] as? [String])
    #expect(notes.count == 1)
    let result = try shell.run("erase", card, "--yes")
    #expect(result.output.contains("The words are in a note, which stays"), "\(result.output)")
    #expect(try shell.run("export", "json", "-").output.contains("SECRET"))
    let all = try shell.run("erase", notes[0], "--yes", "--json").json()
    #expect(all["remainingNotes"] as? [String] == [])
    #expect(try !shell.run("export", "json", "-").output.contains("SECRET"))
  }

  @Test func `without a terminal it has to be said that it shall be`() throws {
    let id = try shell.capture("Kept")
    let result = try shell.run("erase", id)
    #expect(result.status == 64 && result.errors.contains("--yes"))
    #expect(try shell.run("show", id).output.contains("Kept"))
    #expect(try shell.run("erase", "zzzz", "--yes").status == 2)
    #expect(try shell.run("erase", id, "--yes").status == 0)
    let again = try shell.run("erase", id, "--yes")
    #expect(again.status == 1 && again.errors.contains("was erased before"))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
    arguments: [("n", false), ("", false), ("y", true)])
  func `on a terminal it is asked`(answer: String, isErased: Bool) throws {
    let id = try shell.capture("Kept")
    let result = try shell.script(
      "printf '\(answer)\\n' | script -qec \"$DAYBOOK erase \(id)\" /dev/null",
      environment: ["TERM": "dumb"])
    #expect(result.output.contains("This cannot be undone. y/n"))
    #expect(result.output.contains("Nothing was erased.") == !isErased)
    #expect(try shell.run("show", id).output.contains("Kept") == !isErased)
  }

  @Test func `the file keeps nothing of it when its free pages are overwritten`() throws {
    let id = try shell.capture("The SECRET plan")
    for round in 0..<5 { try shell.run("edit", id, "--body", "SECRET \(round)") }
    let result = try shell.run("erase", id, "--yes", "--overwrite", "--json").json()
    #expect(try #require(result["overwrittenPages"] as? Int) > 0)
    let store = shell.path + "/.local/share/daybook/data.mdb"
    let bytes = try Data(contentsOf: URL(filePath: store))
    #expect(bytes.firstRange(of: Data("SECRET".utf8)) == nil)
    #expect(try shell.run("verify").status == 0)
  }

  @Test func `a machine that takes an erasure over is told what is left, and overwrites it`()
    throws
  {
    let id = try shell.capture("The SECRET plan")
    try shell.run("bundle", "create", "before.bundle")
    try shell.run("merge", "before.bundle", "--store", "b")
    try shell.run("erase", id, "--yes")
    try shell.run("bundle", "create", "after.bundle")
    let result = try shell.run("merge", "after.bundle", "--store", "b")
    #expect(result.lines.contains("  1 event erased"))
    #expect(result.errors.contains("daybook erase --overwrite"))
    func holdsSecret() throws -> Bool {
      let bytes = try Data(contentsOf: URL(filePath: shell.path + "/b/data.mdb"))
      return bytes.firstRange(of: Data("SECRET".utf8)) != nil
    }
    #expect(try holdsSecret())
    #expect(try shell.run("erase", "--overwrite", "--store", "b").status == 0)
    #expect(try !holdsSecret())
    // What is erased already can be named as well.
    let again = try shell.run("erase", id, "--overwrite", "--yes", "--store", "b")
    #expect(again.status == 0 && again.output.hasPrefix("Overwrote "))
    #expect(try shell.run("erase", "--yes").status == 64)
    #expect(try shell.run("show", id).lines.first == "(erased)")
  }
}
