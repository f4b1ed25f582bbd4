import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// How many cards a day brings, of which decks, and in which order.
struct DailyLimitTests {
  private static let day: Int64 = 86_400_000
  let test: TestStore
  let store: Store
  let top: EntityID
  let middle: EntityID
  let bottom: EntityID
  /// Six new cards in each deck.
  let cards: [EntityID: [EntityID]]

  init() throws {
    test = try TestStore("learner")
    store = test.store
    bottom = try store.createDeck(named: "A::B::C")
    let decks = try store.decks()
    #expect(decks.map(\.name.string) == ["A", "A::B", "A::B::C"])
    (top, middle) = (decks[0].id, decks[1].id)
    var cards: [EntityID: [EntityID]] = [:]
    for deck in [top, middle, bottom] {
      for index in 0..<6 {
        var change = CardChange()
        change.front = Text("front \(index)")
        change.back = "back"
        cards[deck, default: []].append(try store.addCard(change, to: deck))
      }
    }
    self.cards = cards
  }

  private func queue(_ decks: [EntityID]? = nil) throws -> ReviewQueue {
    let queue = try store.reviewQueue(of: decks)
    var copy = queue
    let now = store.options.now()
    let first = try store.read {
      try $0.nextCard(
        of: decks ?? [top, middle, bottom], at: now, studyDay: store.studyDay(at: now), $1)
    }
    #expect(first == copy.next(at: now))
    return queue
  }

  /// Answers cards so that they are due again in a few days.
  private func learn(_ cards: some Sequence<EntityID>) throws {
    for card in cards { try store.review(card, .easy) }
  }

  @Test func `new cards come until the day has had enough of them`() throws {
    try store.setOptions(of: [top], [.newPerDay: "4"])
    let own = try #require(cards[top])
    #expect(try queue([top]).new == Array(own.prefix(4)))
    try learn(own.prefix(3))
    #expect(try queue([top]).new == [own[3]])
    try learn(own[3...3])
    #expect(try queue([top]).new.isEmpty)
    test.clock.advance(Self.day)
    #expect(try queue([top]).new == Array(own[4...]))
  }

  @Test func `an answer that is taken back gives its place back`() throws {
    try store.setOptions(of: [top], [.newPerDay: "1"])
    let own = try #require(cards[top])
    try learn([own[2]])
    #expect(try queue([top]).new.isEmpty)
    _ = try store.undoReview()
    #expect(try queue([top]).new == [own[0]])
  }

  @Test func `reviews come until the day has had enough, the longest due first`() throws {
    let own = try #require(cards[top])
    for card in own {
      try learn([card])
      test.clock.advance(Self.day)
    }
    test.clock.advance(30 * Self.day)
    try store.setOptions(of: [top], [.reviewsPerDay: "4"])
    #expect(try queue([top]).reviews == Array(own.prefix(4)))
    try learn(own.prefix(2))
    #expect(try queue([top]).reviews == Array(own[2..<4]))
    // F28. What is counted is what a review would show now.
    #expect(try store.decks()[0].due == 2)
  }

  @Test func `a deck above limits those below it, at every level`() throws {
    try store.setOptions(of: [top], [.newPerDay: "9"])
    try store.setOptions(of: [middle], [.newPerDay: "5"])
    try store.setOptions(of: [bottom], [.newPerDay: "4"])
    #expect(try queue([bottom]).new.count == 4)
    #expect(try queue([middle, bottom]).new.count == 5)
    let all = try queue().new
    #expect(all.count == 9)
    let (own, below) = try (#require(cards[top]), #require(cards[middle]))
    #expect(all == Array(own.prefix(6)) + Array(below.prefix(3)))
    // What was studied below counts above.
    try learn(try #require(cards[bottom]).prefix(4))
    #expect(try queue([bottom]).new.isEmpty)
    #expect(try queue([middle, bottom]).new == [below[0]])
    #expect(try queue().new == Array(own.prefix(5)))
  }

  @Test func `a limit of nothing brings nothing`() throws {
    try store.setOptions(of: [top, middle, bottom], [.newPerDay: "0", .reviewsPerDay: "0"])
    #expect(try queue().count == 0)
    let own = try #require(cards[top])
    try store.review(own[0], .good)
    #expect(try queue().learning.map(\.card) == [own[0]])
  }

  @Test(arguments: [DeckOptions.Mix.after, .before, .among])
  func `new cards come where the options put them`(mix: DeckOptions.Mix) throws {
    let own = try #require(cards[top])
    try learn(own.prefix(3))
    test.clock.advance(30 * Self.day)
    try store.setOptions(of: [top], [.newMix: mix.rawValue])
    var queue = try queue([top])
    let now = store.options.now()
    var kinds = ""
    while let card = queue.next(at: now) { kinds += own.prefix(3).contains(card) ? "r" : "n" }
    switch mix {
    case .after: #expect(kinds == "rrrnnn")
    case .before: #expect(kinds == "nnnrrr")
    case .among: #expect(kinds == "rnrnrn" || kinds == "nrnrnr")
    }
  }

  @Test func `a shuffled order is other every day and the same on every machine`() throws {
    try store.setOptions(of: [top], [.newOrder: "random", .newPerDay: "6"])
    let own = try #require(cards[top])
    let today = try queue([top]).new
    #expect(Set(today) == Set(own))
    let other = try TestStore("other", clock: test.clock)
    try other.merge(test)
    #expect(try other.store.reviewQueue(of: [top]).new == today)
    var orders: Set<[EntityID]> = [today]
    for _ in 0..<4 {
      test.clock.advance(Self.day)
      orders.insert(try queue([top]).new)
    }
    #expect(orders.count > 2)
  }

  @Test func `the one most likely forgotten comes first where that is asked for`() throws {
    let own = try #require(cards[top])
    try learn(own.prefix(1))
    test.clock.advance(2 * Self.day)
    for card in own[1...2] {
      for _ in 0..<2 { try store.review(card, .good) }
      test.clock.advance(Self.day)
    }
    test.clock.advance(20 * Self.day)
    try store.setOptions(of: [top], [.reviewOrder: "retrievability"])
    let day = try store.studyDay(at: store.options.now())
    let recalls = try queue([top]).reviews.map {
      try #require(try store.card($0)?.retrievability(onStudyDay: day))
    }
    #expect(recalls.count == 3)
    #expect(recalls == recalls.sorted())
    #expect(try queue([top]).reviews.first != own[0])
  }
}
