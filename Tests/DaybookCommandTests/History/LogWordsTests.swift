import DaybookEvents
import Foundation
import Testing

/// What `log` and `blame` say of changes: acceptance rows M-6 and S3-72.
struct LogWordsTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// Runs a command that writes, and gives what the log says of it.
  private func words(_ command: String...) throws -> [String] {
    let before = try shell.run("log", "--jsonl").lines.count
    let result = try shell.run(command)
    #expect(result.status == 0, "\(command): \(result.errors)")
    let count = try shell.run("log", "--jsonl").lines.count - before
    // The latest command comes first, its last event before the others.
    var told: [[String]] = []
    for line in try shell.run("log", "--arrivals", "--limit", "\(count)").lines {
      if line.hasPrefix("    ") {
        told[told.count - 1].append(String(line.dropFirst(4)))
      } else {
        told.append([])
      }
    }
    return told.reversed().flatMap(\.self)
  }

  private func id(_ command: String...) throws -> String {
    try shell.id(shell.run(command + ["--json"]))
  }

  @Test func `what happens to items is told in a person's words`() throws {
    #expect(
      try words("capture", "Seeds", "--tag", "home", "--due", "2030-01-02", "--kind", "task")
        == ["captured with kind task, due 2030-01-02", "tagged #home"])
    let item = try #require(
      try (shell.run("list", "--json").json()["items"] as? [[String: Any]])?.first?["id"]
        as? String)
    #expect(
      try words("edit", item, "--title", "Buy seeds")
        == [#"changed title from "Seeds" to "Buy seeds""#])
    #expect(
      try words("edit", item, "--due", "2030-01-05", "--priority", "high")
        == ["moved due from 2030-01-02 to 2030-01-05", "set priority to high"])
    #expect(try shell.run("log", item).output.contains(#"captured "Seeds" with kind task"#))
    #expect(try words("edit", item, "--due", "none") == ["removed due (was 2030-01-05)"])
    #expect(try words("done", item).first == "changed status from inbox to done")
    #expect(try words("tag", item, "+work", "-home") == ["tagged #work", "took off #home"])
    let long = String(repeating: "all work and no play ", count: 5)
    #expect(
      try words("edit", item, "--body", "first\n\(long)\nlast").first?.hasPrefix("set body to")
        == true)
    #expect(
      try words("edit", item, "--body", "first\n\(long)and no words\nlast")
        == ["changed body:", "  …", "  \(long){+and no words+}", "  …"])
    try shell.run("collection", "new", "Garden")
    let other = try shell.capture("other")
    #expect(try words("collection", "add", "Garden", item) == ["put into Garden"])
    try shell.run("collection", "add", "Garden", other)
    #expect(try words("collection", "move", other, "--to", "1") == ["moved within Garden"])
    #expect(try words("collection", "remove", "Garden", item) == ["took out of Garden"])
    #expect(
      try words("collection", "rename", "Garden", "Yard")
        == [#"changed name from "Garden" to "Yard""#])
    #expect(try words("delete", item) == ["deleted"])
    #expect(try words("restore", item) == ["restored"])
  }

  @Test func `every kind of event that a person can make has words of its own`() throws {
    let item = try id("capture", "Seeds", "--tag", "home")
    try shell.run("edit", item, "--title", "Buy seeds")
    try shell.run("tag", item, "-home")
    let yard = try id("collection", "new", "Yard")
    try shell.run("collection", "add", "Yard", item, try id("capture", "other"))
    try shell.run("collection", "move", item, "--to", "2")
    try shell.run("collection", "remove", "Yard", item)
    try shell.run("collection", "rename", "Yard", "Garden")
    let deck = try id("deck", "new", "Spanish")
    try shell.run("deck", "new", "Other")
    let card = try id("card", "add", "Spanish", "--front", "perro", "--back", "dog")
    #expect(try words("card", "edit", card, "--front", "gato").count == 1)
    #expect(
      try words("review", "--answer", card, "good", "--seconds", "3.2")
        == ["answered Good (3.2 s)"])
    #expect(try words("review", "--undo").last == "undid an answer")
    #expect(try words("redo").last == "let an answer count again")
    #expect(try words("review", "--undo").last == "undid an answer")
    #expect(try words("card", "suspend", card) == ["suspended"])
    #expect(try words("card", "resume", card) == ["back in review"])
    #expect(try words("card", "flag", card, "2") == ["set flag 2"])
    #expect(try words("card", "bury", card).first?.hasPrefix("put off past ") == true)
    #expect(try words("card", "move", card, "Other") == ["moved to deck Other"])
    #expect(
      try words("deck", "options", "Spanish", "--new-per-day", "5") == ["set new per day to 5"])
    #expect(
      try words("deck", "options", "Spanish", "--new-per-day", "7")
        == ["changed new per day from 5 to 7"])
    #expect(try words("deck", "rename", "Other", "Else").count == 1)
    #expect(try words("config", "set", "week-start", "sunday") == ["set weekStart to sunday"])
    let file = shell.path + "/map.png"
    try Data("picture".utf8).write(to: URL(filePath: file))
    #expect(try words("media", "add", file) == ["added a file with file map.png"])
    #expect(try words("undo").last == "took a file's name away")
    #expect(try words("redo").count == 2)
    try shell.run("card", "add", "Spanish", "--front", "sol", "--back", "sun", "--reversed")
    let note = try #require(
      try events().last { $0["kind"] as? String == "noteAdded" }?["entity"] as? String)
    let made = try #require(
      try events().last { $0["kind"] as? String == "cardAdded" }?["entity"] as? String)
    #expect(
      try words("card", "edit", made, "--field", "Front=luna").first
        == #"changed Front from "sol" to "luna""#)
    for thing in [item, yard, deck, card, note, try recordedElsewhere()] {
      #expect(try words("delete", thing) == ["deleted"])
      #expect(try words("restore", thing) == ["restored"])
    }
    try shell.run("deck", "new", "Twin")
    #expect(try words("deck", "join", "Spanish", "Twin") == ["joined into Spanish"])
    try shell.run("collection", "new", "Twin")
    #expect(try words("collection", "join", "Garden", "Twin") == ["joined into Garden"])
    try expectWordsOfEveryKind()
  }

  /// A thing of another program.
  private func recordedElsewhere() throws -> String {
    let program = URL(filePath: Shell.executable).deletingLastPathComponent()
      .appending(path: "ReadingLog").path(percentEncoded: false)
    let store = shell.path + "/.local/share/daybook"
    let run = try shell.start(program, [store, "start", "Gora", "320"], "", [:])
    #expect(run.status == 0, "\(run.errors)")
    return try #require(run.lines.first)
  }

  private func expectWordsOfEveryKind() throws {
    let kinds = Set(try events().compactMap { $0["kind"] as? String })
    // What concerns replicas and commands rather than things has tests of its own, and so has what
    // only an import writes.
    let wanted = EventKind.allCases.filter { $0.rawValue < 100 && $0 != .reviewDated }.map(\.name)
    #expect(Set(wanted).subtracting(kinds) == [])
    let fallbacks = Set(
      wanted.map { kind in
        kind.reduce(into: "    ") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
      })
    #expect(try shell.run("log").lines.filter { fallbacks.contains($0) } == [])
  }

  private func events() throws -> [[String: Any]] {
    try shell.run("log", "--jsonl", "--reverse").lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func `blame says who, where, when, by what, and what was there before`() throws {
    let item = try id("capture", "Seeds", "--replica-name", "laptop")
    try shell.run("edit", item, "--title", "Buy seeds")
    let document = try shell.run("blame", item, "--json").json()
    let fields = try #require(document["fields"] as? [[String: Any]])
    let title = try #require(fields.first { $0["field"] as? String == "title" })
    #expect(title["value"] as? String == "Buy seeds")
    #expect(title["overwrote"] as? String == "Seeds")
    #expect(title["replicaName"] as? String == "laptop")
    #expect(title["kind"] as? String == "itemEdited")
    #expect(title["command"] as? String == title["event"] as? String)
    #expect(title["batch"] is NSNull)
    let line = try #require(try shell.run("blame", item).lines.first { $0.hasPrefix("title") })
    for part in ["Buy seeds", "laptop", "item edited", "Seeds"] { #expect(line.contains(part)) }
    #expect(try shell.run("blame", item, "--at", "2020-01-01").status == 2)
  }

  @Test func `what an import wrote is blamed on it`() throws {
    let file = shell.path + "/tasks.json"
    let task =
      #"[{"uuid":"a94a8fe5-ccb1-4ba6-9c4c-0873d391e987","description":"water","#
      + #""status":"pending","entry":"20260101T000000Z"}]"#
    try Data(task.utf8).write(to: URL(filePath: file))
    let result = try shell.run("import", "taskwarrior", file)
    #expect(result.status == 0, "\(result.errors)")
    let item = try #require(
      try (shell.run("list", "--json").json()["items"] as? [[String: Any]])?.first?["id"]
        as? String)
    let fields = try #require(
      try shell.run("blame", item, "--json").json()["fields"] as? [[String: Any]])
    let title = try #require(fields.first { $0["field"] as? String == "title" })
    #expect((title["batch"] as? [String: Any])?["reason"] as? String == "import")
    #expect(
      try shell.run("blame", item).lines.contains { $0.contains("water") && $0.contains("import") })
  }

  @Test func `the filters of log take events, days, machines, kinds and numbers`() throws {
    let item = try id("capture", "Seeds", "--replica-name", "laptop")
    try shell.run("edit", item, "--title", "one")
    try shell.run("edit", item, "--title", "two")
    let names = try events().compactMap { $0["id"] as? String }
    #expect(try shell.run("log", "--jsonl", "--since", names[1]).lines.count == 2)
    #expect(try shell.run("log", "--jsonl", "--until", names[1]).lines.count == 1)
    #expect(try shell.run("log", "--jsonl", "--at", names[1]).lines.count == 2)
    #expect(try shell.run("log", "--jsonl", "--as-known-at", names[0]).lines.count == 1)
    #expect(try shell.run("log", "--jsonl", "--until", "yesterday").lines.count == 0)
    #expect(try shell.run("log", "--jsonl", "--replica", "laptop").lines.count == 3)
    #expect(
      try shell.run("log", "--jsonl", "--kind", "itemEdited", "--limit", "1").lines.count == 1)
    let empty = try shell.run("log", "--until", "yesterday")
    #expect(empty.status == 0 && empty.output.isEmpty && empty.errors.contains("No changes."))
    #expect(try shell.run("log", "--since", "0123456789abcdef:9").status == 2)
    #expect(try shell.run("log", "--since", "someday").status == 64)
    #expect(try shell.run("log", "--replica", "nobody").status == 2)
    #expect(try shell.run("log", "--kind", "itemEaten").status == 64)
    #expect(try shell.run("log", "--limit", "-1").status == 64)
    #expect(try shell.run("log", "zzzz").status == 2)
  }
}
