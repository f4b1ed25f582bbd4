import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// Views of other versions of the program (M-8, S1-9), and lists that grow crowded (C12).
struct ViewVersionTests {
  @Test func `a view that an older program built is built anew at opening`() throws {
    let test = try TestStore("one")
    for index in 0..<20 { try test.store.capture(.title("item \(index)"), tags: ["t"]) }
    let before = try test.store.fingerprint()
    try set(codeVersion: 0, of: test.store)
    let reopened = try Store.open(at: test.store.path, options: test.store.options)
    let entry = try #require(
      try reopened.read { moment, _ in moment.catalog.entries[.items] })
    #expect(entry.generation == 2)
    #expect(entry.codeVersion == ViewName.items.schema.codeVersion)
    #expect(try reopened.fingerprint() == before)
    #expect(try reopened.items(matching: "tag:t").count == 20)
  }

  @Test func `a view that a newer program built is read and not written to`() throws {
    let test = try TestStore("one")
    let id = try test.store.capture(.title("kept"))
    try set(codeVersion: 99, of: test.store)
    let reopened = try Store.open(at: test.store.path, options: test.store.options)
    #expect(try reopened.item(id)?.title.string == "kept")
    #expect(throws: StoreFailure.newer) { try reopened.capture(.title("refused")) }
    #expect(throws: StoreFailure.newer) { try reopened.rebuild(.items) }
    #expect(try test.eventCount == 1)
  }

  @Test func `a crowded list is renumbered and keeps its order`() throws {
    let test = try TestStore("one")
    let store = test.store
    let list = try store.createCollection(named: "crowded")
    var items: [EntityID] = []
    for index in 0..<4 { items.append(try store.capture(.title("\(index)"), in: [list])) }
    var expected = items
    for round in 0..<400 {
      let item = items[round.isMultiple(of: 2) ? 3 : 2]
      try store.move(item, in: list, to: 2)
      expected.removeAll { $0 == item }
      expected.insert(item, at: 1)
      let members = try store.read { try $0.members(of: list, $1) }
      #expect(members.map(\.item) == expected)
      #expect(members.allSatisfy { $0.position.count <= Position.byteLimit })
    }
    let renumbered = try store.read { moment, transaction in
      try moment.events(LogFilter(), transaction).contains { $0.header.isRuleMade }
    }
    #expect(renumbered)
  }

  /// Writes another code version into the registry entry of the items view.
  private func set(codeVersion: UInt64, of store: Store) throws {
    let entry = try #require(try store.read { moment, _ in moment.catalog.entries[.items] })
    var wire = WireWriter()
    wire.varint(1, entry.generation)
    wire.varint(2, codeVersion)
    wire.varint(3, entry.factVersion)
    wire.varint(4, entry.position)
    wire.bytes(5, entry.fingerprint.bytes)
    try store.environment.write {
      try $0.put(MetaKey.view("items"), wire.bytes, in: store.tables.meta)
    }
  }
}
