import Daybook
import DaybookEvents
import DaybookLog
import Testing

/// Whether a merge has to be tried to know whether it changes a good part of what is here. F15.
struct SweepTests {
  let one: TestStore
  let two: TestStore
  let ids: [EntityID]

  init() throws {
    let one = try TestStore("one")
    (self.one, two) = (one, try TestStore("two", clock: one.clock))
    ids = try (0..<30).map { try one.store.capture(.title("thing \($0)")) }
    try two.merge(one)
  }

  /// Whether it has to be tried, and whether it does change that much.
  private func look() throws -> (mayBe: Bool, isOne: Bool) {
    let bundle = try two.store.bundle()
    let preview = try one.store.merge(bundleBytes: bundle, isDryRun: true)
    return (
      try one.store.maySweep(bundleBytes: bundle),
      try !one.store.sweeps(of: preview.changes).isEmpty
    )
  }

  @Test func `what adds much and changes little need not be tried`() throws {
    for number in 0..<300 { _ = try two.store.capture(.title("new \(number)")) }
    try two.store.delete(Array(ids.prefix(3)))
    #expect(try look() == (false, false))
  }

  @Test(arguments: 0..<5)
  func `what changes more than a tenth is always found`(way: Int) throws {
    let some = Array(ids.prefix(4))
    switch way {
    case 0: try two.store.delete(some)
    case 1: for id in some { try two.store.edit(id, .title("other")) }
    case 2: try two.store.erase(some)
    case 3:
      // Deleted and restored here, and that taken back there.
      try two.store.delete(some)
      try one.merge(two)
      try one.store.restore(some)
      try two.merge(one)
      for _ in some { try two.store.delete(some) }
    default:
      let deck = try one.store.createDeck(named: "Deck")
      let cards = try (0..<4).map { number in
        var card = CardChange()
        card.front = Text("card \(number)")
        return try one.store.addCard(card, to: deck)
      }
      try two.merge(one)
      try two.store.delete(cards)
    }
    #expect(try look() == (true, true))
  }
}
