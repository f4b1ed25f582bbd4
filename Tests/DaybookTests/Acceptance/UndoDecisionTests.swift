import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// Taking back what decided a conflict: the conflict is there again, on every machine.
struct UndoDecisionTests {
  let clock: TestClock
  let one: TestStore
  let two: TestStore

  init() throws {
    clock = TestClock()
    (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
  }

  private func mergeBoth() throws {
    try one.merge(two)
    try two.merge(one)
    #expect(try one.store.fingerprint() == two.store.fingerprint())
    #expect(try one.conflicts.map(\.identity) == two.conflicts.map(\.identity))
  }

  private func latest(_ id: EntityID, in test: TestStore) throws -> EventName {
    try #require(try test.store.changes(to: id, limit: 1).first?.event)
  }

  /// An item whose title two machines wrote differently.
  private func conflict() throws -> (id: EntityID, sides: [EventName]) {
    let id = try one.store.capture(.title("Bird"))
    try mergeBoth()
    try one.store.edit(id, .title("Heron"))
    clock.advance(1000)
    try two.store.edit(id, .title("Egret"))
    let sides = [try latest(id, in: one), try latest(id, in: two)].sorted()
    try mergeBoth()
    return (id, sides)
  }

  private func sides(_ test: TestStore) throws -> [[EventName]] {
    try test.conflicts.map { $0.writes.map(\.event).sorted() }
  }

  private func checkRebuilt(_ test: TestStore) throws {
    let before = try test.store.fingerprint()
    for view in ViewName.allCases {
      #expect(try test.store.rebuild(view).differences == 0)
    }
    #expect(try test.store.fingerprint() == before)
  }

  /// F14.
  @Test func `undo of a decision brings the conflict back with both sides, on every machine`()
    throws
  {
    let (id, sides) = try conflict()
    for kept in sides {
      try one.store.keep(id, event: kept)
      try mergeBoth()
      #expect(try one.conflicts.isEmpty && two.conflicts.isEmpty)
      let report = try one.store.undo()
      #expect(report.restored.map(\.isReopened) == [true] && report.restoredCount == 1)
      #expect(try self.sides(one) == [sides])
      #expect(try one.title(id) == "Egret")
      #expect(try one.store.textConflicts(about: id).count == 1)
      try mergeBoth()
      #expect(try self.sides(two) == [sides])
      try checkRebuilt(one)
      try checkRebuilt(two)
    }
    // It is decided like any other.
    try two.store.keep(id, event: sides[0])
    try mergeBoth()
    #expect(try one.conflicts.isEmpty)
  }

  /// F14.
  @Test func `redo decides a reopened conflict again, and undo reopens it again`() throws {
    let (id, sides) = try conflict()
    let lost = try #require(try one.conflicts.first?.writes.last?.event)
    try one.store.keep(id, event: lost)
    for _ in 0..<3 {
      #expect(try one.store.undo().restored.first?.isReopened == true)
      #expect(try self.sides(one) == [sides])
      #expect(try one.store.redo().restored.first?.isReopened == false)
      #expect(try one.title(id) == "Heron" && one.conflicts.isEmpty)
      try mergeBoth()
    }
    try checkRebuilt(two)
  }

  /// F14. Everybody's next write knows of both sides, so a decision elsewhere stays one.
  @Test func `a decision made elsewhere meanwhile stands, and so does a later write`() throws {
    let (id, sides) = try conflict()
    try one.store.keep(id, event: sides[0])
    try two.store.keep(id, event: sides[1])
    try one.store.undo()
    let title = try two.title(id)
    try mergeBoth()
    #expect(try one.conflicts.isEmpty && one.title(id) == title)
  }

  /// F14.
  @Test func `a write after a decision stands in the way of taking that back`() throws {
    let (id, _) = try conflict()
    let lost = try #require(try one.conflicts.first?.writes.last?.event)
    try one.store.keep(id, event: lost)
    let decision = try latest(id, in: one)
    try one.store.edit(id, .title("Stork"))
    #expect(throws: (any Error).self) { try one.store.undo(decision) }
    #expect(try one.title(id) == "Stork" && one.conflicts.isEmpty)
  }

  /// F14. A deletion that did not know of a member is in conflict with it again.
  @Test(arguments: [true, false])
  func `undo brings back the conflict of a deletion with what was put in`(keepsDeletion: Bool)
    throws
  {
    let list = try one.store.createCollection(named: "Garden")
    let item = try one.store.capture(.title("Seeds"))
    try mergeBoth()
    try one.store.delete([list])
    clock.advance(1000)
    try two.store.file([item], in: list)
    try mergeBoth()
    let before = try sides(one)
    #expect(before.count == 1)
    let conflict = try #require(try one.conflicts.first)
    let kept = try #require(keepsDeletion ? conflict.writes.first : conflict.writes.last)
    if keepsDeletion {
      try one.store.keep(list, event: kept.event)
    } else {
      try one.store.keepBoth(list)
    }
    try mergeBoth()
    #expect(try one.conflicts.isEmpty)
    try one.store.undo()
    try mergeBoth()
    #expect(try sides(two) == before)
    try checkRebuilt(two)
    try one.store.redo()
    try mergeBoth()
    #expect(try two.conflicts.isEmpty)
  }

  /// F14. The past is what it was: decided from then until it was taken back.
  @Test func `between a decision and its undo the past shows it decided`() throws {
    let (id, sides) = try conflict()
    let lost = try #require(try one.conflicts.first?.writes.last?.event)
    clock.advance(10_000)
    try one.store.keep(id, event: lost)
    let decided = clock.now
    clock.advance(10_000)
    try one.store.undo()
    for time in [PastTime.timeline(decided), .known(decided)] {
      #expect(try conflicts(at: time).isEmpty)
      #expect(try one.store.item(id, at: time)?.title == "Heron")
    }
    let after = try conflicts(at: .timeline(decided + 10_000))
    #expect(after.map { $0.writes.map(\.event).sorted() } == [sides])
    #expect(try one.store.difference(of: id, from: .timeline(decided)).things.count == 1)
  }

  private func conflicts(at time: PastTime) throws -> [Conflict] {
    try one.store.read(at: time) { moment, transaction in try Conflict.all(moment, transaction) }
  }

  /// A4. One damaged event is the matter of one thing.
  @Test func `a damaged withdrawal hides the past of the thing it is about, and no other`() throws {
    let (id, sides) = try conflict()
    let other = try one.store.capture(.title("Wren"))
    let then = clock.now
    clock.advance(60_000)
    try one.store.edit(other, .title("Robin"))
    try one.store.keep(id, event: sides[0])
    try one.store.undo()
    let tables = one.store.tables
    try one.store.environment.write { transaction in
      let history = try Log(tables: tables).history(of: Withdrawal.index, transaction.reading)
      let key = Hexadecimal.bytes(try #require(history.first))
      var row = try transaction.reading.value(in: tables.events, for: key) { $0.array() } ?? []
      row[row.count - 1] ^= 1
      try transaction.put(key, row, in: tables.events)
    }
    let past = PastTime.timeline(then)
    #expect(try one.store.item(other, at: past)?.title == "Wren")
    #expect(throws: StoreFailure.self) { try one.store.item(id, at: past) }
  }
}
