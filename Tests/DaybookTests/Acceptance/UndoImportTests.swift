import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import Testing

/// Taking whole imports back.
struct UndoImportTests {
  let one: TestStore
  let two: TestStore

  init() throws {
    let clock = TestClock()
    (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
  }

  private func id(_ number: Int) -> EntityID { .imported("test", foreignID: "\(number)") }

  private func importItems(_ count: Int, titled prefix: String = "item") throws {
    var number = 0
    _ = try one.store.importItems {
      guard number < count else { return nil }
      var item = ImportedItem(
        id: id(number), source: "test", place: ImportPlace(file: "test"))
      item.fields.title = Text("\(prefix) \(number)")
      item.tags = ["imported"]
      item.collections = ["Box"]
      number += 1
      return item
    }
  }

  private func firstEvent(of item: EntityID) throws -> EventName {
    try #require(try one.store.changes(to: item).last?.event)
  }

  @Test func `an import is taken back after a merge, and what people made of it stays`() throws {
    let own = try one.store.capture(.title("mine"))
    try importItems(5)
    let event = try firstEvent(of: id(3))
    try two.merge(one)
    try two.store.edit(id(1), .title("mine now"))
    try one.merge(two)
    // Unknown to the machine that takes it back.
    try two.store.edit(id(2), .title("mine too"))
    let report = try one.store.undo(event)
    #expect(report.batch == .import)
    #expect(report.left.map(\.entity).contains(id(1)))
    let live = try one.store.items().map(\.id)
    #expect(Set(live) == [own, id(1)])
    // The collection has the one in it that stayed.
    #expect(try one.store.item(id(1))?.collections == ["Box"])
    try two.merge(one)
    try one.merge(two)
    #expect(try one.store.fingerprint() == two.store.fingerprint())
    #expect(try one.store.item(id(2))?.title == "mine too")
    #expect(try one.conflicts.map(\.entity) == [id(2)])
    #expect(try one.store.undo(event).restoredCount == 0)
    try one.store.redo()
    #expect(Set(try one.store.items().map(\.id)).count == 6)
  }

  @Test func `an import that only changed things gives them back what they showed`() throws {
    try importItems(3)
    try importItems(4, titled: "renamed")
    try one.store.undo()
    #expect(try one.title(id(1)) == "item 1")
    #expect(try one.store.items().count == 3)
    try one.store.undo()
    #expect(try one.store.items().isEmpty)
    #expect(try one.store.read { try $0.collections($1).allSatisfy(\.isDeleted) })
    try one.store.redo()
    try one.store.redo()
    #expect(try one.title(id(1)) == "renamed 1")
    #expect(try one.store.items().count == 4)
  }

  @Test func `an import that came back to what showed is in nobody's way once taken back`() throws {
    let item = try one.store.capture(.title("Seeds"))
    try one.store.edit(item, .title("Tomato seeds"))
    try one.store.write(reason: .import) { _, _ in
      ["Seeds", "Tomato seeds"].map { Sample.edited(item, title: $0) }
    }
    try one.store.undo()
    try one.store.undo()
    #expect(try one.title(item) == "Seeds")
    try one.store.redo()
    #expect(try one.title(item) == "Tomato seeds")
  }

  @Test func `an import in many commands goes and comes back as one`() throws {
    try importItems(4000)
    let before = try one.eventCount
    let rehearsal = try one.store.undo(nil, UndoOptions(isDryRun: true))
    #expect(try one.eventCount == before)
    let report = try one.store.undo()
    #expect(report.restoredCount == 4001 && report.left.isEmpty)
    #expect(rehearsal.restoredCount == report.restoredCount)
    #expect(report.restored.count == UndoReport.listLimit)
    #expect(try one.store.items().isEmpty)
    #expect(try one.store.redo().restoredCount == 4001)
    #expect(try one.store.items().count == 4000)
    for view in try one.store.rebuild(ViewName.allCases, isDryRun: true) {
      #expect(view.differences == 0)
    }
  }

  @Test func `one command of an import is taken back alone where that is asked`() throws {
    try importItems(4000)
    let event = try firstEvent(of: id(0))
    let report = try one.store.undo(event, UndoOptions(policy: .leave, isAlone: true))
    #expect(report.batch == nil)
    let live = try one.store.items().count
    #expect(live > 0 && live < 4000)
    // The rest of it goes with the whole.
    try one.store.undo(event)
    #expect(try one.store.items().isEmpty)
  }

  @Test func `a tag renamed on many things gets its name back`() throws {
    for number in 0..<20 {
      try one.store.capture(.title("\(number)"), tags: number == 7 ? ["a", "b"] : ["a"])
    }
    try one.store.renameTag("a", to: "b")
    let report = try one.store.undo()
    #expect(report.batch == .retag)
    #expect(try one.store.items(matching: "tag:a").count == 20)
    #expect(try one.store.items(matching: "tag:b").count == 1)
  }
}
