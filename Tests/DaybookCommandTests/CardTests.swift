import Foundation
import Testing

struct CardTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Spanish")
  }

  private func add(_ front: String, _ back: String = "back") throws -> String {
    try shell.id(
      shell.run("card", "add", "spanish", "--front", front, "--back", back, "--json"))
  }

  private func card(_ id: String) throws -> [String: Any] {
    try shell.run("card", "show", id, "--json").json()
  }

  @Test func `a new card has no memory and no date`() throws {
    let item = try shell.capture("Spanish notes")
    let id = try shell.id(
      shell.run(
        "card", "add", "Spanish", "--front", "-1", "--back", "-", "--from", item, "--json",
        input: "menos uno"))
    let card = try card(id)
    #expect(card["schema"] as? String == "daybook.card/1")
    #expect(card["deck"] as? String == "Spanish")
    #expect(card["front"] as? String == "-1")
    #expect(card["back"] as? String == "menos uno")
    #expect(card["state"] as? String == "new")
    #expect(card["suspended"] as? Bool == false)
    for key in ["stability", "difficulty", "due", "retrievability"] {
      #expect(card[key] is NSNull, "\(key)")
    }
    #expect(card["intervalDays"] as? Int == 0)
    #expect(card["reviews"] as? Int == 0)
    #expect(card["lapses"] as? Int == 0)
    #expect(card["item"] as? String == item)
    let shown = try shell.run("show", id, "--json").output
    #expect(try shell.run("card", "show", id, "--json").output == shown)
  }

  @Test func `gaps are hidden in the question and filled in the answer`() throws {
    let text = "{{c1::Paris}} lies in {{c2::France::a country}}"
    let result = try shell.run("card", "add", "Spanish", "--cloze", text, "--json")
    let first = try result.json()
    #expect(first["front"] as? String == "[...] lies in France")
    let cards = try #require(first["cards"] as? [String])
    #expect(cards.count == 2)
    let shown = try shell.run("card", "show", cards[1]).output
    #expect(shown.contains("Paris lies in [a country]"))
    #expect(shown.contains("Paris lies in France"))
    let note = try #require(first["note"] as? String)
    #expect(try shell.run("edit", note, "--field", "Text=no gap any more").status == 0)
    #expect(try shell.run("show", note, "--json").json()["schema"] as? String == "daybook.note/1")
    #expect(try shell.run("card", "add", "Spanish", "--cloze", "no gap").status == 64)
    #expect(try shell.run("card", "add", "Spanish", "--front", "x").status == 64)
    #expect(
      try shell.run("card", "add", "Spanish", "--front", "x", "--cloze", text).status == 64)
    #expect(try shell.run("card", "add", "Nowhere", "--front", "x", "--back", "y").status == 2)
  }

  @Test func `the editor changes the fields of a note, as text where they hold text`() throws {
    let added = try shell.run(
      "card", "add", "Spanish", "--front", "a < b", "--back", "the dog", "--reversed", "--json")
    let card = try shell.id(added)
    let editor = try shell.command("change", #"sed -i 's/the dog/the dogs/; s/a < b/a > b/' "$1""#)
    let asHTML = try shell.run("card", "edit", card, "--html", environment: ["EDITOR": editor])
    #expect(asHTML.status == 64, "nothing is given as HTML, and no editor is opened")
    #expect(try shell.run("card", "edit", card, environment: ["EDITOR": editor]).status == 0)
    let shown = try shell.run("card", "show", card, "--json").json()
    #expect(shown["front"] as? String == "a > b")
    #expect(shown["back"] as? String == "the dogs")
    let spoil = try shell.command("spoil", #"sed -i '/---- Back/d' "$1""#)
    let spoiled = try shell.run("card", "edit", card, environment: ["EDITOR": spoil])
    #expect(spoiled.status == 1)
    #expect(try shell.run("card", "show", card, "--json").json()["front"] as? String == "a > b")
  }

  @Test func `cards are found, changed, moved and deleted`() throws {
    let dog = try add("el perro", "the dog")
    let cat = try add("el gato", "the cat")
    try shell.run("deck", "new", "Animals")
    let moved = try shell.run("card", "move", dog, cat, "animals")
    #expect(moved.status == 0)
    #expect(try card(dog)["deck"] as? String == "Animals")
    #expect(try fronts("deck:Animals") == ["el perro", "el gato"])
    #expect(try fronts("GATO") == ["el gato"])
    #expect(try fronts("--sort", "front") == ["el gato", "el perro"])
    try shell.run("card", "edit", dog, "--back", "the hound")
    #expect(try card(dog)["back"] as? String == "the hound")
    try shell.run("card", "suspend", dog, cat)
    #expect(try card(dog)["suspended"] as? Bool == true)
    #expect(try fronts("is:suspended").count == 2)
    try shell.run("card", "resume", dog)
    #expect(try fronts("is:suspended") == ["el gato"])
    try shell.run("card", "delete", cat)
    #expect(try fronts() == ["el perro"])
    let item = try shell.capture("not a card")
    #expect(try shell.run("card", "show", item).status == 64)
    #expect(try shell.run("card", "move", dog, "Nowhere").status == 2)
  }

  private func fronts(_ words: String...) throws -> [String] {
    let document = try shell.run(["card", "list", "--json"] + words).json()
    #expect(document["schema"] as? String == "daybook.cards/1")
    let cards = try #require(document["cards"] as? [[String: Any]])
    return cards.compactMap { $0["front"] as? String }
  }

  @Test func `decks count their cards`() throws {
    let id = try add("one")
    _ = try add("two")
    try shell.run("review", "--answer", id, "again")
    let list = try shell.run("deck", "list", "--json").json()
    #expect(list["schema"] as? String == "daybook.decks/1")
    let deck = try #require((list["decks"] as? [[String: Any]])?.first)
    #expect(deck["name"] as? String == "Spanish")
    #expect(deck["new"] as? Int == 1)
    #expect(deck["learning"] as? Int == 1)
    // It comes again in a minute, so a review shows it.
    #expect(deck["due"] as? Int == 1)
    #expect(deck["total"] as? Int == 2)
    #expect(try shell.run("deck", "rename", "SPANISH", "Español").status == 0)
    #expect(try shell.run("deck", "show", "espanol").status == 0)
    #expect(try shell.run("deck", "delete", "Español").status == 0)
    #expect(try shell.run("review", "--answer", id, "good").status == 1)
    #expect(try shell.run("card", "list").output == "")
  }
}
