import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// Events of a program's own kinds: kept, merged, undone, erased and looked back at as ours are
/// (S1-6).
struct CustomThingTests {
  private static let book = CustomName("org.example.reading/book")
  private static let film = CustomName("org.example.films/film")

  let clock = TestClock()
  let one: TestStore
  let two: TestStore

  init() throws {
    (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
  }

  private func mergeBoth() throws {
    try one.merge(two)
    try two.merge(one)
    #expect(try one.store.fingerprint() == two.store.fingerprint())
  }

  private func begin(_ title: Text, on test: TestStore, pages: Int64 = 300) throws -> EntityID {
    clock.advance(1)
    return try test.store.record(
      CustomEvent(
        "started", of: Self.book, values: ["title": .text(title), "pages": .number(pages)]))
  }

  private func write(_ page: CustomValue, to book: EntityID, on test: TestStore) throws {
    clock.advance(1)
    try test.store.record(CustomEvent("read", of: Self.book, thing: book, values: ["page": page]))
  }

  @Test func `a thing holds what was written last, and nothing that was removed`() throws {
    let id = try begin("Gora", on: one)
    let other = try begin("Dom", on: one, pages: .min)
    let film = try one.store.record(CustomEvent("seen", of: Self.film))
    try write(.number(17), to: id, on: one)
    try one.store.record(
      CustomEvent("lent", of: Self.book, thing: id, values: ["page": .none, "lent": .flag(true)]))
    let thing = try #require(try one.store.customThing(id))
    #expect(
      thing.values == ["title": .text("Gora"), "pages": .number(300), "lent": .flag(true)])
    #expect(thing.createdAt.milliseconds == 1_780_000_000_001)
    #expect(thing.editedAt.milliseconds == clock.now)
    #expect(thing.label == "Gora" && thing.kind == Self.book && !thing.isDeleted)
    #expect(try one.store.customThings(of: Self.book).map(\.id) == [id, other])
    #expect(try one.store.customThing(other)?.values["pages"] == .number(.min))
    #expect(try one.store.customThings(of: Self.film).map(\.label) == ["org.example.films/film"])
    #expect(try one.store.customThing(film)?.values == [:])
  }

  @Test func `what is not made as a program's own is refused, and nothing kept`() throws {
    let id = try begin("Gora", on: one)
    let item = try one.store.capture(.title("note"))
    let count = try one.eventCount
    func refuses(_ event: CustomEvent, _ error: StoreError) {
      #expect(throws: error) { try one.store.record([CustomEvent("fine", of: Self.film), event]) }
    }
    refuses(CustomEvent("", of: Self.book), .invalidCustomName(""))
    refuses(CustomEvent("a b", of: Self.book), .invalidCustomName("a b"))
    refuses(CustomEvent("a", of: Self.book, values: ["ü": .none]), .invalidCustomName("ü"))
    refuses(CustomEvent("a", of: Self.film, thing: id), .wrongKind(id, expected: Self.film.name))
    refuses(CustomEvent("a", of: Self.book, thing: item), .wrongKind(item, expected: "custom"))
    refuses(CustomEvent("a", of: Self.book, values: ["a": .text("\0")]), .nulByte)
    let values = (0...100).map { ("v\($0)", CustomValue.none) }
    refuses(
      CustomEvent("a", of: Self.book, values: Dictionary(uniqueKeysWithValues: values)),
      .tooManyValues(101))
    for name in [
      "book", "example/book", "org.example/", "a.b/c/d", "org.example/b k", "./a", "a./b", "a..b/c",
    ] {
      #expect(throws: StoreError.invalidCustomName(name)) { try CustomName(validating: name) }
    }
    #expect(try one.eventCount == count)
  }

  @Test func `concurrent writes to one value are a conflict, and either can be kept`() throws {
    let id = try begin("Gora", on: one)
    try two.merge(one)
    try write(.number(17), to: id, on: one)
    try write(.number(40), to: id, on: two)
    let lent = CustomEvent("lent", of: Self.book, thing: id, values: ["lent": .flag(true)])
    try one.store.record(lent)
    try mergeBoth()
    #expect(try one.store.customThing(id)?.values["page"] == .number(40))
    #expect(try two.store.customThing(id)?.values["lent"] == .flag(true))
    let open = try two.store.conflicts(about: id)
    #expect(open.count == 1 && open[0].writes.map(\.value) == [.number(40), .number(17)])
    try two.store.keep(id, event: open[0].writes[1].event)
    try mergeBoth()
    #expect(try one.store.conflicts().isEmpty)
    #expect(try one.store.customThing(id)?.values["page"] == .number(17))
    try two.store.undo()
    try mergeBoth()
    #expect(try one.store.conflicts(about: id) == open)
  }

  @Test func `a command is undone and redone, and so is its thing`() throws {
    let id = try begin("Gora", on: one)
    try write(.number(17), to: id, on: one)
    try write(.number(40), to: id, on: one)
    try one.store.undo()
    #expect(try one.store.customThing(id)?.values["page"] == .number(17))
    try one.store.undo()
    #expect(try one.store.customThing(id)?.values["page"] == nil)
    try one.store.undo()
    #expect(try one.store.customThing(id)?.isDeleted == true)
    #expect(try one.store.customThings(of: Self.book).isEmpty)
    #expect(try one.store.customThings(of: Self.book, includesDeleted: true).map(\.id) == [id])
    try one.store.redo()
    #expect(try one.store.customThings(of: Self.book).map(\.id) == [id])
    #expect(try one.store.delete([id]) == [id])
    #expect(throws: StoreError.deleted(id)) {
      try one.store.record(CustomEvent("read", of: Self.book, thing: id))
    }
    #expect(try one.store.restore([id]) == [id])
    try mergeBoth()
    #expect(try two.store.customThing(id)?.label == "Gora")
  }

  @Test func `a thing is shown as it was, and erased whole`() throws {
    let id = try begin("Gora", on: one)
    let before = clock.now
    clock.advance(1000)
    try write(.number(17), to: id, on: one)
    try two.merge(one)
    #expect(try two.store.customThing(id, at: .timeline(before))?.values["page"] == nil)
    #expect(
      try two.store.customThings(of: Self.book, at: .timeline(before)).map(\.id) == [id])
    try one.store.erase([id])
    try mergeBoth()
    for test in [one, two] {
      let left = try #require(try test.store.customThing(id))
      #expect(left.isErased && left.values.isEmpty && left.label.isEmpty)
      #expect(try test.store.customThings(of: Self.book, includesDeleted: true).isEmpty)
      #expect(try test.store.verify().problems.isEmpty)
      #expect(try test.store.rebuildViews().allSatisfy { $0.differences == 0 })
    }
  }

  @Test func `a store that a program without such things went on with is made whole`() throws {
    let id = try begin("Gora", on: one)
    try two.merge(one)
    // That program left the view where it was, and could not read the event.
    try two.store.environment.write { transaction in
      let tables = two.store.tables
      let catalog = try ViewCatalog(tables, logs: [], transaction.reading)
      var entry = try #require(catalog.entries[.custom])
      try transaction.removeAll(in: catalog.table(.custom))
      (entry.position, entry.fingerprint) = (0, Fingerprint())
      try transaction.put(MetaKey.view(ViewName.custom.rawValue), entry.encoded, in: tables.meta)
    }
    #expect(try two.store.customThing(id) == nil)
    let opened = try Store.open(at: two.store.path, options: two.store.options)
    #expect(try opened.customThing(id)?.label == "Gora")
    #expect(try opened.fingerprint() == one.store.fingerprint())
  }
}
