import Foundation
import Testing

/// What commands do where no store is.
struct MissingStoreTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: shell.path + "/" + path)
  }

  private static let reading = [
    ["list"], ["today"], [], ["log"], ["log", "--jsonl"], ["show", "7f3a"],
    ["diff", "--from", "-1d"],
    ["card", "list"], ["deck", "list"], ["collection", "list"], ["tag", "list"], ["conflicts"],
    ["config"], ["media"], ["replay"], ["blame", "7f3a"], ["clock"],
  ]
  /// What would make a copy of nothing, or tell about a store that there is not.
  private static let copying = [
    ["status"], ["verify"], ["export", "json", "-"], ["export", "jsonl", "out.jsonl"],
    ["export", "markdown", "vault"], ["export", "anki", "out.apkg"],
    ["bundle", "create", "out.bundle"], ["backup", "create", "out.backup"],
  ]

  /// F20.
  @Test func `reading from a mistyped path makes no store there`() throws {
    try Data(#"{"title":"x"}"#.utf8).write(to: URL(filePath: shell.path + "/items.jsonl"))
    try FileManager.default.createDirectory(
      atPath: shell.path + "/notes", withIntermediateDirectories: true)
    let previews = [
      ["import", "markdown", "notes", "--dry-run"], ["undo", "--dry-run"], ["redo", "--dry-run"],
    ]
    for words in Self.reading + Self.copying + previews {
      let named = try shell.run(words + ["--store", "typo"])
      #expect(named.status == 66, "\(words): \(named.status) \(named.errors)")
      #expect(named.errors.contains("There is no daybook in typo"), "\(named.errors)")
      let set = try shell.run(words, environment: ["DAYBOOK_STORE": "typo"])
      #expect(set.status == 66, "\(words): \(set.status) \(set.errors)")
      #expect(!exists("typo"), "\(words)")
    }
    for file in ["out.jsonl", "vault", "out.apkg", "out.bundle", "out.backup"] {
      #expect(!exists(file), "\(file)")
    }
  }

  /// F20.
  @Test func `where nothing has begun yet there is nothing to read, and nothing is made`() throws {
    for words in Self.reading where !words.contains("7f3a") {
      let result = try shell.run(words)
      #expect(result.status == 0, "\(words): \(result.status) \(result.errors)")
      #expect(result.errors.contains("It begins with the first thing"), "\(result.errors)")
    }
    #expect(try shell.run("show", "7f3a").status == 2)
    #expect(try shell.run("list", "--json").json()["total"] as? Int == 0)
    for words in Self.copying { #expect(try shell.run(words).status == 66, "\(words)") }
    try FileManager.default.createDirectory(
      atPath: shell.path + "/notes", withIntermediateDirectories: true)
    try Data("# A\n".utf8).write(to: URL(filePath: shell.path + "/notes/a.md"))
    let preview = try shell.run("import", "markdown", "notes", "--dry-run", "--json")
    #expect(try preview.json()["new"] as? Int == 1, "\(preview.errors)")
    #expect(!exists(".local"))
    let left = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(!left.contains { $0.hasPrefix("daybook-") }, "\(left)")
    #expect(try shell.run("capture", "x").errors.contains("A new daybook begins"))
    #expect(exists(".local/share/daybook/data.mdb"))
  }

  /// F20.
  @Test func `a reading command makes a store where it is told what to call it`() throws {
    let name = ["--replica-name", "phone", "--store", "phone"]
    let status = try shell.run(["status", "--json"] + name)
    #expect(try status.json()["replicaName"] as? String == "phone", "\(status.errors)")
    #expect(status.errors.contains("A new daybook begins"))
    #expect(try shell.run("list", "--store", "phone").status == 0)
    let copy = ["bundle", "create", "out.bundle", "--replica-name", "x", "--store", "typo"]
    #expect(try shell.run(copy).status == 66)
    #expect(!exists("typo"))
  }

  /// F20.
  @Test func `a usual place that has lost its file is no new beginning`() throws {
    try shell.capture("x")
    let store = shell.path + "/.local/share/daybook"
    try FileManager.default.createDirectory(
      atPath: store + "/media", withIntermediateDirectories: true)
    try FileManager.default.removeItem(atPath: store + "/data.mdb")
    #expect(try shell.run("list").status == 66)
  }

  /// A13.
  @Test func `a folder for data that is no absolute path is ignored`() throws {
    let result = try shell.run("capture", "y", environment: ["XDG_DATA_HOME": "data"])
    #expect(result.status == 0)
    #expect(!exists("data"))
    #expect(exists(".local/share/daybook/data.mdb"))
    let sample = try shell.run("list", "--sample", environment: ["XDG_DATA_HOME": "data"])
    #expect(sample.status == 0)
    #expect(!exists("data"))
    try shell.run("capture", "z", environment: ["XDG_DATA_HOME": shell.path + "/data"])
    #expect(exists("data/daybook/data.mdb"))
  }

  /// A result must not be printed into a file of the store that got the number of a closed output.
  @Test func `a closed standard output does not harm the store`() throws {
    try shell.capture("first")
    let result = try shell.script(#""$DAYBOOK" capture second >&- 2>&- <&-; "$DAYBOOK" verify"#)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(try shell.run("list", "--json").json()["total"] as? Int == 2)
  }
}
