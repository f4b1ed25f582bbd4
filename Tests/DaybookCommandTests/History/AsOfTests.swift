import Foundation
import Testing

/// Looking back: `--at` and `--as-known-at` on every command that reads, and `diff`.
struct AsOfTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// Every command that reads, as it is typed before the options.
  private static let reading: [[String]] = [
    ["today"], ["list"], ["list", "tag:home"], ["tag", "list"], ["collection", "list"],
    ["deck", "list"], ["card", "list"], ["card", "list", "is:due"], ["log"], ["conflicts"],
    ["config"], ["config", "get", "week-start"], ["media", "list"], ["export", "json", "-"],
    ["export", "jsonl", "-"],
  ]

  private func lastEvent() throws -> String {
    try #require(
      try shell.run("log", "--jsonl", "--arrivals", "--limit", "1").json()["id"] as? String)
  }

  @Test func `every reading command looks back, and says when nothing was there yet`() throws {
    try shell.capture("seeds", "--tag", "home")
    let now = try lastEvent()
    for command in Self.reading {
      for option in ["--at", "--as-known-at"] {
        let before = try shell.run(command + [option, "2001-01-01"])
        #expect(before.status == 0, "\(command) \(option): \(before.errors)")
        #expect(before.errors.contains("before this store's first event"), "\(command)")
        #expect(!before.output.contains("seeds"), "\(command)")
        let then = try shell.run(command + [option, now])
        #expect(then.status == 0, "\(command) \(option): \(then.errors)")
        #expect(!then.errors.contains("before"), "\(command)")
        for future in ["2999-01-01", "tomorrow"] {
          #expect(try shell.run(command + [option, future]).status == 64, "\(command) \(future)")
        }
        #expect(try shell.run(command + [option, "nonsense"]).status == 64)
        #expect(try shell.run(command + [option, "0123456789abcdef:1"]).status == 2)
      }
      #expect(try shell.run(command + ["--at", now, "--as-known-at", now]).status == 64)
    }
  }

  @Test func `everything shows as it was just after an event`() throws {
    let item = try shell.capture("seeds", "--tag", "home")
    try shell.run("collection", "new", "Garden")
    try shell.run("collection", "add", "Garden", item)
    try shell.run("deck", "new", "Spanish")
    let card = try shell.id(
      shell.run("card", "add", "Spanish", "--front", "perro", "--back", "dog", "--json"))
    try shell.run("deck", "options", "Spanish", "--new-per-day", "5")
    try shell.run("config", "set", "week-start", "sunday")
    let then = try lastEvent()
    let document = try shell.run("export", "json", "-").output
    try shell.run("edit", item, "--title", "bulbs")
    try shell.run("tag", "rename", "home", "yard")
    try shell.run("collection", "rename", "Garden", "Park")
    try shell.run("deck", "options", "Spanish", "--new-per-day", "9")
    try shell.run("deck", "rename", "Spanish", "Español")
    try shell.run("config", "set", "week-start", "monday")
    try shell.run("card", "edit", card, "--front", "gato")
    try shell.run("review", "--answer", card, "easy")
    for option in ["--at", "--as-known-at"] {
      func seen(_ command: String...) throws -> String {
        let result = try shell.run(command + [option, then])
        #expect(result.status == 0, "\(command): \(result.errors)")
        return result.output
      }
      #expect(try seen("list", "tag:home").contains("seeds"))
      #expect(try seen("show", item).contains("seeds"))
      #expect(try seen("tag", "list").contains("#home"))
      #expect(try seen("collection", "show", "Garden").contains("seeds"))
      #expect(try seen("deck", "list").contains("Spanish"))
      #expect(try seen("deck", "options", "Spanish").contains("5 "))
      #expect(try seen("config", "get", "week-start") == "sunday\n")
      #expect(try seen("card", "show", card).contains("new"))
      #expect(try seen("card", "list", "deck:Spanish").contains("perro"))
      #expect(try seen("export", "json", "-") == document)
      #expect(try seen("blame", item).contains("seeds"))
    }
    #expect(
      try shell.run("deck", "options", "Español", "--new-per-day", "1", "--at", then).status == 64)
    #expect(try shell.run("export", "anki", "x.apkg", "--at", then).status == 64)
  }

  @Test func `diff tells what was added, changed and deleted, and how many`() throws {
    let kept = try shell.capture("kept")
    let gone = try shell.capture("gone")
    let start = try lastEvent()
    try shell.run("edit", kept, "--title", "kept and changed", "--priority", "high")
    try shell.run("delete", gone)
    try shell.capture("new", "--tag", "home")
    let result = try shell.run("diff", "--from", start)
    #expect(result.status == 0)
    #expect(result.lines.contains { $0.hasPrefix("changed") && $0.contains("kept and changed") })
    #expect(result.lines.contains(#"    changed title from "kept" to "kept and changed""#))
    #expect(result.lines.contains("    set priority to high"))
    #expect(result.lines.contains { $0.hasPrefix("deleted") && $0.contains("gone") })
    #expect(result.lines.contains("    with #home"))
    #expect(result.lines.last == "1 added, 1 changed, 1 deleted")
    let document = try shell.run("diff", "--from", start, "--json").json()
    #expect(document["schema"] as? String == "daybook.diff/1")
    let counts = try #require(document["counts"] as? [String: Int])
    #expect(counts == ["added": 1, "changed": 1, "deleted": 1, "restored": 0, "cameAndWent": 0])
    let things = try #require(document["things"] as? [[String: Any]])
    let fields = try #require(
      things.first { $0["id"] as? String == kept }?["fields"] as? [[String: Any]])
    #expect(fields.first { $0["field"] as? String == "title" }?["old"] as? String == "kept")
    let one = try shell.run("diff", kept, "--from", start)
    #expect(one.lines.last == "1 changed")
    let none = try shell.run("diff", kept, "--from", try lastEvent())
    #expect(none.output == "Nothing differs.\n")
  }

  @Test func `diff of a collection and a deck tells who came and went`() throws {
    let items = try ["a", "b"].map { try shell.capture($0) }
    let garden = try shell.id(shell.run("collection", "new", "Garden", "--json"))
    try shell.run("collection", "add", "Garden", items[0])
    let deck = try shell.id(shell.run("deck", "new", "Spanish", "--json"))
    let start = try lastEvent()
    try shell.run("collection", "add", "Garden", items[1])
    try shell.run("collection", "remove", "Garden", items[0])
    try shell.run("edit", items[1], "--title", "not told of here")
    try shell.run("card", "add", "Spanish", "--front", "perro", "--back", "dog")
    let lines = try shell.run("diff", garden, "--from", start).lines
    #expect(
      lines.filter { $0.hasPrefix("    ") } == ["    took out of Garden", "    put into Garden"])
    #expect(try shell.run("diff", deck, "--from", start).output.contains("perro"))
  }

  @Test func `diff refuses times that make no sense`() throws {
    let item = try shell.capture("seeds")
    #expect(try shell.run("diff").status == 64)
    #expect(try shell.run("diff", "--from", "nonsense").status == 64)
    #expect(try shell.run("diff", "--from", "2999-01-01").status == 64)
    #expect(try shell.run("diff", "--from", "0123456789abcdef:7").status == 2)
    #expect(try shell.run("diff", "--from", "-1d", "--to", "-3d").status == 64)
    #expect(try shell.run("diff", "zzzz", "--from", "-1d").status == 2)
    let all = try shell.run("diff", item, "--from", "2001-01-01", "--arrivals")
    #expect(all.lines.last == "1 added")
  }
}
