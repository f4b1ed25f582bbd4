import Foundation
import Testing

/// `export` and `import` of JSON, as people use them: S0-21, S0-23, S0-34.
struct DocumentFileTests {
  let shell: Shell
  private static let id = "0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e01"

  init() throws { shell = try Shell() }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: shell.path + "/" + name))
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: shell.path + "/" + name)), as: UTF8.self)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: shell.path + "/" + name)
  }

  /// A store with an item and a card that was reviewed.
  private func fill() throws {
    try shell.capture("One", "--tag", "home", "--body", "a\u{1B}b")
    try shell.run("deck", "new", "Spanish")
    try shell.run("card", "add", "Spanish", "--front", "el perro", "--back", "the dog")
    let cards = try shell.run("card", "list", "--json").json()["cards"] as? [[String: Any]]
    let card = try #require(cards?.first?["id"] as? String)
    #expect(try shell.run("review", "--answer", card, "good").status == 0)
  }

  @Test func `a file and a pipe carry everything, byte for byte`() throws {
    try fill()
    let result = try shell.run("export", "json", "all.json")
    #expect(result.output == "Wrote 4 entries to all.json.\n")
    #expect(try shell.run("import", "json", "all.json", "--store", "b").status == 0)
    #expect(try shell.run("export", "json", "-", "--store", "b").output == read("all.json"))
    let piped = try shell.script(
      "$DAYBOOK export json - | $DAYBOOK import json - --store c --json")
    #expect(try piped.json()["new"] as? Int == 4)
    #expect(try shell.run("export", "json", "-", "--store", "c").output == read("all.json"))
    let files = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(!files.contains { $0.hasPrefix("daybook-import-") })
  }

  @Test func `the history can be read and is not brought in`() throws {
    try fill()
    try shell.run("export", "json", "all.json", "--history")
    let parsed = try JSONSerialization.jsonObject(with: Data(read("all.json").utf8))
    let history = (parsed as? [String: Any])?["history"] as? [NSDictionary]
    let log = try shell.run("log", "--jsonl", "--reverse").lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
    }
    #expect(history == log.compactMap(\.self))
    #expect(history?.count == 5)
    let report = try shell.run("import", "json", "all.json", "--store", "b", "--json").json()
    #expect(report["new"] as? Int == 4)
    #expect((report["warnings"] as? [Any])?.isEmpty == true)
  }

  @Test func `a bad line stops the import with its place, before anything is written`() throws {
    let good = "{\"id\":\"\(Self.id)\",\"title\":\"Good\"}"
    try write("items.jsonl", "\(good)\n{\"id\":\"\(Self.id)\",\"title\":}\n")
    let result = try shell.run("import", "jsonl", "items.jsonl")
    #expect(result.status == 65)
    #expect(result.errors.contains("items.jsonl:2:54: "))
    #expect(!exists(".local"))
    let dry = try shell.run("import", "jsonl", "items.jsonl", "--keep-going", "--dry-run", "--json")
    #expect(try dry.json()["new"] as? Int == 1)
    let kept = try shell.run("import", "jsonl", "items.jsonl", "--keep-going", "--json")
    #expect(kept.status == 0)
    let report = try kept.json()
    #expect(report["schema"] as? String == "daybook.import/1")
    #expect((report["new"] as? Int, report["skipped"] as? Int) == (1, 1))
    let warning = try #require((report["warnings"] as? [[String: Any]])?.first)
    #expect(warning["file"] as? String == "items.jsonl")
    #expect(warning["line"] as? Int == 2)
    #expect((warning["message"] as? String)?.hasPrefix("column 54: ") == true)
    #expect(try shell.run("list").lines.count == 2)
  }

  @Test func `a document that breaks off is not imported, whatever is passed over`() throws {
    try fill()
    try shell.run("export", "json", "all.json")
    try write("half.json", String(read("all.json").prefix(700)))
    for words in [[], ["--keep-going"]] {
      let result = try shell.run(["import", "json", "half.json", "--store", "b"] + words)
      #expect(result.status == 65)
      #expect(result.errors.contains("half.json:"))
      #expect(!exists("b"))
    }
    try write("other.json", "[1]")
    #expect(try shell.run("import", "json", "other.json").status == 65)
    #expect(try shell.run("import", "json", "none.json").status == 66)
    #expect(try shell.run("import", "jsonl", "none.jsonl").status == 66)
    #expect(try shell.run("import", "yaml", "none").status == 64)
  }

  @Test func `what a newer program wrote beside the rest is left out and said`() throws {
    try write(
      "newer.json",
      "{\"schema\": \"daybook.document/1\", \"items\": [{\"id\": \"\(Self.id)\"}],\n\"songs\": [1]}"
    )
    let report = try shell.run("import", "json", "newer.json", "--json").json()
    #expect(report["new"] as? Int == 1)
    let warning = try #require((report["warnings"] as? [[String: Any]])?.first)
    #expect(warning["line"] as? Int == 2)
    #expect((warning["message"] as? String)?.contains("songs") == true)
  }

  @Test func `an export is written over an earlier one, and over nothing else`() throws {
    try fill()
    for format in ["json", "jsonl"] {
      try write("notes", "my notes")
      #expect(try shell.run("export", format, "notes").status == 73)
      #expect(try read("notes") == "my notes")
      #expect(try shell.run("export", format, "notes", "--dry-run", "--force").status == 0)
      #expect(try read("notes") == "my notes")
      #expect(try shell.run("export", format, "notes", "--force").status == 0)
      #expect(try shell.run("export", format, "notes").status == 0)
    }
    let report = try shell.run("export", "json", "new.json", "--json").json()
    #expect(report["schema"] as? String == "daybook.export/1")
    #expect(report["written"] as? Int == 4)
  }

  @Test func `a deck is shared without its reviews`() throws {
    try fill()
    #expect(try shell.run("export", "json", "deck.json", "--deck", "spanish").status == 0)
    let parsed = try JSONSerialization.jsonObject(with: Data(read("deck.json").utf8))
    let document = try #require(parsed as? [String: Any])
    #expect((document["cards"] as? [Any])?.count == 1)
    for section in ["items", "reviews", "memberships"] {
      #expect((document[section] as? [Any])?.isEmpty == true)
    }
    #expect(try shell.run("import", "json", "deck.json", "--store", "friend").status == 0)
    let decks = try shell.run("deck", "list", "--store", "friend", "--json").json()["decks"]
    #expect((decks as? [[String: Any]])?.first?["new"] as? Int == 1)
    #expect(try shell.run("export", "json", "x", "--deck", "Nowhere").status == 2)
    #expect(try shell.run("export", "jsonl", "x", "--deck", "Spanish").status == 64)
    #expect(try shell.run("export", "json", "x", "--deck", "Spanish", "--history").status == 64)
  }

  /// F2, F28. A deck stands for itself, for those of its name and for those below it.
  @Test func `a deck is shared with those below it, and with those of its name`() throws {
    try fill()
    for name in ["Spanish::Verbs", "Other"] {
      #expect(try shell.run("deck", "new", name).status == 0)
      #expect(try shell.run("card", "add", name, "--front", name, "--back", "x").status == 0)
    }
    #expect(try shell.run("deck", "new", "Spanish", "--store", "phone").status == 0)
    #expect(
      try shell.run(
        "card", "add", "Spanish", "--front", "perro", "--back", "dog", "--store", "phone"
      ).status == 0)
    #expect(try shell.run("merge", "phone", "--yes").status == 0)
    #expect(try shell.run("export", "json", "deck.json", "--deck", "Spanish").status == 0)
    let parsed = try JSONSerialization.jsonObject(with: Data(read("deck.json").utf8))
    let document = try #require(parsed as? [String: Any])
    #expect((document["decks"] as? [Any])?.count == 3)
    #expect((document["cards"] as? [Any])?.count == 3)
  }
}
