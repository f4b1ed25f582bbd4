import Foundation
import Testing

/// What people are told of conflicts, and what they are not told of.
struct ConflictWordsTests {
  let stores: TwoStores

  init() throws { stores = try TwoStores() }

  /// F2: both sides were called used, and an id stood where a name belongs.
  @Test func `joins into two decks are told by where each would go`() throws {
    let ids = try ["One", "Two", "Three"].map { name in
      try stores.shell.id(try stores.run("laptop", "deck", "new", name, "--json"))
    }
    try stores.done("phone", "merge", stores.path("laptop"))
    try stores.done("laptop", "deck", "join", "One", "Two")
    try stores.done("phone", "deck", "join", "Three", "Two")
    let preview = try stores.run("laptop", "merge", "--dry-run", stores.path("phone")).output
    try stores.meet()
    for text in [preview, try stores.run("laptop", "conflicts").output] {
      #expect(text.contains("joined into One") && text.contains("joined into Three"), "\(text)")
      #expect(!text.contains("used") && !text.contains("life"), "\(text)")
    }
    let document = try stores.run("laptop", "conflicts", "--json").json()
    let conflict = try #require((document["conflicts"] as? [[String: Any]])?.first)
    let writes = try #require(conflict["writes"] as? [[String: Any]])
    let values = writes.map { ($0["value"] as? [String: Any])?["joinedInto"] as? String }
    #expect(Set(values) == [ids[0], ids[2]])
    let two = try #require(conflict["entity"] as? String)
    try stores.done("laptop", "conflicts", "keep", two, try #require(writes[1]["event"] as? String))
    let undone = try stores.done("laptop", "undo").output
    #expect(undone.contains("in conflict again: it is joined into "), "\(undone)")
    #expect(!undone.contains("joinedInto") && !undone.contains("life"), "\(undone)")
    // What let the conflict come back is told to programs, and shown where it is played.
    let event = try stores.done("laptop", "log", "--kind", "writesWithdrawn", "--jsonl").output
    #expect(event.contains(#""payload":{"withdrawn":{"life":""#), "\(event)")
    let join = try stores.done("laptop", "log", "--kind", "deckJoined", "--limit", "1", "--jsonl")
    #expect(join.output.contains(#""joinedInto":""#), "\(join.output)")
  }

  @Test func `where a conflict came back a replay shows what changed`() throws {
    let id = try stores.capture("Bird")
    try stores.done("laptop", "edit", id, "--title", "Heron")
    try stores.done("phone", "edit", id, "--title", "Egret")
    try stores.meet()
    let events = try #require(try stores.conflicts("laptop").first).events
    try stores.done("laptop", "conflicts", "keep", id, events[1])
    try stores.done("laptop", "undo")
    let lines = try stores.done("laptop", "replay").lines
    let place = try #require(
      lines.firstIndex { $0.contains("let a decided conflict come back") }, "\(lines)")
    #expect(lines.dropFirst(place + 1).first?.contains("changed title from") == true, "\(lines)")
  }

  /// F5.
  @Test func `what is kept of a vault for later imports is told in words`() throws {
    let shell = stores.shell
    try FileManager.default.createDirectory(
      atPath: shell.path + "/notes", withIntermediateDirectories: true)
    try Data("text".utf8).write(to: URL(filePath: shell.path + "/notes/index.md"))
    try stores.done("laptop", "import", "markdown", shell.path + "/notes")
    let log = try stores.done("laptop", "log").output
    #expect(log.contains("remembered the vault notes") && !log.contains("set vault"), "\(log)")
    let undone = try stores.done("laptop", "undo").output
    #expect(!undone.contains("setting vault"), "\(undone)")
  }
}
