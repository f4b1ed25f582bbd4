import Daybook
import DaybookEvents
import DaybookInterchange
import TestSupport
import Testing

/// Notes and cards that were made here, out in a package, and back.
struct AnkiOwnNotesTests {
  private let folder: ScratchFolder
  private let own: OwnCards
  private var machine: ImportMachine { own.machine }

  init() throws {
    folder = try ScratchFolder()
    own = try OwnCards()
  }

  /// What an export holds after somebody changed one note of it there.
  private func changedThere(
    _ id: EntityID, laterBy seconds: Int = 1_000_000, _ change: (inout AnkiNote) -> Void
  ) throws -> WholePackage {
    var package = try machine.exported(in: folder)
    let guid = OwnCards.guid(of: id)
    let index = try #require(package.entries.firstIndex { $0.note.guid == guid })
    package.entries[index].note.modifiedSeconds += seconds
    change(&package.entries[index].note)
    return package
  }

  @Test(arguments: [false, true])
  func `all of them go out, each once`(isLegacy: Bool) throws {
    let package = try machine.exported(isLegacy: isLegacy, in: folder)
    #expect(package.entries.count == 6 && package.cardCount == 8)
    #expect(package.answerCount == 3)
    #expect(Set(package.entries.map(\.note.guid)).count == 6)
    #expect(package.noteTypes.count == 4)
    let plain = try #require(
      package.entries.first { $0.note.guid == OwnCards.guid(of: own.plain) })
    #expect(plain.note.fields == ["1 &lt; 2<br>really?", "yes"])
    #expect(try machine.exported(isBare: true, in: folder).answerCount == 0)
    // The same contents give the same bytes.
    #expect(try machine.exported(isLegacy: isLegacy, in: folder) == package)
  }

  @Test func `what comes back as it went out writes nothing`() throws {
    try machine.exportPackage(folder("a.apkg"))
    let (events, fingerprint) = (try machine.eventCount, try machine.fingerprint)
    let report = try machine.importPackage(folder("a.apkg"), in: folder).report
    #expect(report.duplicate == 6 && report.itemCount == 6)
    #expect(try machine.eventCount == events && machine.fingerprint == fingerprint)
  }

  @Test func `what was changed there later than here is taken over`() throws {
    let package = try changedThere(own.basic) {
      $0.fields[1] = "Rome, <i>Italy</i>"
      $0.tags = ["big_city", "south"]
    }
    let report = try machine.importPackage(package, in: folder).report
    #expect(report.updated == 1 && report.duplicate == 5)
    let note = try #require(try machine.store.note(own.basic))
    #expect(note.fields == ["Capital of Italy?", "Rome, <i>Italy</i>"])
    // A tag goes out with underscores and comes back as it was; the one taken off there is gone.
    #expect(note.tags == ["big city", "south"])
    let events = try machine.eventCount
    #expect(try machine.importPackage(package, in: folder).report.duplicate == 6)
    #expect(try machine.eventCount == events)
  }

  @Test func `an old export takes nothing back`() throws {
    try machine.exportPackage(folder("old.apkg"))
    var change = NoteChange()
    change.fields[1] = "Roma"
    try machine.store.editNote(own.basic, change)
    var text = CardChange()
    text.front = "1 < 3?"
    try machine.store.editCard(own.plain, text)
    let events = try machine.eventCount
    let report = try machine.importPackage(folder("old.apkg"), in: folder).report
    #expect(report.duplicate == 6)
    #expect(try machine.eventCount == events)
    #expect(try machine.store.note(own.basic)?.fields[1] == "Roma")
    #expect(try machine.store.card(own.plain)?.front == "1 < 3?")
  }

  @Test func `what was changed on both sides is listed, and force takes theirs`() throws {
    let package = try changedThere(own.basic, laterBy: 1) { $0.fields[1] = "Theirs" }
    var change = NoteChange()
    change.fields[1] = "Mine"
    // Some seconds later by the clock of these machines.
    for _ in 0..<5 { _ = machine.store.options.now() }
    try machine.store.editNote(own.basic, change)
    let outcome = try machine.importPackage(package, in: folder)
    #expect(outcome.report.conflicting == 1)
    #expect(outcome.report.problems.map(\.kind) == [.changedOnBothSides(fields: ["field 2"])])
    #expect(try machine.store.note(own.basic)?.fields[1] == "Mine")
    try machine.importPackage(package, in: folder, force: true)
    #expect(try machine.store.note(own.basic)?.fields[1] == "Theirs")
  }

  @Test func `the text of a card by itself comes back as text`() throws {
    let package = try changedThere(own.plain) {
      $0.fields = ["2 &lt; 3<div>really?</div>", "<b>yes</b>"]
    }
    let report = try machine.importPackage(package, in: folder).report
    #expect(report.updated == 1 && report.duplicate == 5)
    let card = try #require(try machine.store.card(own.plain))
    #expect(card.front == "2 < 3\nreally?" && card.back == "yes")
    let events = try machine.eventCount
    #expect(try machine.importPackage(package, in: folder).report.duplicate == 6)
    #expect(try machine.eventCount == events)
  }

  @Test func `what was deleted here does not come back`() throws {
    try machine.exportPackage(folder("a.apkg"))
    let cards = try machine.store.cards().map(\.id)
    try machine.store.delete([own.basic, own.plain])
    let events = try machine.eventCount
    let report = try machine.importPackage(folder("a.apkg"), in: folder).report
    #expect(report.deleted == 2 && report.duplicate == 4 && report.new == 0)
    #expect(try machine.eventCount == events)
    #expect(try machine.store.cards().count == cards.count - 2)
  }

  @Test func `answers given there come back once, however often they go out`() throws {
    var package = try machine.exported(in: folder)
    for index in package.entries.indices {
      let card = package.entries[index].cards[0]
      let time = 1_799_000_000_000 + 7 * index
      package.entries[index].cards[0].reviews.append(
        AnkiReview(
          id: time, cardID: card.card.id, ease: 3, interval: 5, lastInterval: 0, factor: 500,
          milliseconds: 3_000, kindNumber: 1))
    }
    #expect(try machine.importPackage(package, in: folder).report.reviews == 6)
    for _ in 0..<2 {
      let events = try machine.eventCount
      let out = try machine.exported(in: folder)
      #expect(out.answerCount == 9)
      #expect(try machine.importPackage(out, in: folder).report.reviews == 0)
      #expect(try machine.eventCount == events)
    }
  }

  @Test func `answers of one moment to several cards go out and come back once`() throws {
    // Two packages may each hold an answer of the same millisecond; one of them gets another
    // number on the way out.
    let time = 1_799_000_000_000
    var package = try machine.exported(in: folder)
    for (index, offset) in [(0, 0), (1, 1)] {
      let card = package.entries[index].cards[0].card.id
      package.entries[index].cards[0].reviews.append(
        AnkiReview(
          id: time + offset, cardID: card, ease: 3, interval: 5, lastInterval: 0, factor: 500,
          milliseconds: 3_000, kindNumber: 1))
    }
    try machine.importPackage(package, in: folder)
    var second = package
    second.entries = [package.entries[2]]
    second.entries[0].cards[0].reviews = [
      AnkiReview(
        id: time, cardID: package.entries[2].cards[0].card.id, ease: 3, interval: 5,
        lastInterval: 0, factor: 500, milliseconds: 3_000, kindNumber: 1)
    ]
    #expect(try machine.importPackage(second, in: folder).report.reviews == 1)
    let out = try machine.exported(in: folder)
    #expect(out.answerCount == 6)
    let events = try machine.eventCount
    #expect(try machine.importPackage(out, in: folder).report.reviews == 0)
    #expect(try machine.eventCount == events)
  }
}

/// A machine with cards of every sort, some of them answered.
struct OwnCards {
  let machine: ImportMachine
  let basic: EntityID
  let reversed: EntityID
  let typed: EntityID
  let cloze: EntityID
  let plain: EntityID
  let plainCloze: EntityID

  init() throws {
    machine = try ImportMachine("laptop")
    let store = machine.store
    let deck = try store.createDeck(named: "Geography::Europe")
    func note(_ kind: StockNoteType, _ fields: [Text], tags: [String] = []) throws -> (
      EntityID, EntityID
    ) {
      var change = NoteChange()
      for (index, field) in fields.enumerated() { change.fields[index] = field }
      change.tagsOn = tags
      let added = try store.addNote(kind, change, to: deck)
      return (added.note, try #require(added.cards.first))
    }
    let basicCard: EntityID
    (basic, basicCard) = try note(
      .basic, ["Capital of Italy?", "Rome"], tags: ["big city", "capital"])
    (reversed, _) = try note(.reversed, ["perro", "dog"])
    (typed, _) = try note(.typed, ["Type it", "it"])
    (cloze, _) = try note(.cloze, ["{{c1::Oslo}} in {{c2::Norway}}", "extra"])
    var card = CardChange()
    (card.front, card.back) = ("1 < 2\nreally?", "yes")
    plain = try store.addCard(card, to: deck)
    (card.front, card.back, card.kind) = ("{{c1::Vienna}} on the Danube", "", "cloze")
    plainCloze = try store.addCard(card, to: deck)
    try store.review(basicCard, .good, durationMilliseconds: 4_000)
    try store.review(basicCard, .easy, durationMilliseconds: 5_000)
    try store.review(plain, .again)
  }

  /// Under which identity it goes out: as the format of exports says.
  static func guid(of id: EntityID) -> String {
    var digest = Digest()
    digest.update(Array("daybook:\(id)".utf8))
    return AnkiNote.guid(of: digest.finalize())
  }
}
