import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// Undoing where the fields of a thing hang together: by its life, or because one event writes all.
struct UndoTogetherTests {
  private let clock = TestClock()
  private let one: TestStore
  private let two: TestStore

  init() throws {
    (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
  }

  private func mergeBoth() throws {
    try one.merge(two)
    try two.merge(one)
    #expect(try one.store.fingerprint() == two.store.fingerprint())
  }

  private func record(_ row: RowKey) throws -> Record {
    try one.store.read { try $0.catalog.record(row, $1) }
  }

  private func define(
    _ id: EntityID, _ name: String, _ fields: String..., in test: TestStore
  ) throws {
    clock.advance(1000)
    let type = NoteType(
      name: name, isCloze: false, fields: fields.map { NoteType.Field(name: $0) }, templates: [])
    try test.store.write { _, _ in [EventDraft(.noteTypeDefined, id, payload: type.payload)] }
  }

  @Test func `a name that was given with a decision goes with it, and the conflict stays`() throws {
    let type = RowKey(.noteType, one.store.newID())
    try define(type.entity, "Birds", "name", in: one)
    try mergeBoth()
    try define(type.entity, "Birds", "name", "size", in: one)
    try define(type.entity, "Birds", "name", "song", in: two)
    try mergeBoth()
    #expect(try one.conflicts.map(\.key.field) == [.definition])
    try define(type.entity, "All birds", "name", "size", "song", in: one)
    #expect(try one.conflicts.isEmpty)
    let report = try one.store.undo()
    #expect(report.left.isEmpty && report.restoredCount == 2)
    #expect(try one.conflicts.map(\.key.field) == [.definition])
    #expect(try record(type).value(.name) == Array("Birds".utf8))
    try mergeBoth()
    #expect(try two.conflicts.map(\.key.field) == [.definition])
    let redone = try one.store.redo()
    #expect(redone.left.isEmpty)
    #expect(try one.conflicts.isEmpty)
    #expect(try record(type).value(.name) == Array("All birds".utf8))
  }

  @Test func `what was joined gets its fields back and stays joined`() throws {
    let (list, other) = (
      try one.store.createCollection(named: "A"), try one.store.createCollection(named: "B")
    )
    try one.store.joinCollections([list], into: other)
    let row = RowKey(.collection, list)
    let before = try record(row)
    clock.advance(1000)
    try one.store.write { _, _ in
      [
        ThingKind.collection.renamed(list, "C"),
        EventDraft(.collectionDeleted, list),
      ]
    }
    #expect(try record(row).value(.life) == Life.deleted)
    let report = try one.store.undo()
    #expect(report.left.isEmpty)
    for field in [Field.life, .name] {
      #expect(try record(row).value(field) == before.value(field))
    }
  }

  @Test func `a decision about a field of what was deleted since is left`() throws {
    let decks = try (0..<3).map { try one.store.createDeck(named: Text("\($0)")) }
    var card = CardChange()
    (card.front, card.back) = ("wren", "bird")
    let id = try one.store.addCard(card, to: decks[0])
    try mergeBoth()
    clock.advance(1000)
    try one.store.move([id], to: decks[1])
    clock.advance(1000)
    try two.store.move([id], to: decks[2])
    try mergeBoth()
    #expect(try one.conflicts.map(\.key.field) == [.deck])
    clock.advance(1000)
    try one.store.move([id], to: decks[0])
    let decision = try #require(try one.store.changes(to: id, limit: 1).first?.event)
    clock.advance(1000)
    try one.store.delete([id])
    let print = try one.store.fingerprint()
    #expect(throws: UndoError.self) { try one.store.undo(decision) }
    let report = try one.store.undo(decision, UndoOptions(policy: .leave))
    #expect(report.left.map(\.obstacle) == [.deleted] && report.restoredCount == 0)
    #expect(try one.store.fingerprint() == print)
    try one.store.restore([id])
    #expect(try one.store.undo(decision).restored.map(\.isReopened) == [true])
    #expect(try one.conflicts.map(\.key.field) == [.deck])
  }
}
