import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookLog
import Foundation
import Testing

/// Notes, files, options and marks in documents.
struct DocumentNotesTests {
  private let laptop: ImportMachine
  private let phone: ImportMachine
  private let deck: EntityID
  private let note: EntityID
  private let cards: [EntityID]

  /// A laptop, and a phone that has taken its export over.
  init() throws {
    laptop = try ImportMachine("laptop")
    phone = try ImportMachine("phone")
    deck = try laptop.store.createDeck(named: "Spanish")
    try laptop.store.setOptions(of: [deck], [.newPerDay: "7"])
    var change = NoteChange()
    change.fields = [0: "perro [sound:perro.mp3]", 1: "dog"]
    change.tagsOn = ["animal"]
    (note, cards) = try laptop.store.addNote(.reversed, change, to: deck)
    try laptop.store.addMedia([1, 2], named: "perro.mp3")
    try laptop.store.addMedia([3], named: "unused.png")
    try phone.importDocument(laptop.document())
  }

  private func edit(_ machine: ImportMachine, _ index: Int, _ text: Text) throws {
    var change = NoteChange()
    change.fields[index] = text
    try machine.store.editNote(note, change)
  }

  private func field(_ machine: ImportMachine, _ index: Int) throws -> String? {
    try machine.store.note(note)?.fields[index].string
  }

  private func card(_ machine: ImportMachine) throws -> Card {
    try #require(try machine.store.read { try $0.card(cards[0], $1) })
  }

  @Test func `what came in is what was there, but for the contents of files`() throws {
    #expect(try phone.store.note(note) == laptop.store.note(note))
    #expect(try phone.store.options(of: deck).newPerDay == 7)
    #expect(try phone.store.mediaFiles() == laptop.store.mediaFiles())
    #expect(try phone.store.missingMedia().map(\.name) == ["perro.mp3", "unused.png"])
    #expect(try card(phone).front.string.contains("perro"))
  }

  @Test func `an import does not make cards look changed since their last review`() throws {
    try laptop.store.review(cards[0], .good)
    #expect(try !card(laptop).isChangedSinceReview)
    try phone.importDocument(laptop.document())
    #expect(try !card(phone).isChangedSinceReview)
    try edit(laptop, 1, "the dog")
    #expect(try card(laptop).isChangedSinceReview)
    try phone.importDocument(laptop.document())
    #expect(try card(phone).isChangedSinceReview)
    try phone.store.review(cards[0], .good)
    #expect(try !card(phone).isChangedSinceReview)
  }

  @Test func `only what changed there is written`() throws {
    try edit(laptop, 1, "the dog")
    var tags = NoteChange()
    tags.tagsOn = ["pet"]
    tags.tagsOff = ["animal"]
    try laptop.store.editNote(note, tags)
    try laptop.store.setFlag(2, of: [cards[0]])
    try laptop.store.setOptions(of: [deck], [.newPerDay: "", .reviewsPerDay: "99"])
    let before = try phone.eventCount
    let report = try phone.importDocument(laptop.document())
    #expect(report.updated == 3)
    #expect(report.duplicate == report.itemCount - 3)
    #expect(try phone.eventCount == before + 3)
    #expect(try phone.document() == laptop.document())
    #expect(try phone.store.note(note)?.tags == ["pet"])
    #expect(try phone.store.options(of: deck).newPerDay == DeckOptions().newPerDay)
  }

  @Test func `what a person changed here stays and is reported while the source differs`() throws {
    try edit(phone, 1, "mine")
    try phone.store.setFlag(5, of: [cards[0]])
    try phone.store.setOptions(of: [deck], [.newPerDay: "3"])
    #expect(try phone.importDocument(laptop.document()).conflicting == 0)
    try edit(laptop, 1, "theirs")
    try laptop.store.setFlag(1, of: [cards[0]])
    try laptop.store.setOptions(of: [deck], [.newPerDay: "9"])
    let document = try laptop.document()
    let report = try phone.importDocument(document)
    #expect(report.conflicting == 3)
    #expect(
      report.problems.map(\.kind) == [
        .changedOnBothSides(fields: ["option"]), .changedOnBothSides(fields: ["field"]),
        .changedOnBothSides(fields: ["flag"]),
      ])
    #expect(try field(phone, 1) == "mine")
    #expect(try card(phone).flag == 5)
    #expect(try phone.store.options(of: deck).newPerDay == 3)
    #expect(try phone.importDocument(document, .forced).updated == 3)
    #expect(try field(phone, 1) == "theirs")
    #expect(try card(phone).flag == 1)
    #expect(try phone.store.options(of: deck).newPerDay == 9)
  }

  @Test func `a file that got another content here under the same name keeps it`() throws {
    try phone.store.addMedia([9], named: "perro.mp3", replacing: true)
    let before = try phone.eventCount
    #expect(try phone.importDocument(laptop.document()).conflicting == 0)
    try laptop.store.addMedia([8], named: "perro.mp3", replacing: true)
    let report = try phone.importDocument(laptop.document())
    #expect(report.conflicting == 1)
    #expect(report.problems.map(\.kind) == [.changedOnBothSides(fields: ["file"])])
    #expect(try phone.eventCount == before)
  }

  @Test func `a note deleted here stays deleted, and one deleted there goes`() throws {
    try phone.store.delete([note])
    try edit(laptop, 1, "other")
    #expect(try phone.importDocument(laptop.document()).deleted == 1)
    #expect(try phone.store.note(note)?.isDeleted == true)
    let tablet = try ImportMachine("tablet")
    try tablet.importDocument(laptop.document())
    try laptop.store.delete([note])
    #expect(try tablet.importDocument(laptop.document()).updated == 1)
    #expect(try tablet.store.note(note)?.isDeleted == true)
    #expect(try tablet.document() == laptop.document())
  }

  @Test func `a shared deck takes along what its cards need and nobody's own`() throws {
    var other = NoteChange()
    other.fields = [0: "elsewhere", 1: "x"]
    let elsewhere = try laptop.store.createDeck(named: "Other")
    try laptop.store.addNote(.typed, other, to: elsewhere)
    try laptop.store.review(cards[0], .good)
    try laptop.store.setFlag(4, of: cards)
    try laptop.store.bury(cards)
    let friend = try ImportMachine("friend")
    let report = try friend.importDocument(laptop.document(.decks([deck])))
    // The file, the type, the deck, the note and its two cards.
    #expect(report.new == 6)
    #expect(report.itemCount == 6)
    #expect(try friend.store.note(note)?.fields == laptop.store.note(note)?.fields)
    #expect(try friend.store.mediaFiles().map(\.name) == ["perro.mp3"])
    let card = try card(friend)
    #expect(card.reviews == 0)
    #expect(card.flag == 0)
    #expect(card.buriedDay == 0)
    #expect(try friend.importDocument(laptop.document(.decks([deck]))).duplicate == 6)
  }

  @Test func `a document of before there were notes is read as it was`() throws {
    let old = """
      {"schema": "daybook.document/1", "settings": [], "items": [], "collections": [],
       "memberships": [],
       "decks": [{"id": "\(deck)", "name": "Spanish", "createdAt": null, "deleted": false}],
       "cards": [{"id": "\(cards[0])", "deck": "\(deck)", "kind": "basic", "front": "a",
                  "back": "b", "item": null, "suspended": false, "createdAt": null,
                  "deleted": false}],
       "reviews": [{"card": "\(cards[0])", "id": "\(note)", "at": "2026-11-21T10:00:00+01:00",
                    "grade": 3}]}
      """
    let empty = try ImportMachine("empty")
    #expect(try empty.importDocument(old).new == 3)
    #expect(try card(empty).front == "a")
    #expect(try card(empty).origin == nil)
    #expect(try empty.importDocument(old).duplicate == 3)
    // Where more is known, a document that does not speak of it takes nothing away.
    let before = try phone.eventCount
    try phone.importDocument(old)
    #expect(try phone.store.options(of: deck).newPerDay == 7)
    #expect(try card(phone).origin != nil)
    #expect(try phone.eventCount == before + 2)
  }

  @Test(arguments: [
    (#"{"media": [{"name": "../x", "sha256": "\#(digits)", "bytes": 1}]}"#, "name"),
    (#"{"media": [{"name": "x", "sha256": "00", "bytes": 1}]}"#, "sha256"),
    (#"{"media": [{"name": "x", "sha256": "\#(digits)"}]}"#, "bytes"),
    (#"{"noteTypes": [{"id": "\#(someID)"}]}"#, "name"),
    (#"{"notes": [{"id": "\#(someID)", "fields": [7]}]}"#, ""),
    (#"{"decks": [{"id": "\#(someID)", "name": "x", "options": [1]}]}"#, "options"),
    (#"{"cards": [{"id": "\#(someID)", "flag": 8}]}"#, "flag"),
    (#"{"cards": [{"id": "\#(someID)", "note": "\#(someID)"}]}"#, "ordinal"),
    (
      #"{"cards": [{"id": "\#(someID)", "seed": {"stability": 1e999, "difficulty": 1}}]}"#,
      "stability"
    ),
  ])
  func `what cannot be read is named`(text: String, member: String) throws {
    let document = #"{"schema": "daybook.document/1", "# + text.dropFirst()
    let bytes = Array(document.utf8)
    var reader = try DocumentReader(clock: laptop.localClock, Pieces(bytes, of: 99).read)
    let entry = try #require(try reader.next())
    guard case .failure(let problem) = entry.result else {
      Issue.record("read: \(entry)")
      return
    }
    let named: [EntryProblem] = [
      .unreadable(member), .missing(member), .wrongType(member), .notAnObject,
    ]
    #expect(named.contains(problem))
    if problem == .notAnObject { #expect(member.isEmpty) }
  }

  private static let digits = String(repeating: "0", count: 64)
  private static let someID = EntityID(name: "some", "thing").description
}
