import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// Cards that are kept out of review: buried, siblings, leeches, suspended and deleted ones.
struct CardMarkTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour
  let test: TestStore
  let store: Store
  let deck: EntityID

  init() throws {
    test = try TestStore("learner")
    store = test.store
    deck = try store.createDeck(named: "deck")
  }

  private func add(_ front: Text) throws -> EntityID {
    var change = CardChange()
    change.front = front
    change.back = "back"
    return try store.addCard(change, to: deck)
  }

  /// The two cards of a note that asks both ways.
  private func addReversed(_ front: Text) throws -> (note: EntityID, cards: [EntityID]) {
    var change = NoteChange()
    change.fields = [0: front, 1: "back"]
    return try store.addNote(.reversed, change, to: deck)
  }

  private func queue() throws -> ReviewQueue {
    let queue = try store.reviewQueue(of: [deck])
    var copy = queue
    let now = store.options.now()
    let first = try store.read {
      try $0.nextCard(of: [deck], at: now, studyDay: store.studyDay(at: now), $1)
    }
    #expect(first == copy.next(at: now))
    return queue
  }

  private func dueOnTodaysPage() throws -> Int {
    let now = store.options.now()
    return try store.read {
      try $0.today(
        at: now, studyDay: store.studyDay(at: now), clock: LocalClock { _ in 60 },
        weekStart: .monday, limit: 1, $1
      ).dueCards
    }
  }

  @Test func `a buried card comes back with the next day, which begins at the rollover`() throws {
    let (card, other) = try (add("one"), add("two"))
    // To 23:00 of the person's clock, an hour east of UTC.
    let now = test.clock.now
    test.clock.advance(22 * Self.hour - now % Self.day)
    #expect(try store.bury([card]) == [card])
    #expect(try store.bury([card]).isEmpty)
    #expect(try queue().new == [other])
    test.clock.advance(4 * Self.hour)
    #expect(try queue().new == [other])
    test.clock.advance(1 * Self.hour)
    #expect(try queue().new == [card, other])
    #expect(try store.card(card)?.reviews == 0)
  }

  @Test func `a buried card can be fetched back, answered, and is not due`() throws {
    let card = try add("one")
    try store.review(card, .easy)
    test.clock.advance(30 * Self.day)
    #expect(try store.cards(matching: "is:due").map(\.id) == [card])
    try store.bury([card])
    #expect(try queue().count == 0)
    #expect(try store.cards(matching: "is:due").isEmpty)
    #expect(try store.cards(matching: "is:buried").map(\.id) == [card])
    #expect(try store.decks().map(\.due) == [0])
    #expect(try dueOnTodaysPage() == 0)
    #expect(try store.bury([card], false) == [card])
    #expect(try queue().reviews == [card])
    try store.bury([card])
    #expect(try store.review(card, .again).state == "relearning")
    #expect(try queue().count == 0)
    #expect(try store.decks().map(\.due) == [0])
  }

  @Test func `burying on one machine and answering on another are both kept`() throws {
    let card = try add("one")
    let other = try TestStore("other", clock: test.clock)
    try other.merge(test)
    try store.bury([card])
    try other.store.review(card, .good)
    try test.merge(other)
    #expect(try store.card(card)?.reviews == 1)
    #expect(try queue().count == 0)
    #expect(try test.conflicts.isEmpty)
  }

  @Test func `a note has one turn a day where its cards wait for each other`() throws {
    let (_, cards) = try addReversed("one")
    let (_, others) = try addReversed("two")
    #expect(try queue().new == cards + others)
    try store.setOptions(of: [deck], [.burySiblings: "on"])
    #expect(try queue().new == [cards[0], others[0]])
    try store.review(cards[0], .easy)
    #expect(try queue().new == [others[0]])
    test.clock.advance(Self.day)
    #expect(try queue().new == [cards[1], others[0]])
    // Its first card is due again: the second waits for it.
    test.clock.advance(30 * Self.day)
    #expect(try queue().reviews == [cards[0]])
    #expect(try queue().new == [others[0]])
    try store.setOptions(of: [deck], [.newMix: "before"])
    #expect(try queue().new == [others[0]])
  }

  @Test func `a card that is forgotten too often is a leech and is taken out if wished`() throws {
    let card = try add("one")
    try store.setOptions(
      of: [deck], [.leechThreshold: "2", .leechAction: "suspend", .relearningSteps: "none"])
    try store.review(card, .easy)
    func lapse() throws -> Card {
      test.clock.advance(Self.day)
      return try store.review(card, .again)
    }
    #expect(try !lapse().isSuspended)
    let leech = try lapse()
    #expect(leech.isLeech && leech.isSuspended)
    #expect(try store.cards(matching: "is:leech").map(\.id) == [card])
    // Taking the answer back takes back what it brought about, and nothing a person did.
    let before = try #require(try store.undoReview())
    #expect(!before.isLeech && !before.isSuspended && before.lapses == 1)
    #expect(try lapse().isSuspended)
    try store.suspend([card], false)
    #expect(try lapse().isSuspended)
    try store.suspend([card], false)
    try store.suspend([card])
    #expect(try store.undoReview()?.isSuspended == true)
  }

  @Test func `a leech that is only marked stays in review`() throws {
    let card = try add("one")
    try store.setOptions(of: [deck], [.leechThreshold: "1", .relearningSteps: "none"])
    try store.review(card, .easy)
    let leech = try store.review(card, .again)
    #expect(leech.isLeech && !leech.isSuspended)
    try store.setOptions(of: [deck], [.leechThreshold: "0"])
    #expect(try store.card(card)?.isLeech == false)
  }

  @Test func `suspended cards may be answered, deleted ones may not`() throws {
    let (note, cards) = try addReversed("one")
    try store.suspend([cards[0]])
    #expect(try queue().new == [cards[1]])
    #expect(try store.review(cards[0], .good).isSuspended)
    #expect(try queue().count == 1)
    try store.delete([cards[0]])
    #expect(throws: (any Error).self) { try store.review(cards[0], .good) }
    try store.delete([note])
    #expect(try queue().count == 0)
    #expect(throws: (any Error).self) { try store.review(cards[1], .good) }
    try store.restore([note])
    #expect(try queue().new == [cards[1]])
    #expect(try store.card(cards[0])?.reviews == 1)
  }

  @Test func `renaming a deck takes along those below it, whatever their spelling`() throws {
    let store = self.store
    let cafe = try store.createDeck(named: "Café")
    _ = try store.createDeck(named: "CAFE::Menu::Drinks")
    _ = try store.createDeck(named: "Cafeteria")
    #expect(try store.renameDeck(cafe, to: "Places::Bar"))
    #expect(
      try Set(store.decks().map(\.name.string)) == [
        "deck", "Cafeteria", "Places", "Places::Bar", "Places::Bar::Menu",
        "Places::Bar::Menu::Drinks",
      ])
    let bar = try store.createDeck(named: "Bar")
    let menu = try store.createDeck(named: "Bar::Menu")
    #expect(throws: StoreError.self) { try store.renameDeck(bar, to: "Places::Bar") }
    let places = try #require(try store.decks().first { $0.name.string == "Places" })
    _ = try store.createDeck(named: "Bar::Bar::Menu")
    #expect(throws: StoreError.self) { try store.renameDeck(bar, to: "places") }
    #expect(try store.renameDeck(menu, to: "Menu"))
    #expect(try store.renameDeck(places.id, to: "PLACES"))
    #expect(try store.decks().contains { $0.name.string == "PLACES::Bar::Menu" })
  }

  @Test func `a deck is learned as the one above it was when it was made`() throws {
    try store.setOptions(of: [deck], [.desiredRetention: "0.85", .newPerDay: "7"])
    let below = try store.createDeck(named: "Deck::Part::Section")
    #expect(try store.options(of: below).desiredRetention == 0.85)
    try store.setOptions(of: [deck], [.newPerDay: "8"])
    #expect(try store.options(of: below).newPerDay == 7)
    #expect(try store.options(of: store.createDeck(named: "Other")) == DeckOptions())
  }
}
