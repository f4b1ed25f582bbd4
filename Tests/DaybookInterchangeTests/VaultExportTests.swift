import Daybook
import DaybookEvents
import DaybookInterchange
import TestSupport
import Testing

struct VaultExportTests {
  @Test(arguments: [true, false])
  func `untouched notes are exported byte for byte`(isOwn: Bool) throws {
    guard isOwn || !SampleFiles.areMissing else { return }
    let notes = try sampleNotes(in: isOwn ? SampleFiles.ownFolder : SampleFiles.folder)
    let machine = try ImportMachine()
    try machine.importVault(notes)
    let files = try machine.export()
    #expect(files.count == notes.count)
    for note in notes { #expect(files[note.path] == note.raw, "\(note.path)") }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `damaged notes come back byte for byte and twice as one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let samples = try sampleNotes(in: SampleFiles.ownFolder)
    let notes = (0..<100).map { number in
      (path: "\(number % 5)/\(number).md", raw: random.mutated(samples[number % samples.count].raw))
    }
    let machine = try ImportMachine()
    let report = try machine.importVault(notes)
    #expect(report.new + report.skipped == 100)
    let refused = Set(report.problems.map(\.place.file))
    let files = try machine.export()
    for note in notes where !refused.contains(note.path) {
      #expect(files[note.path] == note.raw, "\(note.path)")
    }
    let before = try machine.eventCount
    #expect(try machine.importVault(notes).duplicate == report.new)
    #expect(try machine.eventCount == before)
  }

  @Test func `an edit exchanges only the lines of what changed`() throws {
    let machine = try ImportMachine()
    let text = """
      ---
      # mine
      Tags:
        - x  # first
        - y
      due: 2026-12-01  # soon
      done: false
      priority: 2
      cost: 180.00
      ---
      Text. #inline

      """
    try machine.importVault(["P/A.md": text])
    let id = try #require(try machine.items["A"]?.id)
    var change = ItemChange()
    change.schedule = Schedule(due: CivilDate(year: 2027, month: 1, day: 2).map { .date($0) })
    change.status = ItemChange.StatusChange(.done, completedAt: 5)
    change.priority = .high
    try machine.store.edit(id, change)
    try machine.store.tag([id], adding: ["new"], removing: ["y", "inline"])
    let wanted =
      text
      .replacing("  - y\n", with: "  - new\n").replacing("2026-12-01", with: "2027-01-02")
      .replacing("done: false", with: "done: true").replacing("priority: 2", with: "priority: high")
    #expect(try machine.exportedText("P/A.md") == wanted)
    // What was written there is what is here: nothing to import but the new lines.
    let report = try machine.importVault(["P/A.md": wanted])
    #expect(report.conflicting == 0)
    #expect(try machine.item(id)?.schedule == change.schedule)
    #expect(try machine.item(id)?.status == .done)
    #expect(try machine.exportedText("P/A.md") == wanted)
  }

  @Test func `a title, a removed due and an undone box are written`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "---\ndue: 2026-12-01\ndone: true\nstatus: draft\n---\nT."])
    let id = try #require(try machine.items["A"]?.id)
    var change = ItemChange()
    change.title = "Another: title"
    change.schedule = Schedule()
    change.status = ItemChange.StatusChange(.active)
    try machine.store.edit(id, change)
    #expect(
      try machine.exportedText("A.md")
        == "---\ndone: false\nstatus: active\ntitle: \"Another: title\"\n---\nT.")
  }

  @Test func `a changed text leaves the frontmatter alone`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "---\r\ntags: [x]\r\n---\r\nOne.\r\n"])
    let id = try #require(try machine.items["A"]?.id)
    var change = ItemChange()
    change.body = "Two #later.\n"
    try machine.store.edit(id, change)
    #expect(try machine.exportedText("A.md") == "---\r\ntags: [x]\r\n---\r\nTwo #later.\n")
  }

  @Test func `a deleted note is not written`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "1", "B.md": "2"])
    try machine.store.delete([try #require(try machine.items["A"]?.id)])
    #expect(try machine.export().keys.sorted() == ["B.md"])
  }

  @Test func `notes made here get names of their own and are known again`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["Plants/Tomato.md": "Frost tender."])
    let plants = EntityID.importedCollection(named: "plants")
    var fields = ItemChange()
    fields.title = "tomato"
    fields.body = "---\nMine."
    fields.status = ItemChange.StatusChange(.active)
    let id = try machine.store.capture(fields, tags: ["two words", "a"], in: [plants])
    let text = try #require(try machine.exportedText("Plants/tomato 2.md"))
    #expect(text.hasPrefix("---\ntitle: tomato\ntags: [a, two words]\nstatus: active\ncreated: 20"))
    #expect(text.hasSuffix("\n---\n---\nMine."))
    let report = try machine.importVault(["Plants/tomato 2.md": text])
    #expect(report.new == 0)
    #expect(report.conflicting == 0)
    #expect(try machine.item(id)?.body == fields.body)
    #expect(try machine.exportedText("Plants/tomato 2.md") == text)
  }

  @Test(arguments: ["../A.md", "/etc/A.md", "x/../A.md", ".hidden/A.md", "a//A.md", "A\n.md"])
  func `a forged path does not lead out of the folder`(path: String) throws {
    let machine = try ImportMachine()
    var item = ImportedItem(
      id: EntityID(name: "forged", path), source: "forged", place: ImportPlace(file: "x"))
    item.fields.title = "Name"
    item.fields.extras = [ExtraField(name: "markdown.path", value: Array(path.utf8))]
    try machine.importItems([item])
    #expect(try machine.export().keys.sorted() == ["Name.md"])
  }
}
