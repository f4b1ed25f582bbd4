import Foundation
import Testing

/// How decks are learned, and cards that are kept out of review, by the program.
struct StudyTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Languages")
  }

  private func add(_ front: String, to deck: String = "Languages") throws -> String {
    try shell.id(shell.run("card", "add", deck, "--front", front, "--back", "back", "--json"))
  }

  private func options(_ deck: String) throws -> [String: String] {
    let document = try shell.run("deck", "options", deck, "--json").json()
    #expect(document["schema"] as? String == "daybook.options/1")
    return try #require(document["options"] as? [String: String])
  }

  private func names() throws -> [String] {
    let list = try shell.run("deck", "list", "--json").json()
    return try #require(list["decks"] as? [[String: Any]]).compactMap { $0["name"] as? String }
  }

  /// The fronts of the cards that a session shows, in order; nothing is answered.
  private func session(_ deck: String) throws -> [String] {
    let skip = try shell.run("review", deck, "--plain", input: "\n4\n\n4\n\n4\n\n4\n\n4\n\n4\n")
    #expect(skip.status == 0)
    return skip.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("card ") }
  }

  @Test func `a deck says how it is learned, and learns otherwise when told`() throws {
    let usual = try options("Languages")
    #expect(usual["desiredRetention"] == "0.9")
    #expect(usual["learningSteps"] == "1m 10m")
    #expect(usual.count == 14)
    let id = try add("one")
    try shell.run("review", "--answer", id, "easy")
    let dry = try shell.run(
      "deck", "options", "Languages", "--desired-retention", "0.8", "--dry-run")
    #expect(dry.output == "1 due date would move.\n")
    #expect(try options("Languages") == usual)
    let change = try shell.run(
      "deck", "options", "languages", "--desired-retention", "0.80", "--new-per-day", "5",
      "--learning-steps", "60s, 1h", "--json"
    ).json()
    #expect(change["changed"] as? Bool == true)
    #expect(change["movedDueDates"] as? Int == 1)
    let after = try options("Languages")
    #expect(after["desiredRetention"] == "0.8")
    #expect(after["learningSteps"] == "1m 1h")
    #expect(after["newPerDay"] == "5")
    let again = try shell.run("deck", "options", "Languages", "--new-per-day", "5")
    #expect(again.output == "It is learned so already.\n")
    let reset = try shell.run(
      "deck", "options", "Languages", "--reset", "desired-retention", "--reset", "learningSteps",
      "--reset", "new-per-day")
    #expect(reset.status == 0, "\(reset.errors)")
    #expect(try options("Languages") == usual)
  }

  /// F3.
  @Test func `more learning steps take a lapse away and send a learned card back`() throws {
    let id = try add("one")
    for answer in ["good", "good", "again", "good", "good"] {
      try shell.run("review", "--answer", id, answer)
    }
    func standing() throws -> [String?] {
      let card = try shell.run("card", "show", id, "--json").json()
      return [
        card["state"] as? String, (card["lapses"] as? Int).map { "\($0)" }, card["due"] as? String,
        (card["stability"] as? Double).map { "\($0)" },
      ]
    }
    let before = try standing()
    #expect(before.prefix(2) == ["review", "1"])
    let change = try shell.run("deck", "options", "Languages", "--learning-steps", "1m 10m 1h 1d")
    #expect(change.status == 0, "\(change.errors)")
    #expect(try standing() == before)
    let shorter = try shell.run(
      "deck", "options", "Languages", "--learning-steps", "none", "--relearning-steps", "1m 1h 1d")
    #expect(shorter.status == 0, "\(shorter.errors)")
    #expect(try standing() == before)
  }

  @Test func `what an option cannot be is wrong usage and changes nothing`() throws {
    let usual = try options("Languages")
    for (option, value) in [
      ("--desired-retention", "2"), ("--learning-steps", "soon"), ("--new-per-day", "-3"),
      ("--new-mix", "never"), ("--fuzz", "perhaps"), ("--parameters", "1 2 3"),
      ("--reset", "weather"), ("--leech-action", "shout"),
    ] {
      let result = try shell.run("deck", "options", "Languages", option, value)
      #expect(result.status == 64, "\(option)")
    }
    #expect(try shell.run("deck", "options", "Nowhere").status == 2)
    #expect(try options("Languages") == usual)
  }

  @Test func `a deck below another is made with it, learned as it is, and renamed with it`() throws
  {
    try shell.run("deck", "options", "Languages", "--desired-retention", "0.85")
    #expect(try shell.run("deck", "new", "Languages::Spanish::Verbs").status == 0)
    #expect(try names() == ["Languages", "Languages::Spanish", "Languages::Spanish::Verbs"])
    #expect(try options("languages::spanish::verbs")["desiredRetention"] == "0.85")
    try shell.run("deck", "options", "Languages", "--below", "--maximum-interval", "90")
    #expect(try options("Languages::Spanish")["maximumInterval"] == "90")
    #expect(try shell.run("deck", "rename", "Languages", "Tongues").status == 0)
    #expect(try names() == ["Tongues", "Tongues::Spanish", "Tongues::Spanish::Verbs"])
    try shell.run("deck", "new", "Old")
    try shell.run("deck", "new", "Old::Spanish")
    #expect(try shell.run("deck", "rename", "Old", "Tongues").status != 0)
    #expect(try shell.run("deck", "delete", "Old").status == 0)
    let taken = try shell.run("deck", "rename", "Tongues", "Old")
    #expect(taken.status != 0, "it would make a second Old::Spanish")
    #expect(try names().contains("Tongues::Spanish"))
  }

  @Test func `reviewing a deck shows the decks below it, as far as its limits go`() throws {
    try shell.run("deck", "new", "Languages::Spanish")
    for number in 0..<3 {
      _ = try add("card s\(number)", to: "Languages::Spanish")
      _ = try add("card l\(number)")
    }
    try shell.run("deck", "options", "Languages", "--new-per-day", "4")
    #expect(try session("Languages") == ["card l0", "card l1", "card l2", "card s0"])
    #expect(try session("Languages").isEmpty)
    #expect(try session("Languages::Spanish") == ["card s1", "card s2"])
  }

  @Test func `a card can be buried, fetched back and flagged`() throws {
    let (one, two) = try (add("card one"), add("card two"))
    #expect(try shell.run("card", "bury", one).status == 0)
    #expect(try shell.run("card", "bury", one).output.hasPrefix("Buried already"))
    let shown = try shell.run("card", "show", one, "--json").json()
    #expect(shown["buried"] as? Bool == true)
    #expect(shown["reviews"] as? Int == 0)
    let buried = try shell.run("card", "list", "is:buried", "--json").json()
    #expect(buried["total"] as? Int == 1)
    #expect(try session("Languages") == ["card two"])
    #expect(try shell.run("card", "unbury", one).status == 0)
    #expect(try session("Languages") == ["card one"])
    #expect(try shell.run("card", "flag", one, two, "3").status == 0)
    #expect(try shell.run("card", "show", two, "--json").json()["flag"] as? Int == 3)
    #expect(try shell.run("card", "flag", one, "0").status == 0)
    #expect(try shell.run("card", "show", one, "--json").json()["flag"] as? Int == 0)
    for words in [["8"], ["-1"], ["red"], []] {
      #expect(try shell.run(["card", "flag", one] + words).status == 64)
    }
  }

  @Test func `a suspended or buried card can be answered, a deleted one cannot`() throws {
    let id = try add("card one")
    try shell.run("card", "suspend", id)
    try shell.run("card", "bury", id)
    let answered = try shell.run("review", "--answer", id, "good", "--json")
    #expect(answered.status == 0, "\(answered.errors)")
    let card = try answered.json()
    #expect(card["reviews"] as? Int == 1)
    #expect(card["suspended"] as? Bool == true)
    #expect(card["buried"] as? Bool == true)
    try shell.run("card", "delete", id)
    let refused = try shell.run("review", "--answer", id, "good")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("deleted"))
    try shell.run("restore", id)
    #expect(try shell.run("card", "show", id, "--json").json()["reviews"] as? Int == 1)
  }

  @Test func `a leech is taken out, and put back with the answer that made it one`() throws {
    let id = try add("card one")
    try shell.run(
      "deck", "options", "Languages", "--leech-threshold", "1", "--leech-action", "suspend")
    try shell.run("review", "--answer", id, "easy")
    let leech = try shell.run("review", "--answer", id, "again", "--json").json()
    #expect(leech["leech"] as? Bool == true)
    #expect(leech["suspended"] as? Bool == true)
    #expect(try shell.run("card", "list", "is:leech", "--json").json()["total"] as? Int == 1)
    let before = try shell.run("review", "--undo", "--json").json()
    #expect(before["suspended"] as? Bool == false)
    #expect(before["leech"] as? Bool == false)
  }
}
