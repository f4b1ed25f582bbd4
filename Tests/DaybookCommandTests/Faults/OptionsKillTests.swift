import Foundation
import Testing

/// `kill -9` while a deck comes to be learned otherwise.
struct OptionsKillTests {
  private struct Cards: Decodable {
    struct Card: Decodable {
      let id: String
      let due: String
    }
    let cards: [Card]
  }

  private struct Options: Decodable {
    let options: [String: String]
  }

  private static let retentions = ["0.8", "0.95"]

  private func dues(_ lab: Lab) throws -> [String: String] {
    let cards = try lab.run("store", "card", "list", "--json").read(Cards.self).cards
    return Dictionary(uniqueKeysWithValues: cards.map { ($0.id, $0.due) })
  }

  @Test func `a change that is killed is there whole or not at all, for every card`() throws {
    let lab = try Lab()
    try lab.done("store", "deck", "new", "Spanish")
    for number in 0..<30 {
      try lab.done("store", "card", "add", "Spanish", "--front", "\(number)", "--back", "b")
    }
    for card in try lab.run("store", "card", "list", "--json").read(NewCards.self).cards {
      try lab.done("store", "review", "--answer", card.id, "easy")
    }
    var expected: [String: [String: String]] = [:]
    for retention in Self.retentions {
      try lab.done("store", "deck", "options", "Spanish", "--desired-retention", retention)
      expected[retention] = try dues(lab)
    }
    #expect(Set(expected.values).count == 2)
    var aim = Aim(microseconds: 8_000)
    var (changed, kills) = (0, 0)
    var present = Self.retentions[1]
    var tries = 0
    // On a busy machine it takes longer until one was late enough, and one early enough.
    while tries < 40 || (changed == 0 || kills == 0) && tries < 400 {
      tries += 1
      let wanted = Self.retentions[present == Self.retentions[0] ? 1 : 0]
      let command = try lab.start(
        "store", ["deck", "options", "Spanish", "--desired-retention", wanted])
      usleep(aim.next())
      command.kill()
      if try command.wait().end != .status(0) { kills += 1 }
      let options = try lab.run("store", "deck", "options", "Spanish", "--json")
        .read(Options.self).options
      let found = try #require(options["desiredRetention"])
      #expect(found == present || found == wanted)
      #expect(try dues(lab) == expected[found])
      aim.learn(isTooLate: found == wanted)
      changed += found == wanted ? 1 : 0
      present = found
    }
    #expect(kills > 0)
    #expect(changed > 0)
    try lab.expectSound("store")
    #expect(try dues(lab) == expected[present])
  }

  private struct NewCards: Decodable {
    struct Card: Decodable { let id: String }
    let cards: [Card]
  }
}
