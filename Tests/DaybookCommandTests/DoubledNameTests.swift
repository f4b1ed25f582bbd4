import Foundation
import Testing

/// F2. The same name on two machines: every command that takes a collection's or a deck's.
struct DoubledNameTests {
  let shell: Shell
  /// What was said at the merge that brought the second of each.
  let merge: ShellResult
  let items: [String]
  let cards: [String]

  init() throws {
    shell = try Shell()
    let run = { [shell] (words: [String]) in try shell.run(words) }
    var (items, cards): ([String], [String]) = ([], [])
    for store in ["a", "b"] {
      let end = ["--json", "--store", store]
      _ = try shell.id(run(["deck", "new", "Spanish"] + end))
      _ = try shell.id(run(["collection", "new", "Garden"] + end))
      cards.append(
        try shell.id(
          run(["card", "add", "Spanish", "--front", "of \(store)", "--back", "x"] + end)))
      items.append(
        try shell.id(run(["capture", "of \(store)", "--collection", "Garden"] + end)))
    }
    (self.items, self.cards) = (items, cards)
    merge = try shell.run("merge", "b", "--store", "a")
  }

  private func run(_ words: String..., input: String = "") throws -> ShellResult {
    try shell.run(words + ["--store", "a"], input: input)
  }

  private func ids(_ kind: String) throws -> [String] {
    let list = try run(kind, "list", "--json").json()
    return try #require(list["\(kind)s"] as? [[String: Any]]).compactMap { $0["id"] as? String }
  }

  /// What each command that takes a name does where several bear it: it speaks of all of them, or
  /// asks for one.
  enum Answer { case union, choice }

  /// By the command, its words after that: `CARD` and `ITEM` stand for ids.
  static let commands: [(command: String, words: [String], answer: Answer)] = [
    ("list", ["in:Garden"], .union), ("card list", ["deck:Spanish"], .union),
    ("review", ["Spanish", "--plain"], .union),
    ("what-if", ["Spanish", "--retention", "0.95"], .union),
    ("collection remove", ["Garden", "ITEM"], .union),
    ("collection move", ["ITEM", "--to", "1", "--in", "Garden"], .union),
    ("collection join", ["Garden", "Garden"], .union),
    ("deck join", ["Spanish", "Spanish"], .union),
    ("export", ["anki", "out.apkg", "--deck", "Spanish"], .union),
    ("export", ["json", "out.json", "--deck", "Spanish"], .union),
    ("capture", ["more", "--collection", "Garden"], .choice),
    ("collection add", ["Garden", "ITEM"], .choice), ("collection show", ["Garden"], .choice),
    ("collection rename", ["Garden", "Yard"], .choice), ("collection delete", ["Garden"], .choice),
    ("deck show", ["Spanish"], .choice), ("deck options", ["Spanish"], .choice),
    ("deck rename", ["Spanish", "Castellano"], .choice), ("deck delete", ["Spanish"], .choice),
    ("card add", ["Spanish", "--front", "f", "--back", "b"], .choice),
    ("card move", ["CARD", "Spanish"], .choice),
  ]

  @Test(arguments: commands.indices)
  func `the same name twice in every command of the command line`(index: Int) throws {
    let (command, words, answer) = Self.commands[index]
    let before = try run("log", "--jsonl").lines.count
    let all =
      command.split(separator: " ").map(String.init)
      + words.map { $0 == "ITEM" ? items[0] : $0 == "CARD" ? cards[0] : $0 }
    let result = try shell.run(all + ["--store", "a"])
    switch answer {
    case .union: #expect(result.status == 0, "\(all): \(result.errors)")
    case .choice:
      #expect(result.status == 64, "\(all): \(result.output)")
      let kind = command.hasPrefix("collection") || command == "capture" ? "collection" : "deck"
      #expect(result.errors.contains("daybook \(kind) join makes them one"))
      for id in try ids(kind) {
        // What is shown begins with the random digits at its end.
        let digits = id.filter { $0 != "-" }
        #expect(result.errors.contains(digits.suffix(15).prefix(12)), "\(result.errors)")
      }
      #expect(try run("log", "--jsonl").lines.count == before)
    }
  }

  @Test func `no command that takes a name is missing`() throws {
    let help = try shell.run("--experimental-dump-help").output
    let tree = try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any]
    let found = Self.leaves(try #require(tree?["command"] as? [String: Any]), [])
    let known = Set(Self.commands.map(\.command))
    #expect(found.subtracting(known) == [])
  }

  /// The commands with an argument that is called after a collection or a deck.
  private static func leaves(_ command: [String: Any], _ path: [String]) -> Set<String> {
    let subcommands = command["subcommands"] as? [[String: Any]] ?? []
    let names = ["deck", "decks", "collection", "collections"]
    let arguments = command["arguments"] as? [[String: Any]] ?? []
    let takesName = arguments.contains { names.contains($0["valueName"] as? String ?? "") }
    return subcommands.reduce(into: takesName ? [path.joined(separator: " ")] : []) {
      $0.formUnion(leaves($1, path + [$1["commandName"] as? String ?? ""]))
    }
  }

  @Test func `what several of one name hold is found together`() throws {
    #expect(try run("list", "in:Garden", "--json").json()["total"] as? Int == 2)
    #expect(try run("card", "list", "deck:spanish", "--json").json()["total"] as? Int == 2)
    let review = try run("review", "Spanish", "--plain", "--json").json()
    #expect((review["left"] as? [String: Int])?["new"] == 2)
    let today = try run("today", "--json").json()
    #expect((today["cards"] as? [String: Int])?["new"] == 2)
  }

  @Test func `a merge tells once of the names that it doubled`() throws {
    #expect(merge.output.contains("2 decks are called Spanish now"))
    #expect(merge.output.contains("2 collections are called Garden now"))
    #expect(try !run("merge", "b").output.contains("called"))
    // The other way round as JSON; the command that was told makes them one.
    let report = try shell.run("merge", "a", "--store", "b", "--json").json()
    let names = try #require(report["doubledNames"] as? [[String: Any]])
    #expect(names.compactMap { $0["name"] as? String }.sorted() == ["Garden", "Spanish"])
    let line = try #require(merge.lines.first { $0.contains("daybook deck join") })
    let words = try #require(line.components(separatedBy: "daybook ").last)
    let join = try shell.run(words.split(separator: " ").map(String.init) + ["--store", "a"])
    #expect(join.status == 0, "\(join.errors)")
    #expect(try ids("deck").count == 1)
    try shell.run("undo", "--store", "a")
    #expect(try ids("deck").count == 2)
  }

  @Test func `both machines join at once, each in its own direction`() throws {
    let decks = try ids("deck")
    try shell.run("merge", "a", "--store", "b")
    #expect(try run("deck", "join", decks[0], decks[1]).status == 0)
    #expect(
      try shell.run("deck", "join", decks[1], decks[0], "--store", "b").status == 0)
    for (here, there) in [("a", "b"), ("b", "a")] {
      #expect(try shell.run("merge", there, "--store", here).status == 0)
    }
    #expect(try ids("deck").count == 1)
    #expect(try run("card", "list", "deck:Spanish", "--json").json()["total"] as? Int == 2)
    let prints = try ["a", "b"].map {
      try shell.run("status", "--json", "--store", $0).json()["fingerprint"] as? String
    }
    #expect(prints[0] == prints[1])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `on a terminal it is asked which of a name is meant`() throws {
    func add(_ answer: String) throws -> ShellResult {
      try shell.script(
        "printf '\(answer)\\n' | script -qec "
          + "\"$DAYBOOK card add Spanish --front new --back x --store a\" /dev/null",
        environment: ["TERM": "dumb"])
    }
    let added = try add("2")
    #expect(added.status == 0, "\(added.output)")
    #expect(added.output.contains("Which one? 1-2"))
    #expect(try run("card", "list", "new", "--json").json()["total"] as? Int == 1)
    #expect(try add("no").status == 64)
    #expect(try run("card", "list", "new", "--json").json()["total"] as? Int == 1)
  }
}
