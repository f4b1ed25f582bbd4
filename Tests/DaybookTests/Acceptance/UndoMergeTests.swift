import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// Taking a merge back as one.
struct UndoMergeTests {
  let clock: TestClock
  let one: TestStore
  let two: TestStore

  init() throws {
    clock = TestClock()
    (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
  }

  private func lastMerge() throws -> MergeArrival {
    try #require(try one.store.arrivals().last)
  }

  /// F15.
  @Test func `a merge is taken back in one command, but for what was written since`() throws {
    let ids = try (0..<5).map { try one.store.capture(.title("thing \($0)"), tags: ["kept"]) }
    try two.merge(one)
    try two.store.delete(Array(ids.prefix(3)))
    try two.store.edit(ids[3], .title("by two"))
    try two.store.tag([ids[3]], adding: ["new"], removing: ["kept"])
    let new = try two.store.capture(.title("new by two"))
    let used = try two.store.capture(.title("used since"))
    try one.merge(two)
    try one.store.edit(used, .title("used here"))
    let merge = try lastMerge()
    #expect(merge.source == "test" && merge.events > 5)
    let before = try one.eventCount
    let plan = try one.store.undo(merge: merge, UndoOptions(isDryRun: true))
    let report = try one.store.undo(merge: merge)
    #expect(report.restored == plan.restored && report.left == plan.left)
    #expect(report.left.map(\.entity) == [used])
    #expect(try one.eventCount == before + UInt64(report.eventCount))
    for (number, id) in ids.enumerated() {
      let item = try #require(try one.store.item(id))
      #expect(!item.isDeleted && item.title == Text("thing \(number)") && item.tags == ["kept"])
    }
    #expect(try one.store.item(new)?.isDeleted == true)
    #expect(try one.title(used) == "used here")
    // It is one thing that was done: redo makes all of it hold again.
    #expect(try one.store.redo().merge == merge)
    #expect(try one.store.item(ids[0])?.isDeleted == true && one.title(ids[3]) == "by two")
    #expect(try one.store.item(new)?.isDeleted == false)
    try one.store.undo()
    #expect(try one.store.item(ids[0])?.isDeleted == false)
    try two.merge(one)
    try one.merge(two)
    #expect(try one.store.fingerprint() == two.store.fingerprint() && one.conflicts.isEmpty)
  }

  /// F15. The conflicts that it brought go with it, those that it ended come back.
  @Test func `a merge that is taken back leaves no conflict that it brought`() throws {
    let ids = try (0..<2).map { try one.store.capture(.title("thing \($0)")) }
    try two.merge(one)
    for id in ids {
      try one.store.edit(id, .title("by one"))
      clock.advance(1000)
      try two.store.edit(id, .title("by two"))
    }
    try one.merge(two)
    #expect(try one.conflicts.count == 2)
    let sides = try one.conflicts.map(\.identity)
    try one.store.undo(merge: try lastMerge())
    #expect(try one.conflicts.isEmpty)
    #expect(try ids.allSatisfy { try one.title($0) == "by one" })
    try one.store.redo()
    #expect(try one.title(ids[0]) == "by two")

    let (three, four) = (try TestStore("three", clock: clock), try TestStore("four", clock: clock))
    try three.merge(two)
    try four.merge(two)
    let id = ids[0]
    try three.store.edit(id, .title("by three"))
    clock.advance(1000)
    try four.store.edit(id, .title("by four"))
    try three.merge(four)
    try four.merge(three)
    let before = try three.conflicts.map(\.identity)
    #expect(before.count == 1 && sides.count == 2)
    let kept = try #require(try four.conflicts.first?.writes.last?.event)
    try four.store.keep(id, event: kept)
    try three.merge(four)
    #expect(try three.conflicts.isEmpty)
    try three.store.undo(merge: try #require(try three.store.arrivals().last))
    #expect(try three.conflicts.map(\.identity) == before)
  }

  /// F15.
  @Test func `undo after a merge says what happened last, and how to take that back`() throws {
    try two.store.capture(.title("by two"))
    try one.merge(two)
    let merge = try lastMerge()
    #expect(throws: UndoError.onlyMerged(merge)) { try one.store.undo() }
    try one.store.undo(merge: merge)
    #expect(throws: UndoError.nothingToUndo) { try one.store.undo() }
    let own = try one.store.capture(.title("by one"))
    try two.store.capture(.title("by two again"))
    try one.merge(two)
    let report = try one.store.undo()
    #expect(try report.mergedSince == lastMerge() && report.merge == nil)
    #expect(try one.store.item(own)?.isDeleted == true)
  }

  /// F15.
  @Test func `a merge that came in batches is one, and large ones are taken back in steps`() throws
  {
    let folder = try ScratchFolder()
    let replicas = try (0..<3).map {
      try SimulatedReplica("\($0)", in: folder, seed: UInt64($0) + 1)
    }
    for replica in replicas.dropFirst() {
      let name = replica.store.path
      try replica.write((0..<2200).map { Sample.captured(EntityID(name: name, "\($0)")) })
    }
    try replicas[1].merge(from: replicas[2])
    try replicas[0].merge(try replicas[1].segments(), eventLimit: 1)
    let store = replicas[0].store
    let merges = try store.arrivals()
    #expect(merges.map(\.events) == [4400])
    #expect(try store.read { try $0.log.arrivals($1) }.count > 1)
    let report = try store.undo(merge: merges[0])
    #expect(report.restoredCount == 4400 && report.left.isEmpty)
    #expect(try store.items().isEmpty)
    #expect(try store.redo().restoredCount == 4400)
    #expect(try store.items().count == 4400)
    #expect(try store.undo().restoredCount == 4400)
  }

  /// F22.
  @Test func `a new command ends redo`() throws {
    let id = try one.store.capture(.title("Buy milk"))
    try one.store.edit(id, .title("Buy eggs"))
    try one.store.undo()
    try one.store.tag([id], adding: ["shop"], removing: [])
    try one.store.edit(id, .title("Buy bread"))
    try one.store.undo()
    try one.store.redo()
    #expect(try one.title(id) == "Buy bread")
    #expect(throws: UndoError.nothingToRedo) { try one.store.redo() }
    #expect(try one.title(id) == "Buy bread")
  }

  /// F32.
  @Test(arguments: [3_600_000, 360_000_000, 49 * 365 * 86_400_000] as [Int64])
  func `a clock that runs ahead is told of once`(ahead: Int64) throws {
    let fast = try TestStore("fast", clock: TestClock(clock.now + ahead))
    try fast.store.capture(.title("early"))
    let told = try one.merge(fast).fastClocks
    #expect(told.map(\.name) == ["fast"] && told.map(\.milliseconds) == [ahead])
    try fast.store.capture(.title("early again"))
    #expect(try one.merge(fast).fastClocks.isEmpty)
    let near = try TestStore("near", clock: TestClock(clock.now + 119_000))
    try near.store.capture(.title("nearly right"))
    #expect(try one.merge(near).fastClocks.isEmpty)
  }

  /// A8.
  @Test func `a merge names fields as its preview did`() throws {
    var change = ItemChange.title("thing")
    change.extras = [ExtraField(name: "project", value: [0x61])]
    let id = try one.store.capture(change, tags: ["t"])
    let list = try one.store.createCollection(named: "Garden")
    try one.store.file([id], in: list)
    try two.merge(one)
    change = ItemChange()
    change.extras = [ExtraField(name: "project", value: [0x62])]
    try two.store.edit(id, change)
    try two.store.tag([id], adding: [], removing: ["t"])
    try two.store.unfile([id], from: list)
    var segments: [Segment] = []
    try two.store.read { moment, transaction in
      try moment.log.segments(lackedBy: LocalVector(), moment.state, transaction) { segment in
        segments.append(segment)
      }
    }
    var names: [[String]] = []
    for isDryRun in [true, false] {
      var source = SegmentList(segments)
      let report = try one.store.merge(&source, from: "test", isDryRun: isDryRun)
      names.append(report.changes.overwritten.map(\.field).sorted())
    }
    #expect(names[0] == ["elsewhere project", "in Garden", "tag t"])
    #expect(names[0] == names[1])
  }

  /// What an event says may be anything: nothing that reads it may end by that.
  @Test func `stretches that no merge can have brought name nothing`() throws {
    func name(_ replica: UInt64, _ sequence: UInt64) -> EventName {
      EventName(replica: ReplicaID(rawValue: replica), sequence: sequence, tag: 1)
    }
    func read(_ stretches: (EventName, EventName)...) throws -> UndoTarget? {
      let target = try #require(
        UndoTarget(merged: stretches.map { UndoTarget.Stretch(first: $0.0, last: $0.1) }))
      return UndoNote(reading: UndoNote(target, isRedo: false).encoded.span)?.target
    }
    #expect(try read((name(1, 3), name(1, 5)))?.mergedCount == 3)
    #expect(try read((name(1, 0), name(1, .max))) == nil)
    #expect(try read((name(1, 5), name(1, 3))) == nil)
    #expect(try read((name(1, 1), name(2, 5))) == nil)
    let most = try read((name(1, 1), name(1, .max)), (name(2, 1), name(2, .max)))
    #expect(most?.mergedCount == .max)
  }
}
