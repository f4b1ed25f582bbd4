import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Synchronization
import Testing

/// Views of a program's own that are computed from things (S1-6).
struct DerivedViewTests {
  let clock = TestClock()
  let test: TestStore
  var store: Store { test.store }

  init() throws { test = try TestStore("one", clock: clock) }

  /// Items by their tags, and how often the function was asked.
  private static func tags(
    version: UInt64 = 1, _ asked: @escaping @Sendable () throws -> Void = {}
  ) -> DerivedView {
    DerivedView(CustomName("org.example.test/tags"), version: version, of: .items) { thing in
      try asked()
      guard case .item(let item) = thing else { return [] }
      return item.tags.map { DerivedView.Row(.text($0), amount: version == 1 ? 1 : 10) }
    }
  }

  private func capture(_ title: String, _ tags: String...) throws -> EntityID {
    clock.advance(1)
    return try store.capture(.title(title), tags: tags)
  }

  @Test func `rows follow their things, and only what changed is computed`() throws {
    let count = Mutex(0)
    let view = Self.tags { count.withLock { $0 += 1 } }
    let items = try (0..<20).map { try capture("\($0)", "a", $0 < 5 ? "b" : "c") }
    #expect(try store.sums(of: view).map(\.count) == [20, 5, 15])
    #expect(count.withLock { $0 } == 20)
    try store.tag([items[0]], adding: ["d"], removing: ["a"])
    _ = try store.delete([items[1]])
    let id = try capture("new", "d")
    #expect(
      try store.rows(of: view, under: ["d"]).map(\.thing) == [items[0], id])
    #expect(try store.sums(of: view).map(\.amount) == [18, 4, 15, 2])
    #expect(count.withLock { $0 } == 22)
    try store.undo()
    _ = try store.rows(of: view)
    #expect(try store.rows(of: view, under: ["d"]).map(\.thing) == [items[0]])
  }

  @Test func `keys that go on from others come after them, whatever the things are`() throws {
    let view = DerivedView(CustomName("org.example.test/lengths"), version: 1, of: .items) { _ in
      [.init("k"), .init("k", 1), .init("k", "a"), .init("k", "a", 1), .init(), .init(7)]
    }
    for number in 0..<20 { _ = try capture("\(number)") }
    let keys: [[DerivedKey]] = [[], [7], ["k"], ["k", 1], ["k", "a"], ["k", "a", 1]]
    for sums in try [store.sums(of: view), store.sums(of: view, at: .timeline(clock.now))] {
      #expect(sums.map(\.key) == keys)
      #expect(sums.allSatisfy { $0.count == 20 })
    }
    #expect(try store.sums(of: view, under: ["k"]).map(\.key) == Array(keys[2...]))
    #expect(try store.rows(of: view, under: ["k", 1]).count == 20)
  }

  @Test func `a new version computes all anew`() throws {
    _ = try capture("one", "a")
    #expect(try store.sums(of: Self.tags()).map(\.amount) == [1])
    #expect(try store.sums(of: Self.tags(version: 2)).map(\.amount) == [10])
    #expect(try store.sums(of: Self.tags()).map(\.amount) == [1])
  }

  private struct Refusal: Error {}

  @Test func `a function that throws is told to who asks, and stops nobody else`() throws {
    _ = try capture("one", "a")
    let failing = Mutex(true)
    let view = Self.tags { if failing.withLock({ $0 }) { throw Refusal() } }
    #expect(throws: Refusal.self) { try store.rows(of: view) }
    _ = try capture("two", "a")
    failing.withLock { $0 = false }
    #expect(try store.sums(of: view).map(\.count) == [2])
    failing.withLock { $0 = true }
    _ = try capture("three", "a")
    #expect(throws: Refusal.self) { try store.rows(of: view) }
    #expect(try store.items().count == 3)
    failing.withLock { $0 = false }
    #expect(try store.sums(of: view).map(\.count) == [3])
  }

  @Test func `what shows in many things is followed`() throws {
    let shelf = try store.createCollection(named: "Shelf")
    let id = try capture("one", "Café")
    try store.file([id], in: shelf)
    #expect(try store.sums(of: SampleViews.items).map(\.key.first) == ["Café", "Shelf"])
    try store.renameCollection(shelf, to: "Attic")
    #expect(try store.sums(of: SampleViews.items).map(\.key.first) == ["Attic", "Café"])
    let other = try store.createCollection(named: "Cellar")
    try store.joinCollections([shelf], into: other)
    #expect(try store.sums(of: SampleViews.items).map(\.key.first) == ["Café", "Cellar"])
    _ = try store.delete([other])
    #expect(try store.sums(of: SampleViews.items).map(\.key.first) == ["Café"])

    let deck = try store.createDeck(named: "Birds")
    var card = CardChange()
    card.front = "robin"
    let robin = try store.addCard(card, to: deck)
    #expect(try store.sums(of: SampleViews.answers).map(\.amount) == [0, 0])
    try store.review(robin, .good)
    try store.renameDeck(deck, to: "Fish")
    #expect(
      try store.sums(of: SampleViews.answers).map(\.key) == [["Fish"], ["live"]])
    #expect(try store.sums(of: SampleViews.answers).map(\.amount) == [3, 3])
    _ = try store.undoReview()
    #expect(try store.sums(of: SampleViews.answers).map(\.amount) == [0, 0])
  }

  @Test func `of the past and of a store that is only read rows are computed`() throws {
    _ = try capture("one", "a")
    let before = clock.now
    clock.advance(1000)
    _ = try capture("two", "a")
    #expect(try store.sums(of: Self.tags(), at: .timeline(before)).map(\.count) == [1])
    var options = store.options
    options.isReadOnly = true
    let reader = try Store.open(at: store.path, options: options)
    #expect(try reader.sums(of: Self.tags()).map(\.count) == [2])
    #expect(try store.sums(of: Self.tags()).map(\.count) == [2])
  }

  @Test func `what was erased is in no row, before anybody asks`() throws {
    let id = try capture("one", "secret")
    _ = try capture("two", "plain")
    _ = try store.rows(of: Self.tags())
    try store.erase([id])
    let left = try store.environment.read { try $0.count(of: DerivedTable.table) }
    #expect(left == 0)
    #expect(try store.sums(of: Self.tags()).map(\.key) == [["plain"]])
  }

  @Test func `a damaged row is computed anew`() throws {
    _ = try capture("one", "a")
    let rows = try store.rows(of: Self.tags())
    try store.environment.write { transaction in
      var all: [([UInt8], [UInt8])] = []
      try transaction.reading.scan(DerivedTable.table) { key, value in
        all.append((key.array(), value.array()))
        return .next
      }
      for (key, value) in all where key[0] == 1 {
        try transaction.put(key, [value[0] ^ 1] + value.dropFirst(), in: DerivedTable.table)
      }
    }
    #expect(try store.rows(of: Self.tags()) == rows)
  }

  @Test func `a view that is forgotten leaves nothing, and others stay`() throws {
    _ = try capture("one", "a")
    _ = try store.rows(of: Self.tags())
    _ = try store.rows(of: SampleViews.items)
    try store.forget(CustomName("org.example.test/tags"))
    let prefix = DerivedTable.prefix("org.example.test/tags")
    try store.environment.read { transaction in
      try transaction.scan(DerivedTable.table, from: prefix, below: prefix.after) { _, _ in
        Issue.record("a row is left")
        return .stop
      }
    }
    #expect(try store.rows(of: SampleViews.items).count == 1)
    try store.forget(CustomName("org.example.test/never"))
  }

  @Test func `a key that is too long is refused`() throws {
    _ = try capture("one", String(repeating: "a", count: 439))
    #expect(throws: StoreError.derivedKeyTooLong(bytes: 442)) {
      try store.rows(of: Self.tags())
    }
  }
}
