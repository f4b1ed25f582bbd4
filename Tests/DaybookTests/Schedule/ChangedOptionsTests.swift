import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import Simulation
import TestSupport
import Testing

/// What happens between a change of options and the end of computing everything anew (C18).
struct ChangedOptionsTests {
  private static let day: Int64 = 86_400_000
  let folder: ScratchFolder
  let replica: SimulatedReplica
  let deck: EntityID
  let cards: [EntityID]

  /// Twelve cards with two reviews each.
  init() throws {
    folder = try ScratchFolder()
    replica = try SimulatedReplica("one", in: folder, seed: 5)
    deck = try replica.store.createDeck(named: "deck")
    var cards: [EntityID] = []
    for index in 0..<12 {
      var change = CardChange()
      change.front = Text("front \(index)")
      change.back = "back"
      cards.append(try replica.store.addCard(change, to: deck))
    }
    self.cards = cards
    for answer in [Answer.easy, .good] {
      replica.machine.now += 9 * Self.day
      for card in cards { try replica.store.review(card, answer) }
    }
  }

  private func dues(_ store: Store) throws -> [TimeValue?] {
    try cards.map { try store.card($0)?.due }
  }

  private func entry(_ store: Store) throws -> ViewEntry {
    try #require(try store.read { moment, _ in moment.catalog.entries[.schedule] })
  }

  /// Writes the event alone, as a process does that ends right after its commit.
  private func changeAndStop(_ name: DeckOptionName, _ value: String) throws {
    try replica.write(
      EventDraft(
        .deckOptionsChanged, deck,
        payload: DeckOptionValue.payload([DeckOptionValue(name: name.rawValue, value: value)])))
  }

  @Test func `a change whose process ended at once is read at once and built at opening`() throws {
    let (before, generation) = try (dues(replica.store), entry(replica.store).generation)
    try changeAndStop(.desiredRetention, "0.8")
    let present = try dues(replica.store)
    #expect(zip(before, present).allSatisfy { $0 != $1 })
    #expect(try entry(replica.store).isStale)
    #expect(try entry(replica.store).generation == generation)
    // A review and a new card meanwhile go by the new options as well.
    let answered = try replica.store.review(cards[0], .good)
    let reopened = try replica.copied(to: "reopened", seed: 6).store
    #expect(try !entry(reopened).isStale)
    #expect(try entry(reopened).generation == generation + 1)
    #expect(try dues(reopened) == [answered.due] + present.dropFirst())
    #expect(try reopened.card(cards[0]) == answered)
    #expect(try reopened.rebuild(.schedule).differences == 0)
    #expect(try reopened.verify().problems.isEmpty)
  }

  @Test func `options that move no due date begin no generation`() throws {
    let generation = try entry(replica.store).generation
    #expect(try replica.store.setOptions(of: [deck], [.newPerDay: "3", .newMix: "before"]) == 0)
    #expect(try entry(replica.store).generation == generation)
    #expect(try replica.store.setOptions(of: [deck], [.newPerDay: "3"]) == nil)
    #expect(try replica.store.setOptions(of: [deck], [.maximumInterval: "30"]) == 12)
    #expect(try entry(replica.store).generation == generation + 1)
  }

  @Test func `how many dates will move is said before and is what moves`() throws {
    let changes: [[DeckOptionName: String]] = [
      [.desiredRetention: "0.8"], [.desiredRetention: "0.8"], [.fuzz: "on"], [.fuzz: ""],
      [.learningSteps: "1d"],
      [
        .parameters:
          "0.4 0.6 2.4 5.8 4.93 0.94 0.86 0.01 1.49 0.14 0.94 2.18 0.05 0.34 1.26 0.29 2.61"
      ],
      [.parameters: "", .desiredRetention: ""],
    ]
    let first = try dues(replica.store)
    for change in changes {
      let before = try dues(replica.store)
      let said = try replica.store.movedDueDates(of: [deck], setting: change)
      #expect(try dues(replica.store) == before)
      let moved = try replica.store.setOptions(of: [deck], change) ?? 0
      #expect(moved == said)
      let after = try dues(replica.store)
      #expect(zip(before, after).count { $0 != $1 } == moved)
    }
    let last = try replica.store.setOptions(of: [deck], [.learningSteps: ""])
    #expect(last != nil)
    #expect(try dues(replica.store) == first)
  }

  @Test func `a value that cannot be is refused and nothing is written`() throws {
    let heads = try replica.heads
    let wrong: [DeckOptionName: String] = [
      .desiredRetention: "1", .learningSteps: "soon", .relearningSteps: "0s",
      .maximumInterval: "0", .newPerDay: "-1", .reviewsPerDay: "many", .newOrder: "due",
      .reviewOrder: "added", .newMix: "never", .burySiblings: "maybe", .leechThreshold: "100",
      .leechAction: "shout", .fuzz: "2", .parameters: "1 2 3",
    ]
    for (name, value) in wrong {
      #expect(throws: DeckOptionError(name: name)) {
        try replica.store.setOptions(
          of: [deck], [.burySiblings: "on"].merging([name: value]) { $1 })
      }
    }
    #expect(try replica.heads == heads)
    #expect(wrong.count == DeckOptionName.allCases.count - 1)
  }

  @Test func `the buttons show what the deck's options make of an answer`() throws {
    try replica.store.setOptions(of: [deck], [.desiredRetention: "0.8", .relearningSteps: "3m"])
    let store = replica.store
    let now = store.options.now()
    for (card, answer) in zip(cards, Answer.allCases) {
      let shown = try #require(
        try store.card(card)?.due(after: answer, at: now, studyDay: store.studyDay(at: now)))
      #expect(try store.review(card, answer).due == shown, "\(answer)")
      if answer == .again { #expect(shown == .instant(milliseconds: now + 180_000)) }
    }
  }

  @Test func `a card moved to a deck is learned as that deck is`() throws {
    let strict = try replica.store.createDeck(named: "strict")
    try replica.store.setOptions(of: [strict], [.desiredRetention: "0.97"])
    let before = try #require(try replica.store.card(cards[0]))
    try replica.store.move([cards[0]], to: strict)
    let moved = try #require(try replica.store.card(cards[0]))
    #expect(moved.intervalDays < before.intervalDays)
    #expect(moved.stability == before.stability)
    try replica.store.move([cards[0]], to: deck)
    #expect(try replica.store.card(cards[0])?.due == before.due)
  }
}
