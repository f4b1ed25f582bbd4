import Foundation
import Testing

/// F28. A deck stands for itself and those below it, in every number there is.
struct DeckCountTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    for deck in ["Geography::Rivers", "Geography::Lakes", "Music"] {
      try #require(try shell.run("deck", "new", deck).status == 0)
      for number in 0..<4 {
        try shell.run("card", "add", deck, "--front", "\(deck) \(number)", "--back", "x")
      }
    }
    try shell.run("card", "add", "Geography", "--front", "top", "--back", "x")
    try shell.run("deck", "options", "Geography", "--new-per-day", "6")
    try shell.run("deck", "options", "Geography::Lakes", "--new-per-day", "3")
  }

  private struct Counts: Equatable {
    var new: Int
    var due: Int
  }

  private func listed() throws -> [String: Counts] {
    let list = try shell.run("deck", "list", "--json").json()
    let decks = try #require(list["decks"] as? [[String: Any]])
    return try decks.reduce(into: [:]) { found, deck in
      found[try #require(deck["name"] as? String)] = Counts(
        new: try #require(deck["new"] as? Int), due: try #require(deck["due"] as? Int))
    }
  }

  private func reviewed(_ deck: String?) throws -> Counts {
    let words = ["review"] + (deck.map { [$0] } ?? []) + ["--plain", "--json"]
    let left = try #require(try shell.run(words).json()["left"] as? [String: Int])
    return Counts(new: left["new"] ?? -1, due: (left["due"] ?? -1) + (left["learning"] ?? -1))
  }

  private func expectOneNumber() throws {
    let list = try listed()
    for (deck, counts) in list { #expect(try reviewed(deck) == counts, "\(deck)") }
    let today = try #require(try shell.run("today", "--json").json()["cards"] as? [String: Int])
    let whole = try reviewed(nil)
    #expect(whole == Counts(new: today["new"] ?? -1, due: today["due"] ?? -1))
    let tops = list.filter { !$0.key.contains("::") }.values
    #expect(whole.new == tops.reduce(0) { $0 + $1.new })
    #expect(whole.due == tops.reduce(0) { $0 + $1.due })
    for deck in list.keys {
      let shown = try shell.run("deck", "show", deck, "--json").json()
      #expect(shown["new"] as? Int == list[deck]?.new && shown["due"] as? Int == list[deck]?.due)
    }
  }

  @Test func `today, deck list, deck show and review give one number, under the limits of the day`()
    throws
  {
    #expect(try listed()["Geography"]?.new == 6)
    #expect(try listed()["Geography::Lakes"]?.new == 3)
    try expectOneNumber()
    let cards = try shell.run("card", "list", "deck:Geography::Rivers", "--json").json()
    let ids = try #require(cards["cards"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(ids.count == 4)
    try shell.run("review", "--answer", ids[0], "good")
    try shell.run("review", "--answer", ids[1], "easy")
    let after = try listed()
    #expect(after["Geography"] == Counts(new: 4, due: 1))
    #expect(after["Music"] == Counts(new: 4, due: 0))
    try expectOneNumber()
    try shell.run("card", "bury", ids[0])
    #expect(try listed()["Geography"]?.due == 0)
    try expectOneNumber()
  }

  @Test func `a query for a deck finds what lies below it`() throws {
    func total(_ query: String) throws -> Int? {
      try shell.run("card", "list", query, "--json").json()["total"] as? Int
    }
    #expect(try total("deck:Geography") == 9)
    #expect(try total("-deck:Geography") == 4)
    #expect(try total("deck:Geography::Lakes") == 4)
    let cards = try shell.run("deck", "list", "--json").json()["decks"] as? [[String: Any]]
    let geography = cards?.first { $0["name"] as? String == "Geography" }
    #expect(geography?["total"] as? Int == 9)
  }

  @Test func `what-if speaks of the decks below, too`() throws {
    let cards = try shell.run("card", "list", "deck:Geography::Rivers", "--json").json()
    let ids = try #require(cards["cards"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    try shell.run("review", "--answer", ids[0], "easy")
    let moved = try shell.run("what-if", "Geography", "--retention", "0.99", "--json").json()
    #expect((moved["movedDueDates"] as? [Any])?.count == 1)
  }
}
