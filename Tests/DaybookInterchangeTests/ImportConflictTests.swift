import Daybook
import DaybookEvents
import DaybookInterchange
import TestSupport
import Testing

/// What both sides changed is a conflict like any other.
struct ImportConflictTests {
  private let machine: ImportMachine
  private let id: EntityID

  init() throws {
    machine = try ImportMachine()
    try machine.importVault(["A.md": "One.\nTwo.\nThree."])
    id = try #require(try machine.items["A"]?.id)
    try Self.edit(machine, id, "One.\nTwo.\nMine.")
  }

  private static func edit(_ machine: ImportMachine, _ id: EntityID, _ text: Text) throws {
    var change = ItemChange()
    change.body = text
    try machine.store.edit(id, change)
  }

  private var theirs: [String: String] { ["A.md": "Theirs.\nTwo.\nThree."] }

  private func conflict(on machine: ImportMachine? = nil) throws -> Conflict {
    let conflicts = try (machine ?? self.machine).conflicts
    #expect(conflicts.count == 1)
    let conflict = try #require(conflicts.first)
    // Each side has a name to choose it by.
    #expect(Set(conflict.writes.map(\.event)).count == conflict.writes.count)
    return conflict
  }

  private func values(_ conflict: Conflict) -> [String] {
    conflict.writes.map { String(decoding: $0.head.value, as: UTF8.self) }
  }

  /// F7.
  @Test func `both versions are listed, and mine can be kept`() throws {
    let report = try machine.importVault(theirs)
    #expect(report.conflicting == 1 && report.undecided == 1)
    let conflict = try conflict()
    #expect(conflict.entity == id && conflict.key.field == .body)
    #expect(values(conflict) == ["One.\nTwo.\nMine.", "Theirs.\nTwo.\nThree."])
    #expect(conflict.writes.map { conflict.source(of: $0) } == [nil, "vault"])
    try machine.store.keep(id, event: conflict.writes[0].event)
    #expect(try machine.conflicts == [])
    #expect(try machine.item(id)?.body == "One.\nTwo.\nMine.")
    // The import has nothing more to say, and the file gets what was decided.
    let before = try machine.eventCount
    #expect(try machine.importVault(theirs).duplicate == 1)
    #expect(try machine.eventCount == before)
    #expect(try machine.conflicts == [])
    let text = try #require(try machine.exportedText("A.md"))
    #expect(text == "One.\nTwo.\nMine.")
    #expect(try machine.importVault(["A.md": text]).conflicting == 0)
    let settled = try machine.eventCount
    #expect(try machine.importVault(["A.md": text]).duplicate == 1)
    #expect(try machine.eventCount == settled)
  }

  /// F7.
  @Test func `theirs can be kept, and the file is as it is there`() throws {
    try machine.importVault(theirs)
    try machine.store.keep(id, event: try conflict().writes[1].event)
    #expect(try machine.item(id)?.body == "Theirs.\nTwo.\nThree.")
    #expect(try machine.conflicts == [])
    #expect(try machine.exportedText("A.md") == theirs["A.md"])
    #expect(try machine.importVault(theirs).duplicate == 1)
    #expect(try machine.importVault(["A.md": "Later."]).updated == 1)
  }

  /// F14. A decision about what a source says is taken back like any other.
  @Test(arguments: [0, 1])
  func `undo of a decision brings the conflict back with both sides, and redo decides it again`(
    kept: Int
  ) throws {
    try machine.importVault(theirs)
    let before = try conflict()
    try machine.store.keep(id, event: before.writes[kept].event)
    let decided = try machine.item(id)?.body
    for _ in 0..<2 {
      let report = try machine.store.undo(nil, UndoOptions())
      #expect(report.restored.map(\.isReopened) == [true])
      #expect(try values(conflict()) == values(before))
      #expect(try machine.item(id)?.body == "One.\nTwo.\nMine.")
      try machine.store.redo()
      #expect(try machine.conflicts == [])
      #expect(try machine.item(id)?.body == decided)
    }
  }

  /// F7.
  @Test func `the common text before both is offered for merging`() throws {
    try machine.importVault(theirs)
    let text = try #require(try machine.store.textConflicts(about: id).first)
    #expect(text.versions[1].base == "One.\nTwo.\nThree.")
    try machine.store.end(text, with: "Theirs.\nTwo.\nMine.")
    #expect(try machine.conflicts == [])
    #expect(try machine.importVault(theirs).duplicate == 1)
  }

  /// F7.
  @Test func `it stands until decided, follows the file, and force ends it`() throws {
    try machine.importVault(theirs)
    try machine.importVault(["A.md": "Theirs, again."])
    #expect(try values(conflict())[1] == "Theirs, again.")
    // What changed elsewhere in the note is taken over, and the conflict stands.
    try machine.importVault(["A.md": "---\ntags: [x]\n---\nTheirs, again."])
    #expect(try machine.item(id)?.tags == ["x"])
    #expect(try values(conflict())[1] == "Theirs, again.")
    #expect(try machine.importVault(["A.md": "Theirs, again."], force: true).updated == 1)
    #expect(try machine.conflicts == [])
    #expect(try machine.item(id)?.body == "Theirs, again.")
  }

  /// F7.
  @Test func `it ends when the file says again what is here`() throws {
    try machine.importVault(theirs)
    try machine.importVault(["A.md": "One.\nTwo.\nMine."])
    #expect(try machine.conflicts == [])
    let before = try machine.eventCount
    #expect(try machine.importVault(["A.md": "One.\nTwo.\nMine."]).duplicate == 1)
    #expect(try machine.eventCount == before)
  }

  /// F7.
  @Test func `every machine lists it, any decides, and what did not know of it leaves it`() throws {
    let phone = try ImportMachine("phone")
    try phone.merge(from: machine)
    try machine.importVault(theirs)
    // Written without knowing what the file says now.
    try Self.edit(phone, id, "From the phone.")
    try machine.exchange(with: phone)
    #expect(try machine.fingerprint == phone.fingerprint)
    #expect(try values(conflict()) == ["From the phone.", "Theirs.\nTwo.\nThree."])
    let there = try conflict(on: phone)
    #expect(try values(there) == values(conflict()))
    try phone.store.keep(id, event: there.writes[0].event)
    try machine.exchange(with: phone)
    #expect(try machine.conflicts == [] && phone.conflicts == [])
    #expect(try machine.importVault(theirs).duplicate == 1)
    #expect(try machine.conflicts == [])
  }

  /// F7.
  @Test func `parts of a schedule that only one side changed stay with that side`() throws {
    func day(_ day: Int) -> TimeValue? {
      CivilDate(year: 2026, month: 12, day: day).map { .date($0) }
    }
    try machine.importVault(["B.md": "---\ndue: 2026-12-01\n---\n"])
    let item = try #require(try machine.items["B"]?.id)
    var change = ItemChange()
    change.schedule = Schedule(due: day(2), waitUntil: day(20))
    try machine.store.edit(item, change)
    try machine.importVault(["B.md": "---\ndue: 2026-12-03\n---\n"])
    let conflict = try conflict()
    try machine.store.keep(item, event: conflict.writes[1].event)
    #expect(try machine.item(item)?.schedule == Schedule(due: day(3), waitUntil: day(20)))
    #expect(try machine.importVault(["B.md": "---\ndue: 2026-12-03\n---\n"]).duplicate == 1)
  }

  /// F7.
  @Test(arguments: [true, false])
  func `a task deleted there and changed here is decided once`(keepsIt: Bool) throws {
    func task(_ modified: String, _ status: String) -> String {
      #"[{"uuid":"9d2c6e18-7b44-4a1f-9c35-84f0e2d1a706","description":"Task","#
        + #""modified":"\#(modified)","status":"\#(status)"}]"#
    }
    let machine = try ImportMachine()
    try machine.importTasks(task("20261110T000000Z", "pending"))
    let id = try #require(try machine.items["Task"]?.id)
    try Self.edit(machine, id, "Mine.")
    let deleted = task("20261114T000000Z", "deleted")
    for _ in 0..<2 {
      let report = try machine.importTasks(deleted)
      #expect(report.conflicting == 1 && report.problems.map(\.kind) == [.deletedThere])
      #expect(try machine.conflicts.map(\.key.field) == [.life])
    }
    let writes = try self.conflict(on: machine).writes
    try machine.store.keep(id, event: writes[keepsIt ? 0 : 1].event)
    #expect(try machine.item(id)?.isDeleted == !keepsIt)
    #expect(try machine.conflicts == [])
    let before = try machine.eventCount
    let report = try machine.importTasks(deleted)
    #expect(report.conflicting == 0 && report.problems == [])
    #expect(try machine.eventCount == before)
    #expect(try machine.item(id)?.isDeleted == !keepsIt)
  }

  /// F7.
  @Test func `a note of Anki that both sides changed is decided likewise`() throws {
    let folder = try ScratchFolder()
    var package = WholePackage.rich()
    try machine.importPackage(package, in: folder)
    let guid = package.entries[3].note.guid
    var change = NoteChange()
    change.fields[1] = "Mine"
    try machine.store.editNote(ImportMachine.noteID(guid), change)
    package.entries[3].note.modifiedSeconds += 86_400
    package.entries[3].note.fields[1] = "Theirs"
    for _ in 0..<2 {
      #expect(try machine.importPackage(package, in: folder).report.conflicting == 1)
    }
    let conflict = try conflict()
    #expect(values(conflict) == ["Mine", "Theirs"])
    #expect(conflict.writes.map { conflict.source(of: $0) } == [nil, "a.apkg"])
    try machine.store.keep(ImportMachine.noteID(guid), event: conflict.writes[0].event)
    let before = try machine.eventCount
    #expect(try machine.importPackage(package, in: folder).report.conflicting == 0)
    #expect(try machine.eventCount == before)
    #expect(try machine.conflicts == [])
    #expect(try machine.note(guid).fields[1] == "Mine")
  }

  /// F7.
  @Test func `views built anew list the same`() throws {
    try machine.importVault(theirs)
    let before = try machine.conflicts
    _ = try machine.store.rebuildViews()
    #expect(try machine.conflicts == before && before.count == 1)
    // An export takes what shows, and what was not decided is met again there.
    let other = try ImportMachine("other")
    try other.importDocument(try machine.document())
    #expect(try other.conflicts == [])
  }
}
