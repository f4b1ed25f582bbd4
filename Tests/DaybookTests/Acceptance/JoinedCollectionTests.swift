import Daybook
import DaybookEvents
import DaybookLog
import Testing

/// F2. Collections of one name, made one.
struct JoinedCollectionTests {
  let laptop: TestStore
  let phone: TestStore
  let old: EntityID
  let young: EntityID

  /// A collection on each machine, each with two items, and both on both.
  init() throws {
    laptop = try TestStore("laptop")
    phone = try TestStore("phone", clock: laptop.clock)
    old = try laptop.store.createCollection(named: "Garden")
    laptop.clock.advance(1000)
    young = try phone.store.createCollection(named: "Garden")
    for title in ["a", "b"] { try laptop.store.capture(.title(title), in: [old]) }
    for title in ["c", "d"] { try phone.store.capture(.title(title), in: [young]) }
    try meet()
  }

  private func meet() throws {
    try laptop.merge(phone)
    try phone.merge(laptop)
    #expect(try laptop.store.fingerprint() == phone.store.fingerprint())
  }

  private func titles(_ test: TestStore, _ collection: EntityID? = nil) throws -> [String] {
    try test.store.items(in: collection ?? old).map(\.title.string)
  }

  private func item(_ title: String) throws -> EntityID {
    try #require(try laptop.store.items(matching: title).first?.id)
  }

  @Test func `what is joined stands behind what was there, can be moved and taken out`() throws {
    #expect(try laptop.store.items(matching: "in:Garden").count == 4)
    try laptop.store.joinCollections([young], into: old)
    #expect(try titles(laptop) == ["a", "b", "c", "d"])
    try phone.store.capture(.title("e"), in: [young])
    try laptop.store.capture(.title("f"), in: [old])
    try meet()
    #expect(try titles(phone) == ["a", "b", "c", "d", "e", "f"])
    #expect(try laptop.conflicts.isEmpty)
    #expect(try laptop.store.items(matching: "in:Garden").count == 6)
    try laptop.store.move(item("d"), in: old, to: 1)
    try laptop.store.move(item("a"), in: old, to: 3)
    try laptop.store.unfile([item("c"), item("e"), item("f")], from: old)
    try meet()
    #expect(try titles(phone) == ["d", "b", "a"])
    #expect(try phone.store.collections().filter { !$0.isDeleted }.map(\.id) == [old])
    #expect(try phone.store.item(item("b"))?.collections == ["Garden"])
  }

  @Test func `undo of a join after new things came leaves each where it was put`() throws {
    try laptop.store.joinCollections([young], into: old)
    try laptop.store.capture(.title("f"), in: [old])
    try phone.store.capture(.title("e"), in: [young])
    try meet()
    let join = try #require(
      try laptop.store.read { moment, transaction in
        try moment.events(LogFilter(), transaction).first { $0.kind == "collectionJoined" }
      })
    try laptop.store.undo(try laptop.store.undoableEvent(named: join.id))
    try meet()
    #expect(try titles(phone) == ["a", "b", "f"])
    #expect(try titles(phone, young) == ["c", "d", "e"])
    #expect(try phone.conflicts.isEmpty)
  }

  @Test func `an item that is in both is there once, at its place in the one that stays`() throws {
    try laptop.store.file([item("a")], in: young)
    try laptop.store.joinCollections([young], into: old)
    #expect(try titles(laptop) == ["a", "b", "c", "d"])
    try laptop.store.unfile([item("a")], from: old)
    #expect(try titles(laptop) == ["b", "c", "d"])
    try laptop.store.undo()
    try laptop.store.undo()
    #expect(try titles(laptop, young) == ["c", "d", "a"])
  }

  @Test func `collections joined into each other on two machines end as the oldest`() throws {
    try laptop.store.joinCollections([young], into: old)
    try phone.store.joinCollections([old], into: young)
    try meet()
    for test in [laptop, phone] {
      #expect(try titles(test) == ["a", "b", "c", "d"])
      #expect(try test.store.collection(named: "garden") == old)
      #expect(try test.conflicts.isEmpty)
    }
    try phone.store.capture(.title("e"), in: [old])
    #expect(try titles(phone).last == "e")
  }

  @Test func `a long list is moved about after a join`() throws {
    try laptop.store.joinCollections([young], into: old)
    var expected = ["a", "b", "c", "d"]
    for round in 0..<60 {
      let title = expected[round.isMultiple(of: 2) ? 3 : 2]
      try laptop.store.move(item(title), in: old, to: 2)
      expected.removeAll { $0 == title }
      expected.insert(title, at: 1)
      #expect(try titles(laptop) == expected)
    }
  }
}
