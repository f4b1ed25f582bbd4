import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

/// Trap C20: an import on one machine beside an import or a person on another.
struct ImportMergeTests {
  @Test(arguments: [true, false])
  func `the same import on two machines makes nothing twice and no conflict`(
    isOwn: Bool
  ) throws {
    guard isOwn || !SampleFiles.areMissing else { return }
    let notes = try sampleNotes(in: isOwn ? SampleFiles.ownFolder : SampleFiles.folder)
    let laptop = try ImportMachine("laptop")
    let phone = try ImportMachine("phone")
    try laptop.importVault(notes)
    try phone.importVault(notes)
    try laptop.exchange(with: phone)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try laptop.conflicts == [])
    var count = 0
    try laptop.store.eachLiveItem { _ in count += 1 }
    #expect(count == notes.count)
    let before = try laptop.eventCount
    #expect(try laptop.importVault(notes).duplicate == notes.count)
    #expect(try laptop.eventCount == before)
  }

  @Test func `two machines that import the same tasks agree`() throws {
    let bytes = try SampleFiles.bytes("tasks.json", in: SampleFiles.ownFolder)
    let json = String(decoding: bytes, as: UTF8.self)
    let laptop = try ImportMachine("laptop")
    let phone = try ImportMachine("phone")
    #expect(try laptop.importTasks(json).new == 8)
    #expect(try phone.importTasks(json).new == 8)
    try phone.exchange(with: laptop)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try laptop.conflicts == [])
    #expect(try laptop.items.count == 8)
  }

  @Test func `an edit by a person wins over a later import elsewhere`() throws {
    let (laptop, phone, id) = try machinesWithNote()
    var change = ItemChange()
    change.body = "Mine."
    try laptop.store.edit(id, change)
    try phone.importVault(["A.md": "Theirs, later."])
    try laptop.exchange(with: phone)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try laptop.item(id)?.body == "Mine.")
    #expect(try phone.item(id)?.body == "Mine.")
  }

  @Test func `a tag taken off by a person stays off beside an import of the other tags`() throws {
    let (laptop, phone, id) = try machinesWithNote("#x #y")
    try laptop.store.tag([id], adding: [], removing: ["x"])
    try phone.importVault(["A.md": "#x #y #z"])
    try laptop.exchange(with: phone)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try phone.item(id)?.tags == ["y", "z"])
    #expect(try phone.conflicts == [])
  }

  @Test func `a deletion by a person wins over a later import elsewhere`() throws {
    let (laptop, phone, id) = try machinesWithNote()
    try laptop.store.delete([id])
    try phone.importVault(["A.md": "Theirs, later."])
    try laptop.exchange(with: phone)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try laptop.item(id)?.isDeleted == true)
    #expect(try phone.item(id)?.isDeleted == true)
    #expect(try phone.conflicts == [])
    let before = try phone.eventCount
    #expect(try phone.importVault(["A.md": "Once more."]).skipped == 1)
    #expect(try phone.eventCount == before)
  }

  @Test func `what one machine imported from the source is known to the other`() throws {
    let (laptop, phone, id) = try machinesWithNote()
    try laptop.importVault(["A.md": "Changed."])
    try phone.merge(from: laptop)
    let before = try phone.eventCount
    #expect(try phone.importVault(["A.md": "Changed."]).duplicate == 1)
    #expect(try phone.eventCount == before)
    #expect(try phone.item(id)?.body == "Changed.")
  }

  /// Two machines that hold one imported note.
  private func machinesWithNote(
    _ text: String = "Text."
  ) throws -> (laptop: ImportMachine, phone: ImportMachine, note: EntityID) {
    let laptop = try ImportMachine("laptop")
    let phone = try ImportMachine("phone")
    try laptop.importVault(["A.md": text])
    try phone.merge(from: laptop)
    return (laptop, phone, try #require(try laptop.items["A"]?.id))
  }
}
