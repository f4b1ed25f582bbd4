import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import Simulation
import TestSupport
import Testing

/// Any history of two machines, any change of steps. F3.
struct ChangedStepsTests {
  private static let runs = _isDebugAssertConfiguration() ? 12 : 60
  private static let steps = ["none", "1m", "10m", "1m 10m", "1m 10m 1h 1d", "1m 1m 1m 1m 1m"]

  /// What must stay of every card, whatever the steps.
  private struct Past: Equatable {
    var lapses: Int
    var reviews: Int
    var memory: MemoryState?
    /// All of a card that is learned; nil for others.
    var learned: CardSchedule?

    init(_ schedule: CardSchedule) {
      lapses = schedule.lapses
      reviews = schedule.reviews
      memory = schedule.memory
      learned = schedule.phase == .review ? schedule : nil
    }
  }

  private func schedules(
    _ replica: SimulatedReplica, _ cards: [EntityID]
  ) throws -> [EntityID: CardSchedule] {
    var schedules: [EntityID: CardSchedule] = [:]
    for card in cards { schedules[card] = try replica.store.card(card)?.schedule }
    return schedules
  }

  /// The most steps there can be: under them every card that an answer left on a step is on one.
  private static let most = String(repeating: "1m ", count: 32)

  @Test(arguments: 0..<4)
  func `a change of steps rewrites what was learned`(batch: Int) throws {
    for seed in stride(from: batch, to: Self.runs, by: 4) {
      var random = SeededGenerator(seed: UInt64(seed) &+ 77)
      let folder = try ScratchFolder()
      let replicas = [
        try SimulatedReplica("one", in: folder, seed: random.next()),
        try SimulatedReplica("two", in: folder, seed: random.next()),
      ]
      let deck = try replicas[0].store.createDeck(named: "deck")
      let cards = try (0..<5).map { index in
        var change = CardChange()
        change.front = Text("front \(index)")
        return try replicas[0].store.addCard(change, to: deck)
      }
      try replicas[1].merge(from: replicas[0])
      for _ in 0..<70 {
        let replica = random.pick(replicas)
        replica.machine.now += random.pick([1000, 60_000, 600_000, 86_400_000, 9 * 86_400_000])
        switch random.below(12) {
        case 0: try setSteps(random.pick(Self.steps), random.pick(Self.steps), replica, deck)
        case 1: _ = try replica.store.undoReview()
        case 2: try replica.merge(from: replica === replicas[0] ? replicas[1] : replicas[0])
        default: try replica.store.review(random.pick(cards), random.pick(Answer.allCases))
        }
      }
      try replicas[0].merge(from: replicas[1])
      try check(replicas[0], deck, cards, &random, "seed \(seed)")
    }
  }

  private func setSteps(
    _ learning: String, _ relearning: String, _ replica: SimulatedReplica, _ deck: EntityID
  ) throws {
    try replica.store.setOptions(
      of: [deck], [.learningSteps: learning, .relearningSteps: relearning])
  }

  private func check(
    _ replica: SimulatedReplica, _ deck: EntityID, _ cards: [EntityID],
    _ random: inout SeededGenerator, _ place: Comment
  ) throws {
    try setSteps(Self.most, Self.most, replica, deck)
    let before = try schedules(replica, cards)
    for _ in 0..<6 {
      let (learning, relearning) = (random.pick(Self.steps), random.pick(Self.steps))
      try setSteps(learning, relearning, replica, deck)
      let options = try replica.store.options(of: deck)
      for (card, after) in try schedules(replica, cards) {
        let was = try #require(before[card])
        let then = Past(was)
        var now = Past(after)
        if then.learned == nil { now.learned = nil }
        try #require(then == now, place)
        guard was.isOnSteps else { continue }
        // On the step on which it was left, or learned where the deck has no such step.
        let list = was.phase == .learning ? options.learningSteps : options.relearningSteps
        #expect(after.phase == (was.step < list.count ? was.phase : .review), place)
        if after.isOnSteps { #expect(after.step == was.step, place) }
      }
    }
    #expect(try replica.store.rebuild(.schedule).differences == 0, place)
  }
}
