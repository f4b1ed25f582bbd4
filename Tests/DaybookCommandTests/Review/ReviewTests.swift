import Foundation
import Testing

struct ReviewTests {
  let shell: Shell
  let card: String

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Spanish")
    card = try shell.id(
      shell.run("card", "add", "Spanish", "--front", "perro", "--back", "dog", "--json"))
  }

  private func answer(_ words: String...) throws -> [String: Any] {
    let result = try shell.run(["review", "--answer", card] + words + ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    return try result.json()
  }

  @Test func `a card goes from new through learning to review, and lapses from there`() throws {
    let first = try answer("good", "--seconds", "2.5")
    #expect(first["schema"] as? String == "daybook.card/1")
    #expect(first["state"] as? String == "learning")
    #expect(first["stability"] as? Double == 2.3065)
    #expect(first["retrievability"] as? Double == 1)
    #expect((first["due"] as? String)?.contains("T") == true)
    let second = try answer("3")
    #expect(second["state"] as? String == "review")
    #expect(second["intervalDays"] as? Int == 2)
    #expect((second["due"] as? String)?.count == 10)
    let third = try answer("AGAIN")
    #expect(third["state"] as? String == "relearning")
    #expect(third["lapses"] as? Int == 1)
    #expect(third["reviews"] as? Int == 3)
  }

  @Test func `practice shows cards that are not due, until they are known, and moves nothing`()
    throws
  {
    _ = try answer("easy")
    let before = try shell.run("card", "show", card, "--json").output
    let result = try shell.run("review", "Spanish", "--cram", input: "\n1\n\n3\n")
    #expect(result.status == 0)
    #expect(result.output.components(separatedBy: "perro").count == 3, "asked twice")
    #expect(try shell.run("card", "show", card, "--json").output == before)
    #expect(try shell.run("log", card, "--json").output.contains("cram"))
    #expect(try shell.run("review", "--undo").status == 0)
    #expect(try shell.run("review", "--cram").status == 64)
  }

  @Test func `easy leaves the steps at once`() throws {
    let card = try answer("4")
    #expect(card["state"] as? String == "review")
    #expect(card["intervalDays"] as? Int == 8)
  }

  @Test func `undo takes back this machine's reviews, the last one first`() throws {
    _ = try answer("good")
    _ = try answer("easy")
    let once = try shell.run("review", "--undo", "--json").json()
    #expect(once["state"] as? String == "learning")
    #expect(once["reviews"] as? Int == 1)
    let twice = try shell.run("review", "--undo", "--json").json()
    #expect(twice["state"] as? String == "new")
    #expect(twice["stability"] is NSNull)
    #expect(try shell.run("review", "--undo").status == 2)
  }

  @Test func `wrong answers are usage errors and change nothing`() throws {
    for words in [["0"], ["5"], ["perfect"], [], ["3", "4"], ["3", "--seconds", "-1"]] {
      #expect(try shell.run(["review", "--answer", card] + words).status == 64, "\(words)")
    }
    #expect(try shell.run("review", "--seconds", "3").status == 64)
    #expect(try shell.run("review", "--answer", "zzzz", "3").status == 2)
    #expect(try shell.run("review", "Nowhere").status == 2)
    let shown = try shell.run("card", "show", card, "--json").json()
    #expect(shown["reviews"] as? Int == 0)
  }

  @Test func `line by line, the question comes before the answer`() throws {
    let result = try shell.run("review", "--plain", input: "\nmaybe\n4\n")
    #expect(result.status == 0)
    let question = try #require(result.output.firstRange(of: "perro"))
    let answer = try #require(result.output.firstRange(of: "dog"))
    #expect(question.lowerBound < answer.lowerBound)
    #expect(result.output.contains("4 easy (8 days)"))
    #expect(result.output.contains("1 easy"))
    let shown = try shell.run("card", "show", card, "--json").json()
    #expect(shown["state"] as? String == "review")
  }

  @Test func `reviewing ends with the input or with q, and nothing is lost`() throws {
    #expect(try shell.run("review", input: "").status == 0)
    #expect(try shell.run("review", "spanish", input: "q\n").status == 0)
    #expect(try shell.run("review", input: "\nq\n").status == 0)
    let again = try shell.run("review", "--json", input: "\n1\n\n3\n")
    let document = try again.json()
    #expect(document["schema"] as? String == "daybook.review/1")
    #expect(document["reviewed"] as? Int == 2)
    #expect(document["again"] as? Int == 1)
    #expect(again.errors.contains("perro"))
  }

  @Test func `cards on steps and due cards come before new ones`() throws {
    _ = try answer("again")
    try shell.run("card", "add", "Spanish", "--front", "gato", "--back", "cat")
    let result = try shell.run("review", input: "q\n")
    #expect(result.output.contains("1 learning, 0 due, 1 new"))
    #expect(result.output.contains("gato"))
    #expect(!result.output.contains("perro"))
  }

  @Test func `an answer can be taken back while reviewing`() throws {
    let result = try shell.run("review", input: "\n4\n")
    #expect(result.status == 0)
    try shell.run("card", "add", "Spanish", "--front", "gato", "--back", "cat")
    let second = try shell.run("review", "--json", input: "\nu\n\n3\nq\n")
    #expect(second.errors.contains("Undid"))
    let shown = try shell.run("card", "show", card, "--json").json()
    #expect(shown["state"] as? String == "learning")
    #expect(shown["reviews"] as? Int == 1)
  }

  @Test func `suspended cards are not asked`() throws {
    try shell.run("card", "suspend", card)
    let result = try shell.run("review", input: "\n3\n")
    #expect(!result.output.contains("perro"))
    #expect(result.output.contains("Nothing is waiting"))
  }
}
