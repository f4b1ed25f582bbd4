import Daybook
import DaybookEvents
import Testing

/// Lists in an order that was asked for, page by page.
struct ListOrderTests {
  private let clock = TestClock()
  private let test: TestStore
  private var store: Store { test.store }

  init() throws { test = try TestStore("one", clock: clock) }

  private func capture(_ title: Text?, dueDay day: Int? = nil) throws -> EntityID {
    clock.advance(1000)
    var change = ItemChange()
    change.title = title
    change.schedule = Schedule(
      due: day.flatMap { CivilDate(year: 2030, month: 1, day: $0) }.map { .date($0) })
    return try store.capture(change, tags: ["all"])
  }

  @Test func `items come in the order that is asked for, and those without a value last`() throws {
    let (plum, apple, none) = (
      try capture("Plum", dueDay: 5), try capture("apple", dueDay: 9), try capture(nil)
    )
    func ids(_ order: ListOrder<Item.SortField>?) throws -> [EntityID] {
      try store.items(matching: "tag:all", order: order).map(\.id)
    }
    #expect(try ids(nil) == [none, apple, plum])
    #expect(try ids(.ascending(.created)) == [plum, apple, none])
    #expect(try ids(.ascending(.due)) == [plum, apple, none])
    #expect(try ids(.descending(.due)) == [apple, plum, none])
    #expect(try ids(.ascending(.title)) == [apple, plum, none])
    #expect(try ids(.descending(.title)) == [plum, apple, none])
  }

  @Test func `pages put together are the whole list, and none lies beyond its end`() throws {
    let list = try store.createCollection(named: "ordered")
    let ids = try (0..<7).map { try capture(Text("\($0)")) }
    try store.file(ids, in: list)
    try store.move(ids[6], in: list, to: 1)
    for order in [nil, ListOrder.descending(Item.SortField.title)] {
      let all = try store.items(matching: "in:ordered", order: order)
      let pages = try [0..<3, 3..<6, 6..<9, 9..<12].map {
        try store.items(matching: "in:ordered", order: order, range: $0)
      }
      #expect(pages.map(\.count) == [3, 3, 1, 0])
      #expect(pages.flatMap(\.self) == all)
    }
    #expect(try store.items(matching: "in:ordered").first?.id == ids[6])
    #expect(try store.itemCount(matching: "in:ordered") == 7)
    #expect(try store.itemCount() == 7)
    #expect(try store.items(range: 100..<200).isEmpty)
  }

  @Test func `cards come in an order and in pages too`() throws {
    let deck = try store.createDeck(named: "Birds")
    for front in ["wren", "Auk", "owl"] {
      clock.advance(1000)
      var card = CardChange()
      (card.front, card.back) = (Text(front), "bird")
      try store.addCard(card, to: deck)
    }
    let order = ListOrder.ascending(Card.SortField.front)
    #expect(try store.cards(order: order).map(\.front) == ["Auk", "owl", "wren"])
    #expect(try store.cards(order: order, range: 1..<9).map(\.front) == ["owl", "wren"])
    #expect(try store.cards(range: 0..<1).map(\.front) == ["wren"])
  }
}
