import Testing

/// `--if-unchanged-since`: a script that writes only over what it has seen.
struct ExpectedVersionTests {
  let shell: Shell
  let item: String

  init() throws {
    shell = try Shell()
    item = try shell.capture("Seeds", "--tag", "garden")
  }

  /// The latest event about the item.
  private func latest() throws -> String {
    let line = try #require(try shell.run("log", item, "--jsonl", "--limit", "1").lines.first)
    let id = try #require(line.firstMatch(of: #/"id":"([^"]+)"/#))
    return String(id.1)
  }

  private func events() throws -> Int {
    try #require(try shell.run("status", "--json").json()["events"] as? Int)
  }

  @Test func `what was changed since is refused with 75, and nothing is written`() throws {
    let seen = try latest()
    #expect(
      try shell.run("edit", item, "--body", "one", "--if-unchanged-since", seen).status == 0)
    let before = try events()
    let refused: [[String]] = [
      ["edit", item, "--body", "two"], ["done", item], ["delete", item], ["tag", item, "+x"],
      ["capture", "x", "--collection", "None"],
    ]
    for words in refused {
      let result = try shell.run(words + ["--if-unchanged-since", seen])
      #expect(result.status == (words[0] == "capture" ? 2 : 75), "\(words): \(result.errors)")
      #expect(result.errors.contains("Nothing was changed."))
      #expect(result.output == "")
    }
    #expect(try events() == before)
    #expect(
      try shell.run("edit", item, "--body", "two", "--if-unchanged-since", latest()).status == 0)
  }

  @Test func `any event of a command stands for all of it, and what else happened is no matter`()
    throws
  {
    let captured = try shell.run("log", item, "--jsonl", "--reverse", "--limit", "1").lines
    let first = try #require(captured.first?.firstMatch(of: #/"id":"([^"]+)"/#)).1
    try shell.capture("Another")
    #expect(try shell.run("done", item, "--if-unchanged-since", String(first)).status == 0)
  }

  @Test func `a change that writes nothing is not refused`() throws {
    let seen = try latest()
    try shell.run("done", item)
    #expect(try shell.run("done", item, "--if-unchanged-since", seen).status == 0)
  }

  @Test func `a list that has changed is not added to`() throws {
    try shell.run("collection", "new", "Garden")
    let other = try shell.capture("Spade")
    try shell.run("collection", "add", "Garden", item)
    let seen = try latest()
    try shell.run("collection", "add", "Garden", other)
    let moved = try shell.run(
      "collection", "move", item, "--to", "2", "--if-unchanged-since", seen)
    #expect(moved.status == 75, "\(moved.errors)")
  }

  @Test func `an event that is not here is not found`() throws {
    let before = try events()
    for event in ["0123456789abcdef:1", "nonsense", "\(try latest())9"] {
      #expect(try shell.run("done", item, "--if-unchanged-since", event).status == 2)
    }
    #expect(try events() == before)
  }

  @Test(arguments: [
    "capture", "edit", "done", "delete", "restore", "tag change", "tag rename", "collection new",
    "collection rename", "collection delete", "collection add", "collection remove",
    "collection move", "deck new", "deck rename", "deck delete", "card add", "card edit",
    "card delete", "card suspend", "card resume", "card move", "review", "conflicts keep",
  ])
  func `every changing command takes the option`(command: String) throws {
    let help = try shell.run(command.split(separator: " ").map(String.init) + ["--help"])
    #expect(help.output.contains("--if-unchanged-since"))
  }
}
