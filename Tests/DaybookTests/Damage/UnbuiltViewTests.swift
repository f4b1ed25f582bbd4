import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import Testing

/// Views that are to be built from a log in which one event is not what was written.
struct UnbuiltViewTests {
  let fixture: ViewFixture
  let other: SimulatedReplica

  init() throws {
    fixture = try ViewFixture()
    other = try SimulatedReplica("carl", in: fixture.folder, seed: 3)
    try other.merge(from: fixture.replica)
  }

  private var tables: LogTables { fixture.replica.store.tables }

  private func snapshot(_ store: Store) throws -> Int { try store.environment.read { $0.snapshot } }

  private func item(_ title: String) -> ItemChange {
    var item = ItemChange()
    item.title = Text(title)
    return item
  }

  /// As an older program left it.
  private func makeOlder(_ views: [ViewName] = ViewName.allCases) throws {
    try fixture.replica.store.environment.write { transaction in
      for view in views {
        var entry = try #require(
          try ViewCatalog(tables, logs: [], transaction.reading).entries[view])
        entry.codeVersion = 1
        let wire = Sample.message { wire in
          wire.varint(1, entry.generation)
          wire.varint(2, entry.codeVersion)
          wire.varint(3, entry.factVersion)
          wire.varint(4, entry.position)
          wire.bytes(5, entry.fingerprint.bytes)
        }
        try transaction.put(MetaKey.view(view.rawValue), wire, in: tables.meta)
      }
    }
  }

  private func damage(_ row: ViewFixture.Row) throws {
    try fixture.put(row.value.dropLast() + [row.value[row.value.count - 1] ^ 1], for: row)
  }

  @Test(arguments: [1, 4, 20] as [UInt64])
  func `one damaged event does not keep a store from opening after an upgrade`(
    position: UInt64
  ) throws {
    try makeOlder()
    try fixture.damageEvent(at: position)
    let (store, _) = try fixture.reopened()
    #expect(throws: StoreFailure.damaged) { try store.items() }
    #expect(throws: StoreFailure.damaged) { try store.status() }
    #expect(throws: StoreFailure.damaged) { try ViewFixture.contents(of: store) }
    let events = try store.read { moment, _ in moment.state.eventCount }
    try store.capture(item("written all the same"))
    #expect(try store.read { moment, _ in moment.state.eventCount } == events + 1)
    #expect(try !store.bundle().isEmpty)
    #expect(try store.fingerprint() != fixture.fingerprint)

    // What merging puts back mends the views too.
    var source = SegmentList(try other.segments())
    let report = try store.merge(&source, from: "test")
    #expect(report.mendedEvents == 1 && !report.hasUnreadableViews)
    #expect(try store.items().count == other.store.items().count + 1)
    try other.merge(from: fixture.replica)
    #expect(try store.fingerprint() == other.fingerprint)
    #expect(try store.verify(includesMedia: false).problems == [])
  }

  @Test func `a store with views left behind a damaged event takes what others wrote`() throws {
    try makeOlder()
    try fixture.damageEvent(at: 4)
    let (store, _) = try fixture.reopened()
    let carl = try SimulatedReplica("dora", in: fixture.folder, seed: 4)
    try carl.store.capture(item("from elsewhere"))
    for isDryRun in [true, false] {
      var source = SegmentList(try carl.segments())
      let report = try store.merge(&source, from: "test", isDryRun: isDryRun)
      #expect(report.appliedEvents == 1 && report.hasUnreadableViews && report.conflicts.isEmpty)
    }
    // Who may only read it is told the same.
    var options = store.options
    options.isReadOnly = true
    let reader = try Store.open(at: store.path, options: options)
    #expect(throws: StoreFailure.damaged) { try reader.items() }
    try fixture.mendEvent(at: 4)
    let (mended, _) = try fixture.reopened()
    try other.merge(from: carl)
    #expect(try mended.fingerprint() == other.fingerprint)
    #expect(try mended.verify(includesMedia: false).problems == [])
  }

  @Test(arguments: [false, true])
  func `nobody builds a view twice from a log that is as damaged as it was`(
    isOlder: Bool
  ) throws {
    if isOlder { try makeOlder() }
    try damage(try #require(try fixture.rows().first { $0.letter == "R" }))
    try fixture.damageEvent(at: 4)
    let (first, _) = try fixture.reopened()
    #expect(throws: StoreFailure.damaged) { try ViewFixture.contents(of: first) }
    let (second, _) = try fixture.reopened()
    let before = try snapshot(second)
    let (third, _) = try fixture.reopened()
    #expect(throws: StoreFailure.damaged) { try ViewFixture.contents(of: third) }
    #expect(try snapshot(third) == before, "opening or reading has written something")
    try third.capture(item("more"))
    #expect(try snapshot(third) == before + 1, "writing began to build views")
    try fixture.mendEvent(at: 4)
    let (mended, _) = try fixture.reopened()
    #expect(try mended.items().count == 3)
    #expect(try mended.verify(includesMedia: false).problems == [])
    #expect(try !fixture.isMarked(.decks))
  }

  @Test func `a stale schedule that cannot be computed does not keep a store from opening`()
    throws
  {
    let rows = try fixture.rows()
    try damage(try #require(rows.first { $0.letter == "R" }))
    try damage(try #require(rows.first { $0.letter == "V" }))
    try fixture.damageEvent(at: 4)
    try fixture.replica.store.environment.write { transaction in
      var entry = try #require(
        try ViewCatalog(tables, logs: [], transaction.reading).entries[.schedule])
      entry.isStale = true
      let wire = Sample.message { wire in
        wire.varint(1, entry.generation)
        wire.varint(2, entry.codeVersion)
        wire.varint(3, entry.factVersion)
        wire.varint(4, entry.position)
        wire.bytes(5, entry.fingerprint.bytes)
        wire.varint(6, 1)
      }
      try transaction.put(MetaKey.view("schedule"), wire, in: tables.meta)
    }
    for _ in 0..<2 {
      let (store, _) = try fixture.reopened()
      #expect(try !store.items().isEmpty)
      try store.capture(item("written all the same"))
    }
    try fixture.mendEvent(at: 4)
    let (mended, _) = try fixture.reopened()
    #expect(try mended.verify(includesMedia: false).problems == [])
  }
}
