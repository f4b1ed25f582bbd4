import Foundation
import Testing

/// The full-screen review as a person uses it.
struct ReviewOnTerminalTests {
  let shell: Shell
  let cards: [String]

  init() throws {
    let shell = try Shell()
    try shell.run("deck", "new", "Spanish")
    cards = try [("perro", "dog"), ("gato", "cat"), ("日本語", "にほんご")].map { front, back in
      try shell.id(
        shell.run("card", "add", "Spanish", "--front", front, "--back", back, "--json"))
    }
    self.shell = shell
  }

  private func shown(_ card: String) throws -> [String: Any] {
    try shell.run("card", "show", card, "--json").json()
  }

  private func state(_ card: String) throws -> String? { try shown(card)["state"] as? String }

  @Test func `keys lead through all cards, and every answer is in the store`() throws {
    let window = try shell.window("review")
    try window.see("perro")
    #expect(!window.screen.text.contains("dog"))
    try window.type(" ")
    try window.see("dog")
    #expect(window.screen.text.contains("1 again 1m"))
    #expect(window.screen.text.contains("4 easy 8d"))
    try window.type("4")
    try window.see("gato", thenType: "\r")
    try window.see("cat", thenType: "4")
    try window.see("日本語", thenType: " ")
    try window.see("にほんご", thenType: "4")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
    #expect(window.screen.beside.contains("3 cards in"))
    #expect(window.screen.beside.contains("All 3 remembered. Nicely done."))
    for card in cards { #expect(try state(card) == "review") }
  }

  @Test func `space is good on the answer, and the deck, the counts and the bar follow`() throws {
    let window = try shell.window("review", "spanish")
    try window.see("perro")
    #expect(window.screen.rows[1]?.hasPrefix(" Spanish") == true)
    #expect(window.screen.rows[1]?.contains("3 new · 0 learning · 0 due") == true)
    #expect(window.screen.rows[2]?.hasSuffix(" 0 done, 3 left") == true)
    try window.type("  ")
    try window.see("back in 10 minutes")
    #expect(window.screen.rows[1]?.contains("2 new · 1 learning · 0 due") == true)
    #expect(window.screen.rows[2]?.hasSuffix(" 1 done, 3 left") == true)
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try shown(cards[0])["reviews"] as? Int == 1)
  }

  @Test func `undo works several times, whatever was done`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: " 4")
    try window.see("gato", thenType: "@")
    try window.see("日本語", thenType: " ")
    try window.see("にほんご", thenType: "u")
    try window.see("gato")
    #expect(window.screen.text.contains("Back in review."))
    try window.type("u")
    try window.see("perro")
    #expect(window.screen.text.contains("Undid the last answer."))
    #expect(window.screen.rows[1]?.contains("3 new") == true)
    try window.type("u")
    try window.see("There is no answer to undo.", thenType: "q")
    #expect(try window.end() == .status(0))
    for card in cards {
      #expect(try state(card) == "new")
      #expect(try shown(card)["suspended"] as? Bool == false)
    }
  }

  @Test func `a card can be flagged and buried, and both taken back`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: "*")
    try window.see("Which flag?", thenType: "3")
    try window.see("Flag 3.")
    #expect(window.screen.rows[1]?.contains("⚑3") == true)
    try window.type("-")
    try window.see("gato")
    #expect(window.screen.text.contains("Buried until tomorrow."))
    try window.type("u")
    try window.see("perro", thenType: "u")
    try window.see("No flag.", thenType: "-")
    try window.see("gato", thenType: "q")
    #expect(try window.end() == .status(0))
    // Another session does not show what was buried.
    let next = try shell.run("review", input: "q\n")
    #expect(next.output.contains("0 learning, 0 due, 2 new"))
  }

  @Test func `what came before in the queue comes again after undo`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: " 4")
    try window.see("gato", thenType: "u")
    try window.see("perro", thenType: " 4")
    try window.see("gato", thenType: " 4")
    try window.see("日本語", thenType: "q")
    #expect(try window.end() == .status(0))
    #expect(window.screen.beside.contains("2 cards in"))
  }

  @Test func `help and the card's own page cover it and go away`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: "?")
    try window.see("undo the last thing you did")
    #expect(!window.screen.text.contains("perro"))
    try window.type("x")
    try window.see("perro", thenType: "i")
    try window.see(cards[0], thenType: "\u{1B}[B")
    try window.see("state           new", thenType: "\u{1B}")
    try window.see("perro", thenType: "\u{1B}")
    #expect(try window.end() == .status(0))
    #expect(window.screen.beside.contains("Whenever you're ready."))
  }

  @Test func `a grade before the answer shows does nothing`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: "3")
    try window.see("Look at the answer first", thenType: "q")
    #expect(try window.end() == .status(0))
    #expect(try state(cards[0]) == "new")
  }

  @Test func `a card that was suspended or deleted elsewhere is passed by`() throws {
    let window = try shell.window("review")
    try window.see("perro")
    try shell.run("card", "suspend", cards[1])
    try window.type(" 4")
    try window.see("日本語", thenType: " ")
    try window.see("にほんご")
    try shell.run("card", "delete", cards[2])
    try window.type("4")
    #expect(try window.end() == .status(0))
    #expect(window.screen.beside.contains("1 card in"))
  }

  @Test func `a card that came meanwhile is asked before the end`() throws {
    let window = try shell.window("review")
    for front in ["perro", "gato"] { try window.see(front, thenType: " 4") }
    try window.see("日本語")
    try shell.run("card", "add", "Spanish", "--front", "vaca", "--back", "cow")
    try window.type(" 4")
    try window.see("vaca", thenType: " 4")
    #expect(try window.end() == .status(0))
  }

  @Test func `a long card scrolls with arrows and pages`() throws {
    let long = (1...60).map { "line \($0) of it" }.joined(separator: "\n")
    try shell.run("card", "edit", cards[0], "--back", long)
    let window = try shell.window("review")
    try window.see("perro", thenType: " ")
    try window.see("line 1 of it")
    #expect(!window.screen.text.contains("line 60 of it"))
    try window.type("\u{1B}[F")
    try window.see("line 60 of it", thenType: "\u{1B}[5~\u{1B}OA")
    try window.look { !$0.text.contains("line 60 of it") }
    try window.type("\u{1B}[H")
    try window.see("perro", thenType: "q")
    #expect(try window.end() == .status(0))
  }

  @Test func `the document of results is printed once the screen is free`() throws {
    let window = try shell.window("review", "--json")
    try window.see("perro", thenType: " 1")
    try window.see("gato", thenType: "q")
    #expect(try window.end() == .status(0))
    let text = window.screen.beside.replacing("\r\n", with: "\n")
    let document = try ShellResult(status: 0, output: text, errors: "").json()
    #expect(document["reviewed"] as? Int == 1)
    #expect(document["again"] as? Int == 1)
    let left = try #require(document["left"] as? [String: Int])
    #expect(left == ["new": 2, "learning": 1, "due": 0])
  }

  @Test func `colours follow what the person asked for`() throws {
    for (environment, isColoured) in [([:], true), (["NO_COLOR": "1"], false)] {
      let window = try shell.window("review", environment: environment)
      try window.see("perro", thenType: "q")
      #expect(try window.end() == .status(0))
      // Painting all and giving the terminal back each reset it.
      #expect((window.screen.markCount > 2) == isColoured)
    }
  }

  @Test(arguments: [["--plain"], ["--no-input"], []])
  func `a terminal that cannot, or a person who wants it so, gets lines`(words: [String]) throws {
    let environment = words.isEmpty ? ["TERM": "dumb"] : [:]
    let window = try shell.window(
      program: [Shell.executable, "review"] + words, environment: environment)
    if words != ["--no-input"] {
      try window.look { $0.beside.contains("perro") }
      try window.type("\n")
      try window.look { $0.beside.contains("4 easy (8 days)") }
      try window.type("q\n")
    }
    #expect(try window.end() == .status(0))
    #expect(!window.screen.beside.isEmpty && window.screen.rows.isEmpty)
  }
}
