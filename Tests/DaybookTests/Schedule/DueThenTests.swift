import Daybook
import DaybookEvents
import Simulation
import TestSupport
import Testing

/// What was due on a past day, as it is computed from the reviews of then.
struct DueThenTests {
  private static let day: Int64 = 86_400_000
  let replica: SimulatedReplica
  let cards: [EntityID]

  init() throws {
    let replica = try SimulatedReplica("learner", in: try ScratchFolder(), seed: 1)
    let deck = try replica.store.createDeck(named: "Spanish")
    cards = try (0..<6).map { number in
      var change = CardChange()
      (change.front, change.back) = (Text("front \(number)"), "back")
      return try replica.store.addCard(change, to: deck)
    }
    self.replica = replica
  }

  private func due(_ time: PastTime? = nil) throws -> Set<EntityID> {
    Set(try replica.store.cards(matching: "is:due", at: time).map(\.id))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `cards were due on every past day as they showed then`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var seen: [(time: Int64, due: Set<EntityID>, shown: [Card?], decks: [DeckSummary])] = []
    for day in 0..<40 {
      replica.machine.now += Self.day
      for card in cards where random.isOne(in: 3) {
        replica.machine.now += 60_000
        try replica.store.review(card, random.pick(Answer.allCases))
      }
      if day == 20 {
        let deck = try #require(try replica.store.deck(named: "Spanish"))
        try replica.store.setOptions(of: [deck], [.desiredRetention: "0.8"])
        try replica.store.set(.rolloverHour, to: "9")
      }
      if random.isOne(in: 10) { _ = try replica.store.undoReview() }
      replica.machine.now += 1000
      try replica.store.refreshSchedule()
      seen.append(
        (
          replica.machine.now, try due(), try cards.map { try replica.store.card($0) },
          try replica.store.decks()
        ))
    }
    #expect(Set(seen.map(\.due.count)).count > 2)
    // A retraction counts from its own time on; the answer it takes back is known to have been
    // made before.
    for then in seen {
      for time in [PastTime.timeline(then.time), .known(then.time)] {
        #expect(try due(time) == then.due)
        #expect(try cards.map { try replica.store.card($0, at: time) } == then.shown)
        #expect(try replica.store.decks(at: time) == then.decks)
      }
    }
  }
}
