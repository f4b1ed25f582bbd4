import Testing

/// Every sort of conflict between two machines, decided on one of them for both.
struct KeepTests {
  let stores: TwoStores

  init() throws { stores = try TwoStores() }

  /// The one conflict there is now, and the write that a machine made.
  private func event(of machine: String, in register: String) throws -> String {
    let found = try stores.conflicts("laptop")
    #expect(found.map(\.register) == [register])
    let document = try stores.run("laptop", "conflicts", "--json").json()
    let conflicts = try #require(document["conflicts"] as? [[String: Any]])
    let writes = try #require(conflicts.first?["writes"] as? [[String: Any]])
    let write = try #require(writes.first { $0["replicaName"] as? String == machine })
    return try #require(write["event"] as? String)
  }

  /// Decides on the laptop; then no machine has a conflict.
  private func keep(_ thing: String, _ choice: String) throws {
    try stores.done("laptop", "conflicts", "keep", thing, choice)
    try stores.meet()
    #expect(try stores.conflicts("phone").isEmpty)
  }

  /// Of this both cannot be kept; that is said with the choices, and changes nothing.
  private func expectOne(of thing: String, such event: String) throws {
    let result = try stores.run("laptop", "conflicts", "keep", thing, "--both")
    #expect(result.status == 64, "\(result.output)")
    #expect(result.errors.contains("both cannot be kept") && result.errors.contains(event))
    #expect(try stores.conflicts("laptop").count == 1)
  }

  @Test(arguments: ["laptop", "phone", "--both"])
  func `a deletion against an edit`(choice: String) throws {
    let id = try stores.capture("Seeds")
    try stores.done("laptop", "delete", id)
    try stores.done("phone", "edit", id, "--title", "More seeds")
    try stores.meet()
    let event = try event(of: choice == "--both" ? "laptop" : choice, in: "life")
    try keep(id, choice == "--both" ? choice : event)
    let shown = try stores.shown("phone", id)
    #expect(shown["deleted"] as? Bool == (choice == "laptop"))
    #expect(shown["title"] as? String == "More seeds")
  }

  @Test(arguments: ["laptop", "phone"])
  func `a name against a name`(choice: String) throws {
    let list = try stores.shell.id(try stores.run("laptop", "collection", "new", "Old", "--json"))
    try stores.done("phone", "merge", stores.path("laptop"))
    for machine in ["laptop", "phone"] {
      try stores.done(machine, "collection", "rename", list, "By \(machine)")
    }
    try stores.meet()
    let event = try event(of: choice, in: "name")
    try expectOne(of: list, such: event)
    try keep(list, event)
    let name = try #require(try stores.shown("phone", list)["name"] as? String)
    #expect(name == "By \(choice)")
  }

  @Test(arguments: ["laptop", "phone"])
  func `a card moved to one deck against another`(choice: String) throws {
    for deck in ["Home", "laptop", "phone"] { try stores.done("laptop", "deck", "new", deck) }
    let card = try stores.shell.id(
      try stores.run("laptop", "card", "add", "Home", "--front", "?", "--back", "!", "--json"))
    try stores.done("phone", "merge", stores.path("laptop"))
    for machine in ["laptop", "phone"] { try stores.done(machine, "card", "move", card, machine) }
    try stores.meet()
    let event = try event(of: choice, in: "deck")
    let lines = try stores.run("laptop", "conflicts").output
    #expect(lines.contains("  laptop  laptop ") && lines.contains("  phone  phone "), "\(lines)")
    try expectOne(of: card, such: event)
    try keep(card, event)
    let deck = try #require(try stores.shown("phone", card)["deck"] as? String)
    #expect(deck == choice)
  }

  @Test(arguments: ["laptop", "phone"])
  func `taken out of a list against moved in it`(choice: String) throws {
    try stores.done("laptop", "collection", "new", "List")
    let id = try stores.capture("Seeds", "--collection", "List")
    try stores.done("laptop", "collection", "remove", "List", id)
    try stores.done("phone", "collection", "move", "List", id, "--to", "1")
    try stores.done("phone", "capture", "First", "--collection", "List")
    try stores.done("phone", "collection", "move", "List", id, "--to", "2")
    try stores.meet()
    let event = try event(of: choice, in: "membership")
    try expectOne(of: id, such: event)
    try keep(id, event)
    let lists = try #require(try stores.shown("phone", id)["collections"] as? [String])
    #expect(lists == (choice == "phone" ? ["List"] : []))
  }

  @Test func `both sides of a conflict about title and body are two items, each whole`() throws {
    let id = try stores.capture("Seeds", "--body", "none")
    for machine in ["laptop", "phone"] {
      try stores.done(machine, "edit", id, "--title", "By \(machine)", "--body", "from \(machine)")
    }
    try stores.meet()
    #expect(try stores.conflicts("phone").map(\.register) == ["title", "body"])
    try keep(id, "--both")
    let list = try stores.run("phone", "list", "--json").json()
    let items = try #require(list["items"] as? [[String: Any]])
    #expect(
      Set(items.map { "\($0["title"] ?? "") \($0["body"] ?? "")" })
        == ["By laptop from laptop", "By phone from phone"])
  }

  @Test func `a write that is none of the choices is no choice`() throws {
    let id = try stores.capture("Seeds")
    for machine in ["laptop", "phone"] { try stores.done(machine, "edit", id, "--title", machine) }
    try stores.meet()
    let event = try event(of: "phone", in: "title")
    let blame = try stores.run("laptop", "log", id, "--jsonl").output
    let first = try #require(blame.matches(of: #/"id":"([^"]+)"/#).map(\.1).last)
    for other in ["ffff:1", String(first)] {
      let result = try stores.run("laptop", "conflicts", "keep", id, other)
      #expect(result.status == 64, "\(other): \(result.errors)")
      #expect(result.errors.contains("none of the writes") && result.errors.contains(event))
    }
    try stores.done("laptop", "conflicts", "keep", id, event)
    #expect(try stores.run("laptop", "conflicts", "keep", id, event).status == 1)
  }

  @Test
  func `a write that was a choice until something came on top of it is to be looked at again`()
    throws
  {
    let id = try stores.capture("Seeds")
    for machine in ["laptop", "phone"] { try stores.done(machine, "edit", id, "--title", machine) }
    _ = try stores.run("laptop", "merge", stores.path("phone"))
    let event = try event(of: "phone", in: "title")
    try stores.done("phone", "edit", id, "--title", "phone, once more")
    _ = try stores.run("laptop", "merge", stores.path("phone"))
    #expect(try stores.run("laptop", "conflicts", "keep", id, event).status == 75)
  }
}
