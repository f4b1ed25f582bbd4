import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import Testing

/// Taking commands back: after a restart, after a merge, on either machine.
struct UndoTests {
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
  }

  /// The latest event about a thing.
  private func latest(_ id: EntityID, in test: TestStore) throws -> EventName {
    try #require(try test.store.changes(to: id, limit: 1).first?.event)
  }

  @Test func `an edit is taken back after the store was opened anew`() throws {
    let id = try one.store.capture(.title("Buy milk"))
    try one.store.edit(id, .title("Buy eggs"))
    let reopened = try Store.open(at: one.store.path, options: one.store.options)
    let report = try reopened.undo()
    #expect(try reopened.item(id)?.title == "Buy milk")
    let field = try #require(report.restored.first)
    #expect(field.entity == id && field.field == "title" && report.restoredCount == 1)
    #expect(field.from == .text("Buy eggs") && field.to == .text("Buy milk"))
    #expect(report.left.isEmpty && report.eventCount == 2 && !report.isRedo)
    try reopened.redo()
    #expect(try reopened.item(id)?.title == "Buy eggs")
    #expect(throws: UndoError.nothingToRedo) { try reopened.redo() }
  }

  @Test func `what one machine wrote is taken back on the other after a merge`() throws {
    let id = try one.store.capture(.title("Buy milk"), tags: ["shop"])
    try one.store.tag([id], adding: ["urgent"], removing: ["shop"])
    let event = try latest(id, in: one)
    try two.merge(one)
    let merge = try #require(try two.store.arrivals().last)
    #expect(throws: UndoError.onlyMerged(merge)) { try two.store.undo() }
    try two.store.undo(event)
    try mergeBoth()
    #expect(try one.store.item(id)?.tags == ["shop"])
    #expect(try one.conflicts.isEmpty)
    // The machine that wrote it knows that it was taken back, and goes on before it.
    #expect(try one.store.undo().restored.map(\.field) == ["life"])
    #expect(try one.store.item(id)?.isDeleted == true)
  }

  @Test func `both machines may take the same command back`() throws {
    let id = try one.store.capture(.title("Buy milk"))
    try one.store.edit(id, .title("Buy eggs"))
    let event = try latest(id, in: one)
    try two.merge(one)
    try one.store.undo(event)
    clock.advance(1000)
    try two.store.undo(event)
    try mergeBoth()
    #expect(try one.title(id) == "Buy milk")
    #expect(try one.conflicts.isEmpty)
    let again = try two.store.undo(event)
    #expect(again.takenBackBefore != nil && again.eventCount == 0)
  }

  @Test func `a later write stands in the way, and is written over only when that is said`()
    throws
  {
    let id = try one.store.capture(.title("Buy milk"))
    var change = ItemChange.title("Buy eggs")
    change.body = "A dozen"
    try one.store.edit(id, change)
    let event = try latest(id, in: one)
    try two.merge(one)
    try two.store.edit(id, .title("Buy flour"))
    try one.merge(two)
    let before = try one.store.fingerprint()
    #expect(throws: UndoError.writtenSince(event, fields: 1)) { try one.store.undo(event) }
    #expect(try one.store.fingerprint() == before)
    let rehearsal = try one.store.undo(event, UndoOptions(isDryRun: true))
    #expect(rehearsal.left.map(\.field) == ["title"])
    #expect(rehearsal.left.first?.obstacle == .written)
    #expect(rehearsal.left.first?.replicaName == "two")
    #expect(rehearsal.restored.map(\.field) == ["body"])
    #expect(try one.store.fingerprint() == before)
    try one.store.undo(event, UndoOptions(policy: .leave))
    #expect(try one.store.item(id)?.title == "Buy flour")
    #expect(try one.store.item(id)?.body == "")
    try one.store.undo(event, UndoOptions(policy: .overwriteFields(["title"])))
    #expect(try one.title(id) == "Buy milk")
  }

  @Test func `a thing that was used since stays, and so does what is deleted now`() throws {
    let item = try one.store.capture(.title("Seeds"))
    let made = try latest(item, in: one)
    let garden = try one.store.createCollection(named: "Garden")
    try one.store.file([item], in: garden)
    let refusal = try one.store.undo(made, UndoOptions(isDryRun: true))
    #expect(refusal.left.map(\.obstacle) == [.used])
    #expect(throws: UndoError.self) { try one.store.undo(made) }
    // A collection with something in it is in use as well.
    let collection = try #require(try one.store.changes(to: garden).last?.event)
    #expect(try one.store.undo(collection, UndoOptions(isDryRun: true)).left.count == 1)
    try one.store.unfile([item], from: garden)
    try one.store.edit(item, .title("Tomato seeds"))
    let edit = try latest(item, in: one)
    try one.store.delete([item])
    #expect(
      try one.store.undo(edit, UndoOptions(isDryRun: true)).left.map(\.obstacle) == [.deleted])
    #expect(throws: UndoError.writtenSince(edit, fields: 1)) { try one.store.undo(edit) }
    try one.store.undo(edit, UndoOptions(policy: .overwrite))
    #expect(try one.store.item(item)?.isDeleted == false)
    #expect(try one.title(item) == "Seeds")
  }

  @Test func `what was in a collection before its deletion does not hold that up again`() throws {
    let garden = try one.store.createCollection(named: "Garden")
    let item = try one.store.capture(.title("Seeds"), in: [garden])
    try one.store.write { _, _ in
      [Sample.filed(item, garden, at: [9]), EventDraft(.collectionDeleted, garden)]
    }
    try one.store.undo()
    #expect(try one.store.item(item)?.collections == ["Garden"])
    // Undo only moved the item back in it; that is no use of the collection.
    #expect(try one.store.redo(UndoOptions(isDryRun: true)).left.isEmpty)
    // What was written since ends redo, so that what took it back is named.
    let undoing = try latest(garden, in: one)
    let pots = try one.store.capture(.title("Pots"), in: [garden])
    let left = try one.store.undo(undoing, UndoOptions(isDryRun: true)).left
    #expect(left.map(\.obstacle) == [.used])
    #expect(try left.map(\.event) == [latest(pots, in: one)])
    try one.store.delete([pots])
    try one.store.undo(undoing)
    #expect(try one.store.read { try $0.collections($1).map(\.isDeleted) } == [true])
  }

  @Test func `a thing whose making two machines took back comes back with what it held`() throws {
    let id = try one.store.capture(.title("Buy milk"))
    let made = try latest(id, in: one)
    try two.merge(one)
    try one.store.undo(made)
    try one.store.write { _, _ in [Sample.edited(id, title: "Buy eggs")] }
    try one.store.undo()
    clock.advance(1000)
    try two.store.undo(made)
    try mergeBoth()
    #expect(try one.store.item(id)?.isDeleted == true)
    // What took the making back on the other machine counts no more than it does here.
    let report = try one.store.redo()
    #expect(report.left.isEmpty && report.restored.map(\.field) == ["title", "life"])
    #expect(try one.store.item(id)?.isDeleted == false)
    #expect(try one.title(id) == "Buy eggs")
    try mergeBoth()
  }

  @Test func `places, options, settings and files get back what they were`() throws {
    let garden = try one.store.createCollection(named: "Garden")
    let items = try ["a", "b", "c"].map { try one.store.capture(.title($0), in: [garden]) }
    try one.store.move(items[2], in: garden, to: 1)
    try one.store.undo()
    let order = try one.store.read { try $0.members(of: garden, $1).map(\.item) }
    #expect(order == items)
    let deck = try one.store.createDeck(named: "Spanish")
    try one.store.setOptions(of: [deck], [.newPerDay: "7"])
    try one.store.undo()
    #expect(try one.store.read { try $0.options(of: deck, $1).newPerDay } != 7)
    try one.store.set(.weekStart, to: "sunday")
    try one.store.undo()
    #expect(try one.store.setting(.weekStart).isSet == false)
    try one.store.redo()
    #expect(try one.store.setting(.weekStart).value == "sunday")
    let file = MediaFile(
      name: "map.png", digest: Array(repeating: 7, count: 32), byteCount: 3)
    try one.store.write { _, _ in
      [.init(.mediaAdded, MediaFile.id("map.png"), payload: file.encoded)]
    }
    try one.store.undo()
    #expect(try one.store.mediaFiles().isEmpty)
    try one.store.redo()
    #expect(try one.store.mediaFiles() == [file])
  }

  /// C17: Anki cannot take a review back on one machine once another has it.
  @Test func `a review taken back on one machine counts on none, though it was merged before`()
    throws
  {
    let deck = try one.store.createDeck(named: "Spanish")
    var fields = CardChange()
    fields.front = "casa"
    let card = try one.store.addCard(fields, to: deck)
    try one.store.review(card, .good)
    let event = try latest(card, in: one)
    try two.merge(one)
    clock.advance(86_400_000)
    try two.store.review(card, .good)
    #expect(try two.store.card(card)?.reviews == 2)
    try one.store.undo(event)
    #expect(try one.store.card(card)?.state == "new")
    try mergeBoth()
    #expect(try one.store.card(card)?.reviews == 1)
    #expect(try two.store.card(card) == one.store.card(card))
    // It counts again for both, and the other's review never stopped to.
    try one.store.redo()
    try mergeBoth()
    #expect(try two.store.card(card)?.reviews == 2)
    // review --undo is the same: it can be made to hold again.
    #expect(try two.store.undoReview()?.reviews == 1)
    try two.store.redo()
    #expect(try two.store.card(card)?.reviews == 2)
    try mergeBoth()
  }

  @Test func `what is not here, or was taken back, is told apart`() throws {
    let id = try one.store.capture(.title("Buy milk"))
    let event = try latest(id, in: one)
    #expect(throws: UndoError.unknownCommand(event.description)) { try two.store.undo(event) }
    #expect(throws: UndoError.unknownCommand("77")) { try one.store.undoableEvent(named: "77") }
    try one.store.undo(event)
    let taken = try one.store.undo(event)
    let undoing = try latest(id, in: one).command(in: one)
    #expect(taken.takenBackBefore == undoing)
    #expect(taken.restoredCount == 0 && taken.left.isEmpty && taken.eventCount == 0)
    #expect(throws: UndoError.nothingToUndo) { try one.store.undo() }
  }

  @Test func `a decision about a conflict is taken back at once, also where it kept what showed`()
    throws
  {
    for keepsBoth in [true, false] {
      let id = try one.store.capture(.title("Bird"))
      try mergeBoth()
      try two.store.edit(id, .title("Egret"))
      clock.advance(1000)
      try one.store.edit(id, .title("Heron"))
      let edit = try latest(id, in: one)
      try mergeBoth()
      let copies = keepsBoth ? try one.store.keepBoth(id) : []
      if !keepsBoth { try one.store.keep(id, event: edit) }
      let decision = try latest(id, in: one)
      let report = try one.store.undo()
      #expect(try report.command == decision.command(in: one))
      #expect(try copies.allSatisfy { try one.store.item($0)?.isDeleted == true })
      #expect(try one.title(id) == "Heron")
      // The next one is the edit, with the other machine's in its way, and not the decision.
      let next = try one.store.undo(nil, UndoOptions(isDryRun: true))
      #expect(next.command == edit && next.isRefused)
      #expect(next.left.map(\.replicaName) == ["two"])
      try mergeBoth()
    }
  }

  @Test func `nobody who expects a version is overrun by undo`() throws {
    let id = try one.store.capture(.title("Buy milk"))
    try one.store.edit(id, .title("Buy eggs"))
    let event = try latest(id, in: one)
    let seen = try one.store.version()
    var body = ItemChange()
    body.body = "later"
    try one.store.edit(id, body)
    #expect(throws: StoreError.changedSince(id)) {
      try one.store.expecting(seen).undo(event)
    }
    #expect(try one.title(id) == "Buy eggs")
    try one.store.undo(event)
    #expect(try one.title(id) == "Buy milk")
  }
}

extension EventName {
  /// The first event of its command.
  fileprivate func command(in test: TestStore) throws -> EventName? {
    try test.store.changes().first { $0.event == self }?.command
  }
}
