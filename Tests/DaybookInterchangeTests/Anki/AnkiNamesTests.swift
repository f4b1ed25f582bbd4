import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookSystem
import GRDB
import TestSupport
import Testing

/// Names that Anki takes for one.
struct AnkiNamesTests {
  private let folder: ScratchFolder
  private let machine: ImportMachine

  init() throws {
    folder = try ScratchFolder()
    machine = try ImportMachine()
  }

  /// A package of somebody whose notes are of a type of his own.
  private func made(
    _ guid: String, type: String, number: Int, fields: [String], deck: String = "Default"
  ) -> WholePackage {
    var package = WholePackage(
      collection: AnkiCollection(createdSeconds: 1_699_930_800, modifiedMilliseconds: number))
    package.noteTypes = [
      AnkiNoteType(
        id: number, name: type, modifiedSeconds: 1_700_000_000,
        fields: fields.map { AnkiField($0) },
        templates: [
          AnkiTemplate("Card 1", question: "{{\(fields[0])}}", answer: "{{\(fields[1])}}")
        ])
    ]
    package.decks = [AnkiDeck(id: number + 1, name: deck, modifiedSeconds: 1_700_000_000)]
    let note = AnkiNote(
      id: number + 2, guid: guid, noteTypeID: number, modifiedSeconds: 1_700_000_000,
      fields: fields.map { "\(guid) \($0)" })
    let card = AnkiCard(
      id: number + 3, noteID: number + 2, deckID: number + 1, ordinal: 0,
      modifiedSeconds: 1_700_000_000, due: 1)
    package.entries = [AnkiNoteEntry(note, cards: [AnkiNoteEntry.Card(card)])]
    return package
  }

  private func importTwoPeople() throws {
    let mine = made("mine", type: "Basic", number: 1_600_000_000_000, fields: ["Front", "Back"])
    let theirs = made(
      "theirs", type: "basic", number: 1_650_000_000_000, fields: ["Question", "Answer", "Source"])
    for package in [mine, theirs] { try machine.importPackage(package, in: folder) }
  }

  private func importCloze() throws {
    let theirs = made(
      "cloze", type: "Daybook Cloze", number: 1_660_000_000_000, fields: ["Front", "Back"])
    try machine.importPackage(theirs, in: folder)
    let deck = try machine.store.createDeck(named: "Mine")
    var change = NoteChange()
    change.fields[0] = "{{c1::Paris}}"
    try machine.store.addNote(.cloze, change, to: deck)
  }

  private func makeDecks() throws {
    for name in ["Spanish", "spanish", "Default", "default", "spanish::Verbs", "Spanish::verbs"] {
      let deck = try machine.makeDeck(named: name)
      var card = CardChange()
      (card.front, card.back) = (Text(name), "back")
      try machine.store.addCard(card, to: deck)
    }
  }

  /// F1.
  @Test(arguments: [false, true])
  func `note types of two people that share a name go out under two`(isLegacy: Bool) throws {
    try importTwoPeople()
    let out = try machine.exported(isLegacy: isLegacy, in: folder)
    #expect(out.noteTypes.map(\.name) == ["Basic", "basic+"])
    #expect(out.entries.map(\.note.fields.count).sorted() == [2, 3])
    // What comes back is what it was.
    let events = try machine.eventCount
    #expect(try machine.importPackage(out, in: folder).report.duplicate == 2)
    #expect(try machine.eventCount == events)
    #expect(try machine.exported(isLegacy: isLegacy, in: folder) == out)
  }

  /// F1.
  @Test func `a type named as one of ours goes out beside it`() throws {
    try importCloze()
    let out = try machine.exported(in: folder)
    #expect(out.noteTypes.map(\.name) == ["Daybook Cloze", "Daybook Cloze+"])
    #expect(out.noteTypes.map(\.kind) == [.cloze, .normal])
    #expect(out.entries.count == 2)
  }

  /// F1.
  @Test(arguments: [false, true])
  func `decks that differ in case alone go out with all their cards and come back`(
    isLegacy: Bool
  ) throws {
    try makeDecks()
    let out = try machine.exported(isLegacy: isLegacy, in: folder)
    #expect(out.cardCount == 6)
    let names = out.decks.map { $0.name.lowercased() }
    #expect(Set(names).count == names.count && names.count >= 6, "\(names)")
    // What lies below a deck goes with it.
    let numbers = Dictionary(uniqueKeysWithValues: out.decks.map { ($0.id, $0.name) })
    for entry in out.entries {
      let name = try #require(numbers[entry.cards[0].card.deckID])
      #expect(name.replacing("+", with: "") == entry.note.fields[0])
    }
    let decks = try machine.deckNames
    #expect(try machine.importPackage(out, in: folder).report.duplicate == 6)
    #expect(try machine.deckNames == decks)
    // The type that cards by themselves go out as is known from then on.
    let events = try machine.eventCount
    #expect(try machine.importPackage(out, in: folder).report.duplicate == 6)
    #expect(try machine.eventCount == events)
  }

  /// F1.
  @Test func `what SQLite refuses is not called a failure of the disk`() throws {
    func thrown(_ code: ResultCode) -> (any Error)? {
      do {
        try AnkiPackageWriter.write(
          folder("a.apkg"), .latest, WholePackage.rich().collection,
          temporaryFolder: folder.path
        ) { _ in throw DatabaseError(resultCode: code) }
        return nil
      } catch {
        return error
      }
    }
    #expect(thrown(.SQLITE_CONSTRAINT) as? AnkiWriteError == .refused(code: 19))
    #expect((thrown(.SQLITE_FULL) as? SystemError)?.kind == .diskFull)
    #expect((thrown(.SQLITE_IOERR) as? SystemError)?.kind == .ioError)
    #expect((thrown(.SQLITE_CANTOPEN) as? SystemError)?.kind == .permissionDenied)
    #expect(try folder.names() == [])
  }

  /// F1.
  @Test(.enabled(if: AnkiOracle.isThere, "tools/setup --oracles installs the real Anki"))
  func `Anki imports all of it`() throws {
    try importTwoPeople()
    try importCloze()
    try makeDecks()
    let path = folder("out.apkg")
    try machine.exportPackage(path)
    let outcome = try AnkiOracle.check([path, path])
    #expect(outcome.check.sound && outcome.imports.map(\.message) == [nil, nil])
    #expect(outcome.imports.map(\.new) == [10, 0])
    #expect(outcome.imports.map(\.duplicate) == [0, 10])
    #expect(outcome.decks.count { $0.lowercased().hasPrefix("spanish") } >= 4)
  }
}

extension ImportMachine {
  /// A deck of a name that another one here may have, as after a merge.
  fileprivate func makeDeck(named name: String) throws -> EntityID {
    let other = try ImportMachine("other")
    let deck = try other.store.createDeck(named: Text(name))
    try merge(from: other)
    return deck
  }
}
