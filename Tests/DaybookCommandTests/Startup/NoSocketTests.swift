#if os(Linux)
  import Foundation
  import Testing

  /// No command but those that exchange opens a connection, or any socket: rows S0-2 and S0-26 of
  /// the acceptance table.
  struct NoSocketTests {
    /// Every command with words that make it do its work; `@` stands for an item, `#` for a card.
    private static let commands: [[String]] = [
      ["capture", "Water the plants", "--tag", "home"], ["list"], ["list", "plants", "--json"],
      ["show", "@"], ["edit", "@", "--title", "New"], ["tag", "@", "+x"], ["done", "@"],
      ["delete", "@"], ["restore", "@"], ["today"], [], ["collection", "new", "Garden"],
      ["collection", "add", "Garden", "@"], ["collection", "list"], ["deck", "list"],
      ["deck", "show", "Spanish"], ["deck", "options", "Spanish"], ["card", "list"],
      ["card", "show", "#"], ["review", "--answer", "#", "good"], ["log"], ["log", "--jsonl"],
      ["blame", "@"], ["diff", "--from", "yesterday"], ["undo"], ["redo"],
      ["what-if", "--rebuilt"],
      ["conflicts"], ["config", "list"], ["media", "list"], ["status"], ["status", "--json"],
      ["verify"], ["rebuild"], ["doctor"], ["clock"], ["remote", "list"],
      ["backup", "create", "%/backup"], ["bundle", "create", "%/all.bundle"],
      ["merge", "%/all.bundle"], ["export", "json", "%/all.json"],
      ["import", "json", "%/all.json"],
      ["export", "markdown", "%/vault"], ["import", "markdown", "%/vault", "--dry-run"],
      ["erase", "@", "--yes"], ["--generate-completion-script", "bash"], ["--version"], ["help"],
    ]

    @Test(
      .enabled(if: Tracer.isPermitted, "no program may follow another here"))
    func `no command opens a socket, and a folder is exchanged with without one`() throws {
      let lab = try Lab()
      let item = try lab.capture("store", "Buy milk")
      try lab.done("store", "deck", "new", "Spanish")
      try lab.done("store", "card", "add", "Spanish", "--front", "sí", "--back", "yes")
      struct Cards: Decodable {
        struct Card: Decodable { let id: String }
        let cards: [Card]
      }
      let card = try lab.run("store", "card", "list", "--json").read(Cards.self).cards[0].id
      var commands = Self.commands
      commands += [
        ["remote", "add", "shared", "%/shared"], ["sync"], ["remote", "remove", "shared"],
      ]
      for command in commands {
        let words = command.map {
          $0 == "@" ? item : $0 == "#" ? card : $0.replacing("%", with: lab.path)
        }
        let hasStore = !["--generate-completion-script", "--version", "help"].contains(words.first)
        let trace = try Tracer.run(
          [Program.path] + words + (hasStore ? ["--store", lab("store")] : []),
          environment: ["HOME=\(lab.path)", "TMPDIR=\(lab.path)", "PATH=/usr/bin:/bin"])
        #expect(trace.sockets == 0, "\(words)")
        #expect(trace.status != 64, "\(words) is no command")
      }
    }
  }
#endif
