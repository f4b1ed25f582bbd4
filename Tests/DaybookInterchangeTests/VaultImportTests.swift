import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

struct VaultImportTests {
  @Test func `a note becomes an item with its tags, dates and collection`() throws {
    let machine = try ImportMachine()
    let report = try machine.importVault([
      "Home/Boiler.md": """
      ---
      tags: [house]
      created: 2024-05-01 10:00
      due: 2026-12-10
      done: true
      priority: 1
      colour: red
      ---
      Serial number. #heating
      """
    ])
    #expect(report.new == 1)
    let item = try #require(try machine.items["Boiler"])
    #expect(item.body.string == "Serial number. #heating")
    #expect(item.tags == ["heating", "house"])
    #expect(item.collections == ["Home"])
    #expect(item.kind == .task)
    #expect(item.status == .done)
    #expect(item.priority == .high)
    #expect(item.schedule.due == CivilDate(year: 2026, month: 12, day: 10).map { .date($0) })
    #expect(item.createdAt.milliseconds == 1_714_554_000_000)
    #expect(
      item.editedAt.milliseconds > 1_795_000_000_000,
      "the order of events is that of writing, not 2024")
  }

  @Test func `importing again appends no event`() throws {
    let machine = try ImportMachine()
    let notes = try sampleNotes(in: SampleFiles.ownFolder)
    #expect(try machine.importVault(notes).new == notes.count)
    let before = try machine.eventCount
    let report = try machine.importVault(notes)
    #expect(report.duplicate == notes.count)
    #expect(report.itemCount == notes.count)
    #expect(try machine.eventCount == before)
  }

  @Test func `a dry run reports the same and writes nothing`() throws {
    let machine = try ImportMachine()
    let notes = try sampleNotes(in: SampleFiles.ownFolder)
    let plan = try machine.importVault(notes, isDryRun: true)
    #expect(try machine.eventCount == 0)
    #expect(try machine.importVault(notes) == plan)
  }

  @Test func `only what changed in the source is written`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "---\ntags: [x, y]\n---\nOne.", "B.md": "Two."])
    let before = try machine.eventCount
    let report = try machine.importVault(["A.md": "---\ntags: [x, z]\n---\nOne.", "B.md": "Two."])
    #expect(report.updated == 1)
    #expect(report.duplicate == 1)
    // The frontmatter, a tag put on, a tag taken off.
    #expect(try machine.eventCount == before + 3)
    #expect(try machine.items["A"]?.tags == ["x", "z"])
  }

  @Test func `what a person changed here stays when the source changes elsewhere`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "---\ndue: 2026-12-01\ntags: [x]\n---\nOne."])
    let id = try #require(try machine.items["A"]?.id)
    var change = ItemChange()
    change.title = "Mine"
    change.schedule = Schedule(
      due: CivilDate(year: 2026, month: 12, day: 1).map { .date($0) },
      waitUntil: .instant(milliseconds: 1_800_000_000_000))
    try machine.store.edit(id, change)
    try machine.store.tag([id], adding: ["own"], removing: ["x"])
    let report = try machine.importVault(["A.md": "---\ndue: 2026-12-05\ntags: [x]\n---\nTwo."])
    #expect(report.updated == 1)
    let item = try #require(try machine.item(id))
    #expect(item.title == "Mine")
    #expect(item.body == "Two.")
    #expect(item.tags == ["own"])
    #expect(item.schedule.due == CivilDate(year: 2026, month: 12, day: 5).map { .date($0) })
    #expect(item.schedule.waitUntil == .instant(milliseconds: 1_800_000_000_000))
  }

  @Test func `where both sides changed the person's value stays and is reported until settled`()
    throws
  {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "One."])
    let id = try #require(try machine.items["A"]?.id)
    var change = ItemChange()
    change.body = "Mine."
    try machine.store.edit(id, change)
    let kind = ImportProblem.Kind.changedOnBothSides(fields: ["body"])
    for _ in 0..<2 {
      let report = try machine.importVault(["A.md": "Theirs."])
      #expect(report.conflicting == 1)
      #expect(report.problems.map(\.kind) == [kind])
      #expect(try machine.item(id)?.body == "Mine.")
    }
    let before = try machine.eventCount
    try machine.importVault(["A.md": "Theirs."])
    #expect(try machine.eventCount == before)
    #expect(try machine.importVault(["A.md": "Theirs."], force: true).updated == 1)
    #expect(try machine.item(id)?.body == "Theirs.")
    #expect(try machine.importVault(["A.md": "Theirs."]).duplicate == 1)
  }

  @Test func `what was deleted here stays deleted and is counted`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["A.md": "One.", "B.md": "Two."])
    try machine.store.delete([try #require(try machine.items["A"]?.id)])
    let before = try machine.eventCount
    let report = try machine.importVault(["A.md": "One, changed.", "B.md": "Two."])
    #expect(report.skipped == 1)
    #expect(report.duplicate == 1)
    #expect(try machine.eventCount == before)
    #expect(try machine.items["A"] == nil)
  }

  @Test func `notes of a folder are filed in their order into its collection`() throws {
    let machine = try ImportMachine()
    let own = try machine.store.createCollection(named: "garden")
    let names = ["c", "a", "b", "é"]
    try machine.importVault(names.map { ("Garden/\($0).md", []) })
    try machine.importVault([("Garden/Deep/x.md", [])])
    try machine.store.read { moment, transaction in
      let collections = try moment.collections(transaction)
      #expect(collections.map(\.name.string).sorted() == ["Garden/Deep", "garden"])
      let members = try moment.members(of: own, transaction)
      let titles = try members.map { try moment.item($0.item, transaction)?.title.string }
      #expect(titles == names)
    }
  }

  @Test func `a collection deleted here is not made again`() throws {
    let machine = try ImportMachine()
    try machine.importVault(["Garden/A.md": ""])
    try machine.store.delete([EntityID.importedCollection(named: "Garden")])
    let report = try machine.importVault(["Garden/A.md": "", "Garden/B.md": ""])
    #expect(report.new == 1)
    #expect(report.problems.map(\.kind) == [.collectionDeleted])
    #expect(try machine.items["B"]?.collections == [])
  }

  @Test func `an interrupted import goes on where it stopped`() throws {
    let interrupted = try ImportMachine()
    let whole = try ImportMachine()
    let notes: [(path: String, raw: [UInt8])] = (0..<1200).map { number in
      ("Folder \(number % 7)/\(number).md", Array("#t\(number % 50) text \(number)".utf8))
    }
    #expect(try whole.importVault(notes).new == 1200)
    // What was committed before the interruption is a prefix of whole commands.
    try interrupted.importVault(Array(notes.prefix(500)))
    let report = try interrupted.importVault(notes)
    #expect(report.new == 1200 - 500)
    #expect(report.duplicate == 500)
    #expect(try interrupted.eventCount == whole.eventCount)
    #expect(try interrupted.items.keys.sorted() == whole.items.keys.sorted())
    let before = try interrupted.eventCount
    #expect(try interrupted.importVault(notes).duplicate == 1200)
    #expect(try interrupted.eventCount == before)
  }

  @Test func `all commands of an import are one batch and hold whole items`() throws {
    let machine = try ImportMachine()
    let notes: [(path: String, raw: [UInt8])] = (0..<1200).map {
      ("F/\($0).md", Array("#a #b".utf8))
    }
    try machine.importVault(notes)
    let commands = try machine.commands()
    #expect(commands.count > 1)
    var captured: [EntityID] = []
    for headers in commands {
      #expect(headers.allSatisfy { $0.batch?.first == 1 && $0.batch?.reason == .import })
      let new = headers.filter { $0.knownKind == .itemCaptured }.map(\.entity)
      let touched = headers.filter { $0.knownKind != .collectionCreated }.map(\.entity)
      #expect(Set(touched) == Set(new))
      captured += new
    }
    #expect(captured.count == 1200)
    #expect(Set(captured).count == 1200)
  }

  @Test func `what cannot be kept is reported and the rest is imported`() throws {
    let machine = try ImportMachine()
    let tags = (0..<600).map { "#t\($0)" }.joined(separator: " ")
    let report = try machine.importVault([
      ("a.md", [0x61, 0]), ("b.md", Array(repeating: 0x62, count: 1_100_000)),
      ("c.md", Array(tags.utf8)), ("d.md", [0xFF, 0xFE, 0x41]),
    ])
    #expect(report.problems.map(\.kind) == [.nulByte, .tooLarge, .tooManyTags])
    #expect(report.skipped == 3)
    #expect(try machine.items["d"]?.body.bytes == [0xFF, 0xFE, 0x41])
  }

  @Test func `a broken note is kept whole, and its line is known`() throws {
    let raw = Array("---\ntags: [a\ntitle: \"b\n---\nText.".utf8)
    var vault = VaultImport(vault: "v", clock: LocalClock { _ in 0 })
    let item = vault.item(path: "A.md", raw: raw)
    #expect(item.fields.body?.bytes == raw)
    #expect(vault.problems.map(\.path) == ["A.md"])
    #expect(vault.problems.map(\.problem.kind) == [.malformedYAML])
    #expect(vault.problems.map(\.problem.line) == [3])
  }
}
