import Testing

/// `daybook undo` and `daybook redo`, as people type them.
struct UndoCommandTests {
  let shell: Shell
  let item: String

  init() throws {
    shell = try Shell()
    item = try shell.capture("Book the boiler service", "--tag", "home", "--store", "a")
  }

  @discardableResult
  private func run(_ words: String...) throws -> ShellResult {
    try shell.run(words + ["--store", "a"])
  }

  /// The name of the latest event about the item.
  private func latest() throws -> String {
    let line = try #require(try run("log", item, "--jsonl", "--limit", "1").lines.first)
    return String(try #require(line.firstMatch(of: #/"id":"([^"]+)"/#)).1)
  }

  private func events() throws -> Int {
    try #require(try run("status", "--json").json()["events"] as? Int)
  }

  @Test func `undo walks back, redo forward, and both say what they did`() throws {
    try run("edit", item, "--title", "Book the boiler service for Thursday")
    let handle = try #require(try run("list").lines.last?.prefix(4))
    let edit = try latest()
    let undone = try run("undo")
    #expect(undone.status == 0)
    #expect(
      undone.lines.first
        == "Undid: changed title from \"Book the boiler service\" to "
        + "\"Book the boiler service for Thursday\", of Book the boiler service (\(edit))")
    #expect(
      undone.lines.dropFirst() == [
        "  \(handle)  Book the boiler service",
        "    title: Book the boiler service for Thursday → Book the boiler service",
      ])
    #expect(try run("undo").lines.last == "    deleted")
    #expect(try run("list").lines.isEmpty)
    let nothing = try run("undo")
    #expect(nothing.status == 2 && nothing.errors.contains("Nothing was changed."))
    #expect(try run("redo").lines.last == "    restored")
    #expect(try run("redo").lines.first?.hasPrefix("Redid: changed title from ") == true)
    #expect(try run("show", item, "--json").output.contains("for Thursday"))
    #expect(try run("redo").status == 2)
  }

  @Test func `a command is named by any of its events, and may be taken back once`() throws {
    let name = try latest()
    let short = try #require(name.split(separator: ":").first?.prefix(4))
    #expect(try run("undo", "\(short):2", "--dry-run").lines.first?.hasPrefix("This would") == true)
    #expect(try events() == 2)
    #expect(try run("undo", "\(short):2").status == 0)
    let again = try run("undo", name, "--json")
    #expect(again.status == 0)
    #expect(try again.json()["takenBackBefore"] as? String == "\(name.dropLast(2)):3")
    #expect(try again.json()["events"] as? Int == 0)
    for (word, status) in [("\(short):99", 2), ("nonsense", 2), ("dead:1", 2)] {
      let result = try run("undo", word)
      #expect(result.status == Int32(status) && result.errors.contains("No event or merge here"))
    }
  }

  @Test func `what stands in the way is listed, left or written over as is said`() throws {
    try run("edit", item, "--title", "secret words", "--body", "more")
    let edit = try latest()
    try run("edit", item, "--title", "other words")
    let before = try events()
    let refused = try run("undo", edit)
    #expect(refused.status == 1)
    #expect(refused.lines.first == "In the way:")
    #expect(refused.lines.last?.hasPrefix("    title: written since by ") == true)
    #expect(refused.errors.contains("--leave") && !refused.errors.contains("words"))
    let document = try run("undo", edit, "--json")
    #expect(document.status == 1)
    #expect(try document.json()["refused"] as? Bool == true)
    #expect(try document.json()["schema"] as? String == "daybook.undo/1")
    let rehearsal = try run("undo", edit, "--dry-run")
    #expect(rehearsal.status == 1)
    #expect(rehearsal.output == refused.output && rehearsal.errors == refused.errors)
    let rehearsed = try run("undo", edit, "--dry-run", "--json")
    #expect(rehearsed.status == 1)
    #expect(try rehearsed.json()["refused"] as? Bool == true)
    #expect(try rehearsed.json()["dryRun"] as? Bool == true)
    #expect(try run("undo", edit, "--leave", "--dry-run").status == 0)
    #expect(try events() == before)
    let mistyped = try run("undo", edit, "--force", "--field", "titel")
    #expect(mistyped.status == 64 && mistyped.errors.contains("In the way: title."))
    #expect(try events() == before)
    let left = try run("undo", edit, "--leave")
    #expect(left.status == 0 && left.lines.contains("Left as it is:"))
    #expect(try run("undo", edit, "--force", "--field", "title").status == 0)
    #expect(
      try run("show", item, "--json").output.contains("\"title\": \"Book the boiler service\""))
    #expect(try run("undo", edit, "--leave", "--force").status == 64)
    #expect(try run("undo", edit, "--field", "title").status == 64)
  }

  @Test func `an answer is taken back by undo as by review --undo`() throws {
    let deck = try shell.id(try run("deck", "new", "Spanish", "--json"))
    let card = try shell.id(
      try run("card", "add", deck, "--front", "casa", "--back", "house", "--json"))
    try run("review", "--answer", card, "good")
    #expect(try run("undo").lines.last == "    an answer does not count any more")
    #expect(try run("card", "show", card, "--json").json()["reviews"] as? Int == 0)
    #expect(try run("redo").lines.last == "    an answer counts again")
    try run("review", "--undo")
    #expect(try run("card", "show", card, "--json").json()["reviews"] as? Int == 0)
    try run("redo")
    #expect(try run("card", "show", card, "--json").json()["reviews"] as? Int == 1)
  }

  @Test func `an import is taken back whole after another machine had it`() throws {
    let lines = (0..<3).map {
      "{\"id\":\"0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e0\($0)\",\"title\":\"imported \($0)\"}"
    }
    let imported = try shell.run(
      ["import", "jsonl", "-", "--store", "a"], input: lines.joined(separator: "\n") + "\n")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try shell.run("merge", "a", "--store", "b").status == 0)
    try shell.run(
      "edit", "0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e01", "--title", "kept", "--store", "b")
    try run("merge", "b")
    let log = try run("log", "0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e00", "--jsonl").lines
    let event = try #require(log.last?.firstMatch(of: #/"id":"([^"]+)"/#)?.1)
    let undone = try run("undo", String(event), "--json")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try undone.json()["batch"] as? String == "import")
    #expect((try undone.json()["left"] as? [[String: Any]])?.count == 1)
    let list = try run("list").output
    #expect(list.contains("kept") && list.contains("boiler") && !list.contains("imported"))
    try shell.run("merge", "a", "--store", "b")
    let print = try run("status", "--json").json()["fingerprint"] as? String
    let other = try shell.run("status", "--store", "b", "--json").json()["fingerprint"] as? String
    #expect(print == other)
  }

  @Test func `after an erasure or a clock correction only what is named is taken back`() throws {
    let other = try shell.capture("Paint the fence", "--store", "a")
    let capture = try #require(
      try run("log", other, "--jsonl").lines.first?.firstMatch(of: #/"id":"([^"]+)"/#)?.1)
    #expect(try run("erase", item, "--yes").status == 0)
    let before = try events()
    for words in [["undo"], ["undo", "--dry-run"]] {
      let refused = try shell.run(words + ["--store", "a"])
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.errors.contains("The last thing done here was an erasure, which cannot"))
    }
    #expect(try events() == before)
    #expect(try run("redo").status == 2)
    #expect(try run("undo", String(capture)).status == 0)
    #expect(try run("redo").status == 0)
    // What was done since is taken back, and what was done before is not, though it comes next.
    try run("edit", other, "--title", "Paint the gate")
    #expect(try run("undo").status == 0)
    #expect(try run("undo").status == 1)
    #expect(try run("list").output.contains("Paint the fence"))
  }

  @Test func `nobody is overrun who says what he has seen`() throws {
    let seen = try latest()
    try run("edit", item, "--body", "new")
    let edit = try latest()
    let result = try run("undo", edit, "--if-unchanged-since", seen)
    #expect(result.status == 75)
    #expect(try run("undo", edit, "--if-unchanged-since", edit).status == 0)
  }

  @Test func `undo and redo of a merge say which, and --only is not for one`() throws {
    try shell.capture("From the phone", "--store", "phone")
    #expect(try run("merge", "phone", "--yes").status == 0)
    let arrivals = try run("log", "--arrivals", "--json").json()["arrivals"] as? [[String: Any]]
    let merge = try #require(arrivals?.first?["id"] as? String)
    #expect(try run("undo", merge, "--only").status == 64)
    let undone = try #require(try run("undo", merge).lines.first)
    let redone = try #require(try run("redo").lines.first)
    #expect(undone.hasPrefix("Undid: the merge \(merge)"))
    #expect(redone == undone.replacing("Undid: ", with: "Redid: "))
  }
}
