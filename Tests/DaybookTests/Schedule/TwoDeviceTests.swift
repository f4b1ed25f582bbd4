import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import Testing

/// What a laptop and a telephone do to one deck while they are apart, and what Anki makes of it:
/// there the row of a card that was written last wins, with all that stands in it.
struct TwoDeviceTests {
  private static let day: Int64 = 86_400_000
  private static let second: Int64 = 1000
  let laptop: TestStore
  let phone: TestStore
  let deck: EntityID
  let card: EntityID

  /// A card that was answered Easy 20 days ago, known to both.
  init() throws {
    laptop = try TestStore("laptop")
    phone = try TestStore("phone")
    deck = try laptop.store.createDeck(named: "Spanish")
    card = try Self.add("el perro", to: laptop, deck)
    try laptop.store.review(card, .easy)
    laptop.clock.advance(20 * Self.day)
    phone.clock.advance(20 * Self.day)
    try phone.merge(laptop)
  }

  private static func add(
    _ front: Text, to test: TestStore, _ deck: EntityID
  ) throws -> EntityID {
    var change = CardChange()
    change.front = front
    change.back = "back"
    return try test.store.addCard(change, to: deck)
  }

  /// Exchanges both ways, and gives the card, which both must show alike.
  private func meet(_ card: EntityID) throws -> Card {
    try laptop.merge(phone)
    try phone.merge(laptop)
    #expect(try laptop.store.fingerprint() == phone.store.fingerprint())
    let shown = try #require(try laptop.store.card(card))
    #expect(try phone.store.card(card) == shown)
    return shown
  }

  private func events(_ test: TestStore) throws -> Set<String> {
    try test.store.read { moment, transaction in
      Set(try moment.events(LogFilter(), transaction).map(\.id))
    }
  }

  @Test func `a lapse on the laptop is forgotten since the phone answered Good after it`() throws {
    #expect(try abs(#require(laptop.store.card(card)?.stability) - 8.2956) < 1e-9)
    try laptop.store.review(card, .again)
    phone.clock.advance(1_200)
    try phone.store.review(card, .good)
    let shown = try meet(card)
    #expect(try abs(#require(shown.stability) - 1.60) < 0.005)
    #expect(try abs(#require(shown.difficulty) - 7.02) < 0.005)
    #expect(shown.reviews == 3)
    #expect(shown.lapses == 1)
    #expect(shown.intervalDays == 2)
  }

  @Test func `a lapse on the laptop is lost since the phone moved the card to a deck`() throws {
    try laptop.store.review(card, .again)
    let other = try phone.store.createDeck(named: "Hard words")
    phone.clock.advance(60 * Self.second)
    #expect(try phone.store.move([card], to: other) == [card])
    let shown = try meet(card)
    #expect(shown.deck == other)
    #expect(shown.lapses == 1)
    #expect(shown.state == "relearning")
    #expect(try abs(#require(shown.stability) - 1.5664) < 1e-3)
  }

  @Test func `a flag on the phone is lost since the laptop reviewed the card`() throws {
    try laptop.store.review(card, .good)
    phone.clock.advance(60 * Self.second)
    #expect(try phone.store.setFlag(4, of: [card]) == [card])
    let shown = try meet(card)
    #expect(shown.flag == 4)
    #expect(shown.reviews == 2)
    #expect(try abs(#require(shown.stability) - 63.4457) < 1e-3)
  }

  @Test func `reviews of one millisecond leave the two logs different for good`() throws {
    let other = try Self.add("el gato", to: laptop, deck)
    _ = try meet(other)
    #expect(laptop.clock.now == phone.clock.now)
    try laptop.store.review(card, .good)
    try phone.store.review(other, .hard)
    #expect(try meet(card).reviews == 2)
    #expect(try meet(other).reviews == 1)
    #expect(try events(laptop) == events(phone))
    #expect(try phone.merge(laptop).receipt.appliedEvents == 0)
  }

  /// C18: options are writes like others; the reviews of the other machine are learned by them.
  @Test func `a change of options on one machine forces the other to give up its reviews`() throws {
    try laptop.store.setOptions(of: [deck], [.desiredRetention: "0.8", .maximumInterval: "50"])
    try phone.store.setOptions(of: [deck], [.newPerDay: "3"])
    try phone.store.review(card, .good)
    let shown = try meet(card)
    #expect(shown.reviews == 2)
    #expect(shown.intervalDays == 50)
    let options = try phone.store.options(of: deck)
    #expect(options.desiredRetention == 0.8)
    #expect(options.newPerDay == 3)
  }

  /// C17: also when the other machine has the review already.
  @Test func `an answer taken back comes again with the next exchange`() throws {
    try laptop.store.review(card, .again)
    #expect(try meet(card).lapses == 1)
    #expect(try laptop.store.undoReview()?.lapses == 0)
    let shown = try meet(card)
    #expect(shown.reviews == 1)
    #expect(try abs(#require(shown.stability) - 8.2956) < 1e-9)
  }

  /// C14, C16: the same day, in either order of arrival.
  @Test func `an earlier answer that arrives later is folded at the end`() throws {
    try phone.store.review(card, .again)
    laptop.clock.advance(3 * Self.day)
    try laptop.store.review(card, .good)
    let merged = try meet(card)
    let alone = try TestStore("alone")
    try alone.merge(laptop)
    #expect(try alone.store.card(card) == merged)
    #expect(merged.lapses == 1)
    #expect(merged.reviews == 3)
    let log = try laptop.store.read { try $0.reviews(of: card, $1) }
    #expect(log.map(\.answer.grade) == [4, 1, 3])
  }
}
