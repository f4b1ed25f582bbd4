import Foundation
import Testing

/// F33, F34: one rule for what is listed, and a query for everything that can be set.
struct OpenItemsTests {
  private let shell: Shell

  /// One open item, one done and one archived, alike but for that.
  init() throws {
    shell = try Shell()
    try #require(try shell.run("collection", "new", "House").status == 0)
    for status in ["inbox", "done", "archived"] {
      let id = try shell.capture(
        "paint \(status)", "--tag", "home", "--collection", "House", "--due", "2020-01-01")
      try #require(try shell.run("edit", id, "--status", status).status == 0)
    }
  }

  private func titles(_ words: [String]) throws -> [String] {
    let result = try shell.run(["list", "--json"] + words)
    try #require(result.status == 0, "\(result.errors)")
    let items = try #require(try result.json()["items"] as? [[String: Any]])
    return items.compactMap { $0["title"] as? String }.sorted()
  }

  /// F34.
  @Test(arguments: ["tag:home", "in:House", "paint", "due<2021-01-01", "is:due", "-tag:work"])
  func `what is done comes back only where a query names a status`(query: String) throws {
    #expect(try titles([query]) == ["paint inbox"])
    #expect(try titles([query, "status:done"]) == ["paint done"])
    #expect(try titles([query, "status:any"]).count == 3)
    #expect(try titles([query, "-status:done"]) == ["paint archived", "paint inbox"])
  }

  /// F34.
  @Test func `what is left out is counted at the end, and said how to see`() throws {
    let found = try shell.run("list", "paint")
    #expect(found.errors == "1 done and 1 archived match too: add status:any to see all.\n")
    #expect(!found.output.contains("done"))
    let none = try shell.run("list", "done")
    #expect(none.output.isEmpty)
    #expect(none.errors.contains("1 done matches too: add status:any to see all."))
    let hidden = try shell.run("list", "paint", "--json").json()["hidden"] as? [String: Int]
    #expect(hidden == ["done": 1, "archived": 1])
    for words in [[], ["status:any"], ["paint", "status:done"], ["tag:work"]] {
      let result = try shell.run(["list"] + words)
      #expect(!result.errors.contains("too:"), "\(words)")
    }
    #expect(try shell.run("list", "--help").output.contains("counted at the end"))
  }

  /// F34.
  @Test func `a conflict and a deletion are found wherever the item stands`() throws {
    let done = try #require(
      try shell.run("list", "--json", "status:done").json()["items"] as? [[String: Any]])
    let id = try #require(done.first?["id"] as? String)
    try #require(try shell.run("delete", id).status == 0)
    #expect(try titles(["is:deleted"]) == ["paint done"])
    #expect(try titles(["status:any"]).count == 2)
  }

  /// F33.
  @Test func `the lack of a priority can be asked for`() throws {
    let id = try shell.capture("urgent", "--priority", "high")
    #expect(try titles(["priority:none"]) == ["paint inbox"])
    #expect(try titles(["priority:any"]) == ["urgent"])
    #expect(try titles(["-priority:none"]) == ["urgent"])
    try #require(try shell.run("edit", id, "--priority", "none").status == 0)
    #expect(try titles(["priority:none"]) == ["paint inbox", "urgent"])
    #expect(try titles(["priority:any"]) == [])
  }

  /// F33.
  @Test func `a status, kind or priority of another program can be asked for once it is there`()
    throws
  {
    for query in ["status:someday", "kind:recipe", "priority:urgent"] {
      #expect(try shell.run("list", query).status == 64)
    }
    let line = """
      {"schema":"daybook.item/1","id":"0190b5a0-0000-7000-8000-000000000001","title":"soup",\
      "status":"Someday","kind":"recipe","priority":"urgent","deleted":false}
      """
    let imported = try shell.run(["import", "jsonl", "-"], input: line + "\n")
    try #require(imported.status == 0, "\(imported.errors)")
    for query in ["status:someday", "kind:recipe", "priority:urgent", "status:Someday"] {
      #expect(try titles([query]) == ["soup"], "\(query)")
    }
    #expect(try titles(["-status:someday"]).contains("paint inbox"))
    let unknown = try shell.run("list", "status:someday2")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Someday"))
    #expect(try titles(["soup"]) == ["soup"], "it is neither done nor archived")
  }
}
