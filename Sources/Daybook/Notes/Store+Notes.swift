public import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

extension Store {
  /// A note as it shows, or showed; nil when no note has, or had, this id.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - time: a moment in the past; nil for now.
  public func note(_ id: EntityID, at time: PastTime? = nil) throws -> Note? {
    try read(at: time) { try $0.note(id, $1) }
  }

  /// Adds a note of one of the types that come with the program, and the cards that its fields
  /// make, to a deck.
  ///
  /// - Returns: the note, and its cards in order.
  /// - Throws: ``StoreError/noteWithoutCards`` when its fields make none.
  @discardableResult
  public func addNote(
    _ kind: StockNoteType, _ change: NoteChange, to deck: EntityID, item: EntityID? = nil
  ) throws -> (note: EntityID, cards: [EntityID]) {
    for text in change.fields.values { try TextLimits.check(text) }
    let id = newID()
    let type = kind.type
    let ordinals = CardGeneration.ordinals(
      of: type, fields: type.fields.indices.map { change.fields[$0] ?? Text("") })
    guard !ordinals.isEmpty else { throw StoreError.noteWithoutCards }
    let origins = ordinals.map { CardOrigin(note: id, ordinal: $0) }
    try write { moment, transaction in
      _ = try moment.liveRecord(deck, .deck, transaction)
      var drafts: [EventDraft] = []
      if try moment.noteType(kind.id, transaction) == nil {
        drafts.append(EventDraft(.noteTypeDefined, kind.id, payload: type.payload))
      }
      drafts.append(EventDraft(.noteAdded, id, second: kind.id, payload: change.encoded))
      return drafts + origins.map { Self.draft($0, in: deck, item: item) }
    }
    return (id, origins.map(\.card))
  }

  private static func draft(
    _ origin: CardOrigin, in deck: EntityID, item: EntityID? = nil
  ) -> EventDraft {
    var card = CardChange()
    card.origin = origin
    card.item = item
    return EventDraft(.cardAdded, origin.card, second: deck, payload: card.encoded)
  }

  /// Writes fields and tags of a note, those that differ from what shows, and adds the cards that
  /// it makes then and did not make before, to the deck of its first card.
  ///
  /// Cards that it does not make any more stay, with what was learned: they show nothing to answer
  /// until the note makes them again, or they are deleted.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  public func editNote(_ id: EntityID, _ change: NoteChange) throws -> Bool {
    for text in change.fields.values { try TextLimits.check(text) }
    return try write { moment, transaction in
      let record = try moment.liveRecord(id, .note, transaction)
      guard let note = try moment.note(id, transaction) else { return [] }
      let change = change.differing(from: record)
      guard !change.isEmpty else { return [] }
      let fields = note.fields.enumerated().map { change.fields[$0] ?? $1 }
      let known = try moment.cards(ofNote: id, transaction)
      let ordinals = CardGeneration.ordinals(of: note.type, fields: fields)
      let deck = try known.first.flatMap {
        try moment.catalog.record(RowKey(.card, $0.id), transaction).value(.deck)
      }
      let new = deck.flatMap { EntityID(bytes: $0) }.map { deck in
        ordinals.filter { ordinal in !known.contains { $0.ordinal == ordinal } }.map {
          Self.draft(CardOrigin(note: id, ordinal: $0), in: deck)
        }
      }
      return [EventDraft(.noteEdited, id, payload: change.encoded)] + (new ?? [])
    } != nil
  }
}

extension NoteChange {
  /// Without what shows already and nobody disagrees about.
  func differing(from record: Record) -> NoteChange {
    let contested = Set(record.contested)
    var change = self
    for (index, value) in fields {
      let key = FieldKey(.noteField, UInt128(index))
      let known = record[key]?.winner?.value ?? []
      if known == value.bytes, !contested.contains(key) { change.fields[index] = nil }
    }
    func isNews(_ name: String, isOn: Bool) -> Bool {
      let tag = NoteTag(name: Array(name.utf8), isOn: isOn)
      let key = FieldKey(.noteTag, tag.part)
      let known = record[key]?.winner.map { NoteTag(reading: $0.value) }
      return contested.contains(key) || known?.isOn ?? false != isOn
    }
    change.tagsOn = tagsOn.filter { isNews($0, isOn: true) }
    change.tagsOff = tagsOff.filter { isNews($0, isOn: false) }
    return change
  }
}
