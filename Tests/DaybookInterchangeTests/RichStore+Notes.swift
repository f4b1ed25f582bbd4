import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookLog
import DaybookScheduler
import Testing

/// Notes of known and unknown types, files, options of decks, and marks on cards, written by
/// people, by imports and by a newer program.
extension RichStore {
  /// A type of which only notes are here: its own definition never came.
  static let unknownType = EntityID(name: "note type", "elsewhere")
  /// Bytes that are no UTF-8.
  static let odd: [UInt8] = [0x63, 0xE9, 0xFF, 0x80, 0x41]

  func writeNotes() throws {
    let store = machine.store
    let deck = try store.createDeck(named: "Maths::Algebra")
    try store.setOptions(of: [deck], [.newPerDay: "7", .desiredRetention: "0.87"])
    var change = NoteChange()
    change.fields = [0: "2 + 2 <img src=\"four.png\">", 1: Text(bytes: Self.odd)]
    change.tagsOn = ["Café", "leech"]
    let note = try store.addNote(.reversed, change, to: deck)
    var edit = NoteChange()
    edit.tagsOff = ["leech"]
    try store.editNote(note.note, edit)
    try store.setFlag(3, of: [note.cards[0]])
    try store.bury([note.cards[1]])
    try store.addMedia(Array("four".utf8), named: "four.png")
    try store.addMedia([1, 2, 3], named: "é \u{202E}.mp3")
    var cloze = NoteChange()
    cloze.fields = [0: "{{c1::a}} and {{c2::b}}", 1: ""]
    let gone = try store.addNote(.cloze, cloze, to: deck)
    try store.delete([gone.note])
    try writeImported(in: deck)
  }

  /// What an import of another program's package writes.
  private func writeImported(in deck: EntityID) throws {
    let store = machine.store
    let type = EntityID(name: "note type", "imported")
    let note = EntityID(name: "note", "imported")
    let stray = EntityID(name: "note", "of an unknown type")
    var definition = NoteType(
      name: "Verb \u{1B}", isCloze: false, fields: [.init(name: "A", extra: [0, 0xFF])],
      templates: [.init(name: "", front: "{{A}}", back: "", extra: [7])], css: ".card\r\n{}",
      sortField: 3)
    definition.extra = [1, 2]
    // A newer program says more of a type than this one knows.
    var wire = WireWriter()
    wire.bytes(1, Self.odd)
    wire.bytes(2, definition.definition + [0xFA, 0x01, 0x01, 0x2A])
    var fields = NoteChange()
    fields.fields = [0: "uno", 1: "", 2: Text(bytes: [0xC3, 0x28])]
    fields.tagsOn = ["verbo"]
    fields.extras = [ExtraField(name: "guid", value: Self.odd)]
    var seed = CardSeed()
    seed.position = -4
    seed.intervalDays = 120
    seed.easePermille = 2300
    seed.memory = .init(stability: 0.1 + 0.2, difficulty: 1e-7)
    var card = CardChange()
    card.origin = CardOrigin(note: note, ordinal: 300)
    card.seed = seed
    let id = try #require(card.origin?.card)
    let review = Review.payload(
      grade: .good, durationMilliseconds: 9, shown: .learning, rolloverHour: 4,
      id: EntityID(name: "review", "1"), scheduled: .init(interval: -600, factor: 2500))
    try store.write(reason: .import) { _, _ in
      [
        EventDraft(.noteTypeDefined, type, payload: wire.bytes),
        EventDraft(.noteAdded, note, second: type, payload: fields.encoded, occurredAt: 1),
        EventDraft(.noteAdded, stray, second: Self.unknownType, payload: fields.encoded),
        EventDraft(.cardAdded, id, second: deck, payload: card.encoded),
        EventDraft(.cardReviewed, id, payload: review, occurredAt: 1_700_000_000_000),
        EventDraft(
          .deckOptionsChanged, deck,
          payload: DeckOptionValue.payload([.init(name: "somethingNew", value: "7\n é")])),
      ]
    }
    var edit = NoteChange()
    edit.fields[0] = "dos"
    try store.editNote(note, edit)
  }
}
