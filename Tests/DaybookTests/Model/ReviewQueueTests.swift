import Daybook
import DaybookEvents
import DaybookScheduler
import LMDB
import Simulation
import Testing

/// The cards that come next, by their index, beside what each card says of itself.
struct ReviewQueueTests {
  static let batches = 4
  private static let runs = _isDebugAssertConfiguration() ? 40 : 400

  @Test(arguments: 0..<batches)
  func `the next card is the one that a look at every card finds`(batch: Int) throws {
    for seed in stride(from: batch, to: Self.runs, by: Self.batches) {
      var simulation = try Simulation(seed: UInt64(seed))
      simulation.events.mayJoin = false
      try simulation.run()
      let store = try #require(simulation.members.first).replica.store
      try store.refreshSchedule()
      try store.read { moment, transaction in
        let states = try Sample.cards.compactMap { card in
          try moment.cardState(card, transaction).map { (card, $0) }
        }
        for now in times(states.map(\.1)) {
          try check(moment, states, now, transaction)
        }
      }
    }
  }

  /// About when cards are due, and long after.
  private func times(_ states: [CardState]) -> [Int64] {
    states.compactMap(\.schedule.due?.sortMilliseconds)
      .flatMap { [$0 - 1_300_000, $0 - 1, $0, $0 + 86_400_000] } + [4_200_000_000_000]
  }

  private func check(
    _ moment: Moment, _ states: [(card: EntityID, state: CardState)], _ now: Int64,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let day = Int(max(0, now) / 86_400_000)
    for decks in [[Sample.decks[0]], Sample.decks] {
      var queue = try moment.reviewQueue(of: decks, at: now, studyDay: day, transaction)
      let options = try decks.map { try moment.options(of: $0, transaction) }
      #expect(queue == expected(states, Array(zip(decks, options)), now, day))
      let first = try moment.nextCard(of: decks, at: now, studyDay: day, transaction)
      #expect(first == queue.next(at: now))
    }
    for id in Sample.decks {
      guard let deck = try moment.deck(id, at: now, studyDay: day, transaction) else { continue }
      let options = try moment.options(of: id, transaction)
      let queue = expected(states, [(id, options)], now, day)
      #expect(deck.new == queue.new.count && deck.learning == queue.learning.count)
      #expect(deck.due == queue.learning.count + queue.reviews.count)
    }
  }

  private func expected(
    _ states: [(card: EntityID, state: CardState)], _ decks: [(EntityID, DeckOptions)],
    _ now: Int64, _ day: Int
  ) -> ReviewQueue {
    let soon = now + ReviewQueue.learnAheadMilliseconds
    var learning: [ReviewQueue.Step] = []
    var (reviews, new): ([EntityID], [EntityID]) = ([], [])
    for (deck, options) in decks {
      let all = states.filter { $0.state.deck == deck }.map(\.state)
      let seenNew = all.count { $0.firstStudyDay == day }
      let seen = all.count { $0.schedule.lastReview?.studyDay == day && $0.firstStudyDay != day }
      let own = states.filter {
        $0.state.deck == deck && $0.state.isActive && $0.state.buriedDay < day
      }
      let due = own.filter { $0.state.schedule.isDue(at: soon, studyDay: day) }.sorted {
        let (left, right) = ($0.state.schedule.due, $1.state.schedule.due)
        return (left?.sortMilliseconds ?? 0, $0.card.handle)
          < (right?.sortMilliseconds ?? 0, $1.card.handle)
      }
      var left = max(0, options.reviewsPerDay - seen)
      for (card, state) in due {
        switch state.schedule.due {
        case .instant(let milliseconds):
          learning.append(ReviewQueue.Step(card: card, due: milliseconds))
        case .studyDay where left > 0:
          left -= 1
          reviews.append(card)
        case .studyDay: break
        case nil: break
        }
      }
      let fresh = own.filter { $0.state.schedule.phase == .new }.sorted {
        ($0.state.position, $0.card.handle) < ($1.state.position, $1.card.handle)
      }.map(\.card)
      new += fresh.prefix(max(0, options.newPerDay - seenNew))
    }
    return ReviewQueue(
      learning: learning.sorted { $0.due < $1.due }, reviews: reviews, new: new)
  }
}
