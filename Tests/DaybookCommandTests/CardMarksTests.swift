import Foundation
import Testing

/// What is told of a card beside its schedule.
struct CardMarksTests {
  let shell: Shell
  private let card: String
  private let note: String

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Spanish")
    card = try shell.id(
      shell.run(
        "card", "add", "Spanish", "--reversed", "--front", "perro", "--back", "dog", "--json"))
    note = try #require(
      try shell.run("card", "show", card, "--json").json()["note"] as? String)
  }

  private func document() throws -> [String: Any] {
    try shell.run("show", card, "--json").json()
  }

  @Test func `a card that nothing was done to has no marks`() throws {
    let document = try document()
    #expect(document["flag"] as? Int == 0)
    for mark in ["buried", "leech", "changedSinceReview"] {
      #expect(document[mark] as? Bool == false, "\(mark)")
    }
    #expect(try !shell.run("show", card).output.contains("marks"))
  }

  @Test func `flag, burial and a note that changed after the last review are shown`() throws {
    try shell.run("review", "--answer", card, "good")
    #expect(try document()["changedSinceReview"] as? Bool == false)
    try shell.run("card", "flag", card, "3")
    try shell.run("card", "bury", card)
    #expect(try document()["changedSinceReview"] as? Bool == false)
    try shell.run("card", "edit", card, "--front", "gato")
    let document = try document()
    #expect(document["flag"] as? Int == 3)
    #expect(document["buried"] as? Bool == true)
    #expect(document["changedSinceReview"] as? Bool == true)
    let text = try shell.run("show", card).output
    #expect(text.contains("flag 3, buried, changed since its last review"))
    let shown = try shell.run("show", note).output
    #expect(shown.contains("learning, flag 3, buried"))
    // The other card of the note was never reviewed, so nothing has changed for it.
    let other = try #require(
      (try shell.run("show", note, "--json").json()["cards"] as? [String])?.last)
    let otherDocument = try shell.run("show", other, "--json").json()
    #expect(otherDocument["changedSinceReview"] as? Bool == false)
    try shell.run("review", "--answer", card, "good")
    #expect(try self.document()["changedSinceReview"] as? Bool == false)
  }
}
