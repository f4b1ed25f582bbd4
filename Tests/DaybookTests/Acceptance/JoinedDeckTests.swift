import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import Testing

/// The cards of decks that were joined into one, in line and computed. F2.
struct JoinedDeckTests {
  let test: TestStore
  let decks: [EntityID]

  init() throws {
    let test = try TestStore("laptop")
    self.test = test
    decks = try (0..<3).map { try test.store.createDeck(named: Text("deck \($0)")) }
  }

  @discardableResult
  private func addCard(_ number: Int, to deck: EntityID) throws -> EntityID {
    var card = CardChange()
    card.front = Text("card \(number)")
    return try test.store.addCard(card, to: deck)
  }

  @Test func `they come in one line, in the order in which they were made, however many`() throws {
    var made: [EntityID] = []
    for number in 0..<400 {
      test.clock.advance(1000)
      // Whole stretches of one deck, and decks taking turns.
      made.append(try addCard(number, to: decks[(number < 200 ? number / 67 : number) % 3]))
    }
    try test.store.joinDecks([decks[1], decks[2]], into: decks[0])
    try test.store.setOptions(of: [decks[0]], [.newPerDay: "9999"])
    #expect(try test.store.reviewQueue(of: [decks[0]]).new == made)
  }

  /// Nobody finds it where its deck is joined, so what is kept of it must not depend on that.
  @Test func `a deleted card is computed as before, and as the others once restored`() throws {
    let card = try addCard(0, to: decks[1])
    try test.store.review(card, .easy)
    try test.store.setOptions(of: [decks[0]], [.desiredRetention: "0.95"])
    let before = try #require(try test.store.card(card)).schedule
    try test.store.delete([card])
    try test.store.joinDecks([decks[1]], into: decks[0])
    #expect(try test.store.card(card)?.schedule == before)
    #expect(try test.store.rebuild([.schedule], isDryRun: true).map(\.differences) == [0])
    try test.store.restore([card])
    let after = try #require(try test.store.card(card)).schedule
    #expect(after.intervalDays < before.intervalDays)
    #expect(try test.store.rebuild([.schedule], isDryRun: true).map(\.differences) == [0])
  }
}
