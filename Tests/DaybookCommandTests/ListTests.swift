import Foundation
import Testing

struct ListTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func titles(_ words: String...) throws -> [String] {
    let result = try shell.run(["list", "--json"] + words)
    #expect(result.status == 0, "\(result.errors)")
    let document = try result.json()
    #expect(document["schema"] as? String == "daybook.items/1")
    let items = try #require(document["items"] as? [[String: Any]])
    return items.compactMap { $0["title"] as? String }
  }

  @Test func `an empty list is no failure and leaves a pipe empty`() throws {
    try shell.capture("something")
    for words in [["list", "nowhere"], ["card", "list"], ["deck", "list"], ["tag", "list"]] {
      let result = try shell.run(words)
      #expect(result.status == 0)
      #expect(result.output == "")
      #expect(!result.errors.isEmpty)
    }
  }

  @Test func `what is done, archived or deleted is not listed unless asked for`() throws {
    let done = try shell.capture("finished")
    let deleted = try shell.capture("gone")
    let archived = try shell.capture("kept away")
    try shell.capture("open", "--tag", "home")
    try shell.run("done", done)
    try shell.run("delete", deleted)
    try shell.run("edit", archived, "--status", "archived")
    #expect(try titles() == ["open"])
    #expect(try titles("status:done") == ["finished"])
    #expect(try titles("is:deleted") == ["gone"])
    #expect(try titles("-tag:home", "status:archived") == ["kept away"])
    #expect(try shell.run("list", "is:deleted").output.contains("deleted"))
  }

  @Test func `lists are ordered and cut`() throws {
    for (title, due) in [("b", "2030-01-02"), ("a", "2030-01-01"), ("c", "none")] {
      try shell.run("capture", title, "--due", due)
    }
    #expect(try titles() == ["c", "a", "b"])
    #expect(try titles("--sort", "title") == ["a", "b", "c"])
    #expect(try titles("--sort", "title-") == ["c", "b", "a"])
    #expect(try titles("--sort", "due-") == ["b", "a", "c"])
    #expect(try titles("--sort", "title", "--limit", "2") == ["a", "b"])
    let cut = try shell.run("list", "--limit", "1", "--json").json()
    #expect(cut["total"] as? Int == 3)
    #expect(try shell.run("list", "--sort", "colour").status == 64)
    #expect(try shell.run("list", "--limit", "-1").status == 64)
    #expect(try shell.run("list", "--limit", "many").status == 64)
    #expect(try shell.run("list", "due<someday").status == 64)
    #expect(try shell.run("list", "in:Nowhere").status == 2)
  }

  @Test func `the past shows what was true then`() throws {
    let id = try shell.capture("before")
    let event = try shell.run("log", "--jsonl").json()["id"] as? String
    try shell.run("edit", id, "--title", "after")
    let name = try #require(event)
    #expect(try titles("--at", name) == ["before"])
    #expect(try titles("--as-known-at", name).count <= 1)
    #expect(try titles("--at", "-3d") == [])
    #expect(try shell.run("show", id, "--at", "-3d").status == 2)
    let shown = try shell.run("show", id, "--at", name, "--json").json()
    #expect(shown["title"] as? String == "before")
  }

  @Test func `show tells about an event by its name`() throws {
    try shell.capture("seeds")
    let name = try #require(try shell.run("log", "--jsonl").json()["id"] as? String)
    let event = try shell.run("show", name, "--json").json()
    #expect(event["schema"] as? String == "daybook.event/1")
    #expect(event["kind"] as? String == "itemCaptured")
    #expect(try shell.run("show", name).output.contains("seeds"))
    #expect(try shell.run("show", name, "--at", "-3d").status == 2)
    #expect(try shell.run("show", "0000:1").status == 2)
  }

  @Test func `an id that names nothing is told from one that names several things`() throws {
    for index in 0..<40 { try shell.capture("item \(index)") }
    #expect(try shell.run("show", "zzzz").status == 2)
    #expect(try shell.run("show", "00000000").status == 2)
    let ids = try #require(
      try shell.run("list", "--json").json()["items"] as? [[String: Any]])
    #expect(ids.count == 40)
    let rows = try shell.run("list").lines.dropFirst()
    let table = rows.compactMap { $0.split(separator: " ").first }
    #expect(Set(table).count == 40)
    // Forty handles share sixteen first digits, and any unique beginning of one will do.
    let first = try #require(
      table.first { one in table.filter { $0.first == one.first }.count > 1 })
    let ambiguous = try shell.run("show", String(first.prefix(1)))
    #expect(ambiguous.status == 64)
    for handle in table.prefix(5) { #expect(try shell.run("show", String(handle)).status == 0) }
  }
}
