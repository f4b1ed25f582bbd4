import Daybook
import DaybookEvents
import Testing

/// What the seeds ask of items, collections and tags: S1-19 to S1-23, S1-26, S1-27, S1-30, M-6.
struct ItemAcceptanceTests {
  /// S1-30.
  @Test func `what is captured lands in the inbox`() throws {
    let test = try TestStore("one")
    let id = try test.store.capture(.title("something"))
    #expect(try test.store.item(id)?.status == .inbox)
    #expect(try test.store.items(matching: "status:inbox").map(\.id) == [id])
  }

  /// S1-21: an item in three collections, at different places.
  @Test func `an item can be in three collections at three places`() throws {
    let test = try TestStore("one")
    let store = test.store
    let item = try store.capture(.title("shared"))
    for index in 0..<3 {
      let collection = try store.createCollection(named: Text("list \(index)"))
      for other in 0..<3 {
        try store.file([try store.capture(.title("\(other)"))], in: collection)
      }
      try store.file([item], in: collection)
      try store.move(item, in: collection, to: index + 1)
      let order = try store.read { try $0.members(of: collection, $1).map(\.item) }
      #expect(order.firstIndex(of: item) == index)
      #expect(order.count == 4)
    }
    #expect(try store.item(item)?.collections == ["list 0", "list 1", "list 2"])
  }

  @Test func `a collection that is asked for alone comes in its own order`() throws {
    let test = try TestStore("one")
    let list = try test.store.createCollection(named: "ordered")
    let items = try (0..<3).map { try test.store.capture(.title("\($0)"), in: [list]) }
    try test.store.move(items[2], in: list, to: 1)
    let order = [items[2], items[0], items[1]]
    #expect(try test.store.items(matching: "in:ordered").map(\.id) == order)
  }

  /// S1-19, C9, C10: deleting a collection takes its filings out of sight and nothing else.
  @Test func `items outlive their collection, and restoring it brings them back into it`() throws {
    let test = try TestStore("one")
    let store = test.store
    let collection = try store.createCollection(named: "Garden")
    let item = try store.capture(.title("seeds"), in: [collection])
    try store.delete([collection])
    #expect(try store.item(item)?.isDeleted == false)
    #expect(try store.item(item)?.collections == [])
    try store.restore([collection])
    #expect(try store.item(item)?.collections == ["Garden"])
  }

  /// S1-20: a deleted item shows in no collection, now or as of then.
  @Test func `a deleted item leaves no dangling membership`() throws {
    let clock = TestClock()
    let test = try TestStore("one", clock: clock)
    let store = test.store
    let collection = try store.createCollection(named: "Garden")
    let item = try store.capture(.title("seeds"), in: [collection])
    clock.advance(1_000)
    let before = clock.now
    clock.advance(1_000)
    try store.delete([item])
    #expect(try store.read { try $0.members(of: collection, $1).count } == 0)
    let past = try store.read(at: .timeline(before)) { try $0.members(of: collection, $1).count }
    #expect(past == 1)
  }

  /// S1-22, C37: a tag is its name, however it is spelled, and outlives its last use.
  @Test func `two spellings are one tag, and an unused tag still exists`() throws {
    let test = try TestStore("one")
    let store = test.store
    let one = try store.capture(.title("one"), tags: ["Café"])
    let two = try store.capture(.title("two"), tags: ["cafe\u{301}"])
    #expect(try store.item(two)?.tags == ["Café"])
    #expect(try store.items(matching: "tag:CAFÉ").count == 2)
    try store.tag([one, two], adding: [], removing: ["café"])
    let tags = try store.read { try $0.tags($1) }
    #expect(tags.map(\.name) == ["Café"])
    #expect(tags.map(\.items) == [0])
  }

  /// S1-23: a value of a newer program is kept and shown.
  @Test func `an unknown status is kept as it is`() throws {
    let test = try TestStore("one")
    var change = ItemChange.title("from the future")
    change.status = .init(ItemStatus(rawValue: "someday"))
    let id = try test.store.capture(change)
    #expect(try test.store.item(id)?.status.rawValue == "someday")
    #expect(try test.store.items().map(\.id) == [id])
  }

  @Test func `what is done has the time at which it was done, however that is written`() throws {
    let clock = TestClock()
    let test = try TestStore("one", clock: clock)
    var (done, inbox) = (ItemChange(), ItemChange())
    (done.status, inbox.status) = (.init(.done), .init(.inbox))
    let captured = try (0..<2).map { try test.store.capture(.title("\($0)")) }
    let ids = captured + [try test.store.capture(done)]
    #expect(try test.store.item(ids[2])?.completedAt == clock.now)
    clock.advance(1000)
    let time = clock.now
    try test.store.finish([ids[0]])
    try test.store.edit(ids[1], done)
    clock.advance(1000)
    try test.store.edit(ids[1], done)
    #expect(try ids[...1].map { try test.store.item($0)?.completedAt } == [time, time])
    done.status?.completedAt = 5
    try test.store.edit(ids[1], done)
    #expect(try test.store.item(ids[1])?.completedAt == 5)
    try test.store.edit(ids[1], inbox)
    #expect(try test.store.item(ids[1])?.completedAt == nil)
  }

  /// S1-26, S1-27: case, accents, and optional dates.
  @Test func `search is blind to case and accents, and dates may be missing`() throws {
    let test = try TestStore("one")
    var change = ItemChange.title("Kraków ZDJĘCIE")
    change.schedule = Schedule(due: CivilDate(year: 2030, month: 1, day: 2).map { .date($0) })
    let dated = try test.store.capture(change)
    let undated = try test.store.capture(.title("no date"))
    #expect(try test.store.items(matching: "krakow zdjecie").map(\.id) == [dated])
    #expect(try test.store.items(matching: "due:none").map(\.id) == [undated])
    #expect(try test.store.items(matching: "due.before:2030-01-03").map(\.id) == [dated])
    #expect(try test.store.items(matching: "due.before:2030-01-02").isEmpty)
  }

  /// M-6, S3-72: the store as it was, by the reducer that shows it now.
  @Test func `the past shows what was true then`() throws {
    let clock = TestClock()
    let test = try TestStore("one", clock: clock)
    let id = try test.store.capture(.title("first"))
    clock.advance(10_000)
    let then = clock.now
    clock.advance(10_000)
    try test.store.edit(id, .title("second"))
    let title = try test.store.read(at: .timeline(then)) { try $0.item(id, $1)?.title.string }
    #expect(title == "first")
    let early = try test.store.read(at: .timeline(0)) { try $0.item(id, $1) }
    #expect(early == nil)
  }

  /// M-2, S1-28: the views can be dropped and folded anew.
  @Test func `rebuilding changes nothing`() throws {
    let test = try TestStore("one")
    let collection = try test.store.createCollection(named: "Garden")
    for index in 0..<50 {
      let item = try test.store.capture(
        .title("item \(index)"), tags: ["even"], in: [collection])
      if index.isMultiple(of: 3) { try test.store.delete([item]) }
    }
    let before = try test.store.fingerprint()
    for view in ViewName.allCases {
      #expect(try test.store.rebuild(view).differences == 0)
    }
    #expect(try test.store.fingerprint() == before)
  }
}
