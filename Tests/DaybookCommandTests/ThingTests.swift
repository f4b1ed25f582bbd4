import Foundation
import Testing

struct ThingTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func shown(_ id: String) throws -> [String: Any] {
    try shell.run("show", id, "--json").json()
  }

  @Test func `several things are deleted and brought back at once, or none is`() throws {
    let item = try shell.capture("one")
    let deck = try shell.id(shell.run("deck", "new", "Spanish", "--json"))
    #expect(try shell.run("delete", item, "zzzz").status == 2)
    #expect(try shown(item)["deleted"] as? Bool == false)
    let result = try shell.run("delete", item, deck, item, "--json")
    let document = try result.json()
    #expect(document["schema"] as? String == "daybook.things/1")
    #expect(document["total"] as? Int == 2)
    #expect(try shown(deck)["deleted"] as? Bool == true)
    let again = try shell.run("delete", item)
    #expect(again.status == 0)
    #expect(again.output.contains("already"))
    #expect(try shell.run("restore", item, deck).status == 0)
    #expect(try shown(item)["deleted"] as? Bool == false)
    #expect(try shown(deck)["deleted"] as? Bool == false)
  }

  @Test func `done takes several items and passes over what is done`() throws {
    let first = try shell.capture("one")
    let second = try shell.capture("two")
    #expect(try shell.run("done", first, "zzzz").status == 2)
    #expect(try shown(first)["status"] as? String == "inbox")
    #expect(try shell.run("done", first).status == 0)
    let time = try shown(first)["completedAt"] as? String
    #expect(try shell.run("done", first, second).status == 0)
    #expect(try shown(first)["completedAt"] as? String == time)
    #expect(try shown(second)["status"] as? String == "done")
    let deck = try shell.id(shell.run("deck", "new", "Spanish", "--json"))
    #expect(try shell.run("done", deck).status == 64)
  }

  @Test func `tags are put on and taken off in one command`() throws {
    let id = try shell.capture("one", "--tag", "home")
    let other = try shell.capture("two")
    let result = try shell.run("tag", id, other, "+work", "+Work", "-home", "--json")
    let items = try #require(try result.json()["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["tags"] as? [String] } == [["work"], ["work"]])
    #expect(try shell.run("tag", id, "+work").output.contains("Nothing changed"))
    #expect(try shell.run("tag", id).status == 64)
    #expect(try shell.run("tag", "+work").status == 64)
    #expect(try shell.run("tag", id, "+a", "-A").status == 64)
    #expect(try shell.run("tag", id, "+").status == 64)
    #expect(try shell.run("tag", "zzzz", "+work").status == 2)
  }

  @Test func `renaming a tag retags every item that has it`() throws {
    let both = try shell.capture("one", "--tag", "work", "--tag", "office")
    let one = try shell.capture("two", "--tag", "Work")
    let deleted = try shell.capture("three", "--tag", "work")
    try shell.run("delete", deleted)
    let result = try shell.run("tag", "rename", "WORK", "office", "--json")
    #expect(try result.json()["items"] as? Int == 2)
    #expect(try shown(both)["tags"] as? [String] == ["office"])
    #expect(try shown(one)["tags"] as? [String] == ["office"])
    #expect(try shown(deleted)["deleted"] as? Bool == true)
    let list = try shell.run("tag", "list", "--json").json()
    #expect(list["schema"] as? String == "daybook.tags/1")
    let tags = try #require(list["tags"] as? [[String: Any]])
    #expect(tags.compactMap { $0["name"] as? String } == ["office"])
    #expect(try shell.run("tag", "rename", "work", "x").status == 2)
    #expect(try shell.run("tag", "rename", "Office", "office").status == 64)
  }

  @Test func `collections keep items in an order of one's own`() throws {
    let ids = try ["a", "b", "c"].map { try shell.capture($0) }
    #expect(try shell.run("collection", "new", "Summer", "garden").status == 0)
    #expect(try shell.run("collection", "new", "SUMMER GARDEN").status == 64)
    try shell.run(["collection", "add", "summer garden"] + ids)
    #expect(try titles("Summer garden") == ["a", "b", "c"])
    #expect(try shell.run("collection", "move", ids[2], "--to", "1").status == 0)
    #expect(try titles("Summer garden") == ["c", "a", "b"])
    #expect(try shell.run("collection", "move", "Summer garden", ids[2], "--to", "9").status == 0)
    #expect(try titles("Summer garden") == ["a", "b", "c"])
    #expect(try shell.run("collection", "remove", "Summer garden", ids[0]).status == 0)
    #expect(try titles("Summer garden") == ["b", "c"])
    #expect(try shell.run("collection", "rename", "summer garden", "Winter").status == 0)
    let list = try shell.run("collection", "list", "--json").json()
    let collections = try #require(list["collections"] as? [[String: Any]])
    #expect(collections.first?["name"] as? String == "Winter")
    #expect(collections.first?["items"] as? Int == 2)
    #expect(try shell.run("collection", "delete", "winter").status == 0)
    #expect(try shell.run("collection", "show", "Winter").status == 2)
    #expect(try shown(ids[1])["collections"] as? [String] == [])
  }

  @Test func `an item in several collections is moved in the one that is named`() throws {
    let ids = try ["a", "b"].map { try shell.capture($0) }
    for name in ["One", "Two"] {
      try shell.run("collection", "new", name)
      try shell.run(["collection", "add", name] + ids)
    }
    #expect(try shell.run("collection", "move", ids[1], "--to", "1").status == 64)
    #expect(try shell.run("collection", "move", ids[1], "--to", "1", "--in", "two").status == 0)
    #expect(try titles("One") == ["a", "b"])
    #expect(try titles("Two") == ["b", "a"])
    let lonely = try shell.capture("c")
    #expect(try shell.run("collection", "move", lonely, "--to", "1").status == 64)
    #expect(try shell.run("collection", "move", lonely, "--to", "1", "--in", "Two").status == 64)
    #expect(try shell.run("collection", "add", "Nowhere", lonely).status == 2)
  }

  private func titles(_ collection: String) throws -> [String] {
    let document = try shell.run("collection", "show", collection, "--json").json()
    let items = try #require(document["items"] as? [[String: Any]])
    return items.compactMap { $0["title"] as? String }
  }
}
