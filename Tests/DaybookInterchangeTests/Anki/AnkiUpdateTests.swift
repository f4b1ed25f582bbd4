import Daybook
import DaybookEvents
import DaybookInterchange
import TestSupport
import Testing

/// A package that comes again, later, earlier, or beside what people did here.
struct AnkiUpdateTests {
  private let folder: ScratchFolder
  private let machine: ImportMachine
  private let package = WholePackage.rich()
  private var guids: [String] { package.entries.map(\.note.guid) }

  init() throws {
    folder = try ScratchFolder()
    machine = try ImportMachine()
    try machine.importPackage(package, in: folder)
  }

  /// A package of a day later, changed.
  private func later(_ change: (inout AnkiNoteEntry) -> Void) -> WholePackage {
    var later = package
    later.entries[3].note.modifiedSeconds += 86_400
    change(&later.entries[3])
    return later
  }

  private func edit(_ guid: String, _ field: Int, _ text: Text) throws {
    var change = NoteChange()
    change.fields[field] = text
    try machine.store.editNote(ImportMachine.noteID(guid), change)
  }

  @Test func `all of it is here, and nothing is written twice`() throws {
    #expect(try machine.deckNames == ["Żółw", "Żółw::Deep & deeper"])
    #expect(try machine.store.cards().count == 24)
    #expect(try machine.card(guids[1]).flag == 1)
    #expect(try machine.card(guids[5], 1).isSuspended)
    let events = try machine.eventCount
    let again = try machine.importPackage(package, in: folder)
    #expect(try machine.eventCount == events)
    #expect(again.report.duplicate == 12 && again.report.itemCount == 12)
    #expect(again.fileCount == 0)
  }

  @Test func `a dry run tells what would be done and writes nothing`() throws {
    let empty = try ImportMachine()
    let told = try empty.importPackage(package, in: folder, isDryRun: true)
    #expect(try empty.eventCount == 0)
    #expect(try empty.mediaPaths == [])
    let done = try empty.importPackage(package, in: folder)
    #expect(told.report == done.report && told.fileCount == done.fileCount && done.fileCount == 4)
    let again = try empty.importPackage(package, in: folder, isDryRun: true)
    #expect(again.report.duplicate == 12 && again.fileCount == 0)
  }

  @Test func `a later package brings newer notes, new ones, and reviews of cards that are here`()
    throws
  {
    var later = WholePackage.rich(notes: 14)
    later.entries[3].note.modifiedSeconds += 86_400
    later.entries[3].note.fields[1] = "A better answer"
    later.entries[3].note.tags = ["new_tag", "żaba"]
    var review = try #require(later.entries[1].cards[0].reviews.last)
    review.id += 86_400_000
    later.entries[1].cards[0].reviews.append(review)
    let outcome = try machine.importPackage(later, in: folder)
    #expect(outcome.report.new == 2 && outcome.report.cards == 4)
    #expect(outcome.report.updated == 2 && outcome.report.duplicate == 10)
    #expect(
      outcome.report.reviews == 1 + 3
        * later.entries[12...].flatMap(\.cards).count { !$0.reviews.isEmpty })
    #expect(try machine.note(guids[3]).fields[1] == "A better answer")
    #expect(try machine.note(guids[3]).tags == ["new_tag", "żaba"])
    #expect(try machine.reviews(of: machine.card(guids[1]).id).count == 4)
    let events = try machine.eventCount
    try machine.importPackage(later, in: folder)
    #expect(try machine.eventCount == events)
  }

  @Test func `an older package overwrites nothing`() throws {
    let later = later { $0.note.fields[1] = "A better answer" }
    try machine.importPackage(later, in: folder)
    let events = try machine.eventCount
    let outcome = try machine.importPackage(package, in: folder)
    #expect(outcome.report.duplicate == 12)
    #expect(try machine.eventCount == events)
    #expect(try machine.note(guids[3]).fields[1] == "A better answer")
    try machine.importPackage(package, in: folder, force: true)
    #expect(try machine.note(guids[3]).fields[1].string == package.entries[3].note.fields[1])
  }

  @Test func `edits of different fields here and there merge`() throws {
    try edit(guids[3], 0, "Mine")
    let outcome = try machine.importPackage(
      later { $0.note.fields[1] = "Theirs" }, in: folder)
    #expect(outcome.report.updated == 1 && outcome.report.conflicting == 0)
    let note = try machine.note(guids[3])
    #expect(note.fields[0] == "Mine" && note.fields[1] == "Theirs")
  }

  @Test func `an edit of one field on both sides is listed, and force takes theirs`() throws {
    try edit(guids[3], 1, "Mine")
    let later = later {
      $0.note.fields[1] = "Theirs"
      $0.note.fields[2] = "Theirs too"
    }
    let outcome = try machine.importPackage(later, in: folder)
    #expect(outcome.report.conflicting == 1)
    #expect(outcome.report.problems.map(\.kind) == [.changedOnBothSides(fields: ["field 2"])])
    var note = try machine.note(guids[3])
    #expect(note.fields[1] == "Mine" && note.fields[2] == "Theirs too")
    // Until it is decided it is told again, and nothing more is written.
    let events = try machine.eventCount
    #expect(try machine.importPackage(later, in: folder).report.conflicting == 1)
    #expect(try machine.eventCount == events)
    #expect(try machine.importPackage(later, in: folder, force: true).report.updated == 1)
    note = try machine.note(guids[3])
    #expect(note.fields[1] == "Theirs")
    #expect(try machine.importPackage(later, in: folder).report.duplicate == 12)
  }

  @Test func `what was deleted here stays deleted`() throws {
    let (note, deck) = (ImportMachine.noteID(guids[3]), try machine.card(guids[0], 1).deck)
    let card = try machine.card(guids[5]).id
    try machine.store.delete([note, card, try #require(deck)])
    let outcome = try machine.importPackage(
      later { $0.note.fields[1] = "Theirs" }, in: folder)
    #expect(outcome.report.deleted == 1 && outcome.report.duplicate == 11)
    #expect(try machine.note(guids[3]).isDeleted)
    #expect(try machine.card(guids[5]).isDeleted)
    #expect(try machine.deckNames == ["Żółw"])
    let events = try machine.eventCount
    try machine.importPackage(package, in: folder)
    #expect(try machine.eventCount == events)
  }

  @Test func `a note type of the same id and other fields is another one`() throws {
    var other = package
    other.noteTypes[0].fields[2] = AnkiField("Renamed")
    for index in other.entries.indices { other.entries[index].note.modifiedSeconds += 5 }
    other.entries[0].note.guid = "another one"
    other.entries[1].note.fields[1] = "Changed"
    let outcome = try machine.importPackage(other, in: folder)
    #expect(outcome.report.new == 1)
    // A note here has the fields of its own type; what differs in those of another is told.
    #expect(outcome.report.conflicting == 1)
    #expect(try machine.note(guids[1]).fields[1].string == package.entries[1].note.fields[1])
    #expect(
      try machine.note("another one").type.fields.map(\.name) == ["Front", "Back", "Renamed"])
    #expect(try machine.note(guids[1]).type.fields.map(\.name) == ["Front", "Back", "Ünrelated"])
  }

  @Test func `a person's options of a deck stay, others follow the package`() throws {
    let deck = try #require(try machine.store.decks().first { $0.name == "Żółw::Deep & deeper" })
    #expect(try machine.store.options(of: deck.id).newPerDay == 7)
    try machine.store.setOptions(of: [deck.id], [.newPerDay: "3"])
    var later = package
    (later.options[1].newPerDay, later.options[1].reviewsPerDay) = (50, 60)
    try machine.importPackage(later, in: folder)
    let options = try machine.store.options(of: deck.id)
    #expect(options.newPerDay == 3 && options.reviewsPerDay == 60)
  }

  @Test func `what no event can hold is told, and the rest comes in`() throws {
    var large = WholePackage.rich(notes: 6)
    // Numbers, since what says the same again and again is taken for a bomb.
    let noise = (0..<200_000).map(String.init).joined()
    large.noteTypes[1].css = noise + noise
    large.entries[0].note.tags = (0..<400).map {
      "\($0)x" + noise.utf8.dropFirst($0 * 1_500).prefix(1_500).map { String($0 - 48) }.joined()
    }
    large.decks[1].name = "a::" + noise.prefix(100_000)
    let empty = try ImportMachine()
    let outcome = try empty.importPackage(large, in: folder)
    #expect(outcome.problems.map(\.kind) == [.tooLarge, .unknownNoteType, .unknownNoteType])
    #expect(outcome.report.problems.map(\.kind) == [.tooLarge])
    #expect(outcome.report.new == 3 && outcome.report.skipped == 3)
    #expect(try empty.deckNames == ["Default", "Żółw", "Żółw::Deep & deeper"])
    let reviews = outcome.report.reviews
    #expect(
      reviews
        == large.entries[1...].filter { $0.note.noteTypeID != large.noteTypes[1].id }
        .flatMap(\.cards).reduce(0) { $0 + $1.reviews.count })
  }
}
