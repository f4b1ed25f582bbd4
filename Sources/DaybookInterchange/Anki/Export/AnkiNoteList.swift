import Daybook
import DaybookEvents
import LMDB

/// A note to be exported, with its fields as Anki has them.
struct ExportedNote {
  /// The note, or the card by itself.
  let id: EntityID
  let guid: String
  /// Its number there, if it came from there.
  let number: Int?
  let type: EntityID
  let fields: [String]
  let tags: [String]
  let createdAt: Int64
  let modifiedAt: Int64

  /// A note.
  init(_ note: Note, of type: EntityID, modifiedAt: Int64) {
    func extra(_ name: String) -> String? {
      note.extras.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
    id = note.id
    guid = extra(AnkiNoteMapper.guidField) ?? OwnNotes.guid(of: note.id)
    number = extra(AnkiNoteMapper.idField).flatMap { Int($0) }
    self.type = type
    // What separates fields there can stand in none.
    fields = note.fields.map { $0.string.replacing("\u{1F}", with: " ") }
    tags = note.tags.map { $0.replacing(" ", with: "_") }
    createdAt = note.createdAt.milliseconds
    self.modifiedAt = modifiedAt
  }

  /// A card by itself, which is a note of its own there.
  init(_ card: Card, _ record: Record) {
    id = card.id
    guid = OwnNotes.guid(of: card.id)
    number = nil
    type = card.kind == "cloze" ? StockNoteType.cloze.id : StockNoteType.basic.id
    fields = [card.front, card.back].map {
      NoteHTML.field($0).string.replacing("\u{1F}", with: " ")
    }
    tags = []
    createdAt = ZonedTime(creationOf: record).milliseconds
    modifiedAt = record.lastWrite?.recordedAt ?? createdAt
  }
}

/// The notes of some decks, and the cards by themselves in them, in the order of their ids.
struct AnkiNoteList {
  /// Their types.
  private(set) var types: [AnkiNoteType] = []
  /// When the first of them was made, milliseconds since 1970.
  private(set) var firstCreation: Int64?
  /// When the last of them was changed.
  private(set) var lastChange: Int64 = 0
  private var cardsByNote: [EntityID: [EntityID]] = [:]
  private var order: [EntityID] = []
  private var typeNumbers: [EntityID: Int] = [:]

  init(
    _ moment: Moment, _ decks: [DeckSummary], _ transaction: borrowing ReadTransaction
  ) throws {
    for deck in decks {
      for card in try moment.cards(in: deck.id, transaction) {
        let record = try moment.catalog.record(RowKey(.card, card), transaction)
        let note = record.value(.cardNote).flatMap { CardOrigin(reading: $0) }?.note ?? card
        cardsByNote[note, default: []].append(card)
      }
    }
    var used: Set<EntityID> = []
    for id in cardsByNote.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let note = try Self.note(id, moment, transaction) else { continue }
      order.append(id)
      used.insert(note.type)
      firstCreation = min(firstCreation ?? note.createdAt, note.createdAt)
      lastChange = max(lastChange, note.modifiedAt)
    }
    try addTypes(used, moment, transaction)
  }

  private mutating func addTypes(
    _ used: Set<EntityID>, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    for id in used.sorted(by: { $0.rawValue < $1.rawValue }) {
      let stock = StockNoteType.allCases.first { $0.id == id }
      guard var type = try stock?.ankiType ?? moment.noteType(id, transaction)?.ankiType(id)
      else { continue }
      while types.contains(where: { $0.id == type.id }) { type.id += 1 }
      types.append(type)
      typeNumbers[id] = type.id
    }
  }

  /// The number of a note type.
  func number(ofType id: EntityID) -> Int { typeNumbers[id] ?? 0 }

  /// Hands over every note with the cards of it that are exported.
  func each(
    _ moment: Moment, _ transaction: borrowing ReadTransaction,
    _ body: (ExportedNote, [EntityID]) throws -> Void
  ) throws {
    for id in order {
      guard let note = try Self.note(id, moment, transaction), typeNumbers[note.type] != nil
      else { continue }
      try body(note, cardsByNote[id] ?? [])
    }
  }

  /// A note, or a card by itself; nil for what was deleted, or has no type.
  private static func note(
    _ id: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> ExportedNote? {
    if let note = try moment.note(id, transaction) {
      guard !note.isDeleted, let type = note.typeID, !note.fields.isEmpty else { return nil }
      let modified = try moment.modifiedAt(
        ofNote: id, orIn: AnkiNoteMapper.source, transaction)
      return ExportedNote(note, of: type, modifiedAt: modified)
    }
    guard let card = try moment.card(id, transaction), !card.isDeleted else { return nil }
    return ExportedNote(card, try moment.catalog.record(RowKey(.card, id), transaction))
  }
}
