import Daybook
import DaybookInterchange
import DaybookScheduler
import TestSupport
import Testing

/// Cards that the real Anki taught. F3.
@Suite(.enabled(if: AnkiOracle.isThere, "tools/setup --oracles installs the real Anki"))
struct AnkiLearnedOracleTests {
  private struct Standing: Equatable {
    let type: Int
    let lapses: Int
  }

  @Test func `more steps take away lapses that Anki counted, and an export tells Anki so`() throws {
    let folder = try ScratchFolder()
    let path = folder("learned.apkg")
    let taught = try AnkiOracle.check(["--learn", "150", "6", "--export", path])
    let there = Dictionary(
      taught.cards.map { ($0.guid, Standing(type: $0.type, lapses: $0.lapses)) }
    ) { first, _ in first }
    #expect(there.count > 100 && there.values.contains { $0.lapses > 1 })
    #expect(Set(there.values.map(\.type)).isSuperset(of: [1, 2, 3]))
    let machine = try ImportMachine()
    try machine.importPackage(path, in: folder)
    func here() throws -> [String: Card] {
      Dictionary(
        uniqueKeysWithValues: try there.keys.map { ($0, try machine.card($0)) })
    }
    func standings(_ cards: [String: Card]) -> [String: Standing] {
      cards.mapValues {
        // The numbers of the phases are those of Anki's types.
        Standing(type: Int($0.schedule.phase.rawValue), lapses: $0.lapses)
      }
    }
    let before = try here()
    #expect(standings(before) == there)
    let deck = try #require(before.values.first?.deck)
    for (learning, relearning) in [("1m 10m 1h 1d", "10m"), ("1m 10m", "10m 1h 1d 2d")] {
      try machine.store.setOptions(
        of: [deck], [.learningSteps: learning, .relearningSteps: relearning])
      let after = try here()
      #expect(standings(after) == there, "\(learning)")
      for (guid, card) in before where card.schedule.phase == .review {
        #expect(after[guid]?.schedule == card.schedule, "\(learning)")
      }
      try machine.exportPackage(folder("back.apkg"))
      let back = try AnkiOracle.check([folder("back.apkg")])
      for card in back.cards {
        #expect(there[card.guid] == Standing(type: card.type, lapses: card.lapses))
      }
      #expect(back.cards.count == there.count && back.check.sound)
    }
  }
}
