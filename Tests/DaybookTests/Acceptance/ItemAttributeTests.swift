import Daybook
import DaybookEvents
import Testing

/// Fields of items that hold a word or a line, by what they declare.
struct ItemAttributeTests {
  private let test: TestStore
  private var store: Store { test.store }

  init() throws { test = try TestStore("one") }

  private func record(titled title: Text?) throws -> Record {
    var change = ItemChange()
    change.title = title
    let id = try store.capture(change)
    return try store.read { try $0.catalog.record(RowKey(.item, id), $1) }
  }

  @Test func `an attribute of any text is found and put in order without case and accents`()
    throws
  {
    let titles = ItemAttribute(.title, index: .priority, remark: "is called")
    let (garden, cellar) = try (record(titled: "Gärten"), record(titled: "cellar"))
    let untitled = try record(titled: nil)
    #expect(titles.matches("garten", garden))
    #expect(!titles.matches("gart", garden))
    #expect(titles.matches("any", garden))
    #expect(!titles.matches("none", garden))
    #expect(titles.matches("none", untitled))
    #expect(!titles.matches("any", untitled))
    #expect(titles.sortKey(in: untitled) == nil)
    let keys = try [cellar, garden].map { try #require(titles.sortKey(in: $0)).text }
    #expect(keys == ["cellar", "garten"])
    #expect(titles.indexKey("GÄRTEN") == titles.indexKey("garten"))
    #expect(!titles.indexKey("garten").starts(with: titles.indexKey("gart")))
    #expect(titles.indexKey(String(repeating: "ä", count: 4_000)).count < 200)
  }

  @Test func `an attribute of known words is found by them, and those of newer programs too`()
    throws
  {
    func capture(_ priority: String?) throws -> EntityID {
      var change = ItemChange()
      change.priority = priority.map { ItemPriority(rawValue: $0) }
      return try store.capture(change)
    }
    let (low, high) = (try capture("low"), try capture("high"))
    let (urgent, none) = (try capture("urgent"), try capture(nil))
    func found(_ query: String) throws -> Set<EntityID> {
      Set(try store.items(matching: query).map(\.id))
    }
    #expect(try found("priority:low") == [low])
    #expect(try found("priority:HIGH or priority:low") == [low, high])
    #expect(try found("priority:urgent") == [urgent])
    #expect(try found("priority:any") == [low, high, urgent])
    #expect(try found("priority:none") == [none])
    #expect(throws: QueryError.self) { try found("priority:later") }
    let order = ListOrder.ascending(Item.SortField.priority)
    #expect(try store.items(order: order).map(\.id) == [low, high, urgent, none])
  }
}
