import DaybookEvents
import DaybookLog
import LMDB

/// What an import writes of one note and its cards.
struct NotePlan {
  /// What becomes of the note.
  enum Outcome: Equatable {
    case new, updated, duplicate, deleted
    case conflicting(fields: [String])
    case skipped(ImportProblem.Kind)
  }

  /// The events.
  private(set) var drafts: [EventDraft] = []
  /// What becomes of the note.
  private(set) var outcome = Outcome.duplicate
  /// How many cards are new.
  private(set) var cardCount = 0
  private let note: ImportedNote
  private let options: ImportOptions
  private let values: [FieldKey: [UInt8]]

  init(_ note: ImportedNote, _ options: ImportOptions) {
    self.note = note
    self.options = options
    var values: [FieldKey: [UInt8]] = [:]
    for (index, field) in note.fields.enumerated() {
      values[FieldKey(.noteField, UInt128(index))] = field.bytes
    }
    for extra in note.extras { values[FieldKey(.extra, extra.part)] = extra.value }
    self.values = values
  }

  /// Makes it of what is here.
  mutating func make(
    _ record: Record, _ decks: inout ImportDecks, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    if let problem = refusal { return outcome = .skipped(problem) }
    guard record.isEmpty || record.isLive else { return outcome = .deleted }
    // Decks that are made for a note that is not imported are not made.
    var cards: [EventDraft] = []
    for card in note.cards {
      let (deck, isDeleted) = try decks.resolve(card.deck, &cards, moment, transaction)
      if isDeleted {
        if record.isEmpty { return outcome = .deleted }
        continue
      }
      let origin = CardOrigin(note: note.id, ordinal: card.ordinal)
      let row = RowKey(.card, origin.card)
      guard try moment.catalog.record(row, transaction).isEmpty else { continue }
      cards += drafts(of: card, origin, in: deck)
      cardCount += 1
    }
    if record.isEmpty {
      drafts = [added] + cards
      outcome = .new
    } else {
      update(record, isOther: record.value(.noteType) != note.type.bytes)
      drafts += cards
      if cardCount > 0, outcome == .duplicate { outcome = .updated }
    }
  }

  private var refusal: ImportProblem.Kind? {
    if note.tags.count > ImportStep.nameLimit { return .tooManyTags }
    if values.values.contains(where: { $0.contains(0) }) { return .nulByte }
    let room = EventBytes.payloadLimit - 32_768
    return note.byteCount - 256 * note.cards.count > room ? .tooLarge : nil
  }

  private func drafts(
    of card: ImportedNote.Card, _ origin: CardOrigin, in deck: EntityID
  ) -> [EventDraft] {
    var change = CardChange()
    change.origin = origin
    change.seed = card.seed
    var drafts = [
      EventDraft(
        .cardAdded, origin.card, second: deck, payload: change.encoded,
        occurredAt: note.createdAt)
    ]
    if card.isSuspended { drafts.append(EventDraft(.cardSuspended, origin.card)) }
    if card.flag > 0 {
      drafts.append(
        EventDraft(.cardFlagged, origin.card, payload: CardFlag.payload(card.flag)))
    }
    return drafts
  }

  private var added: EventDraft {
    var seen = SourceRecord()
    seen.digests = values.mapValues(SourceRecord.digest(of:))
    seen.tags = tags.map(normalizedTagName).sorted()
    seen.modifiedAt = note.modifiedAt
    var change = NoteChange()
    for (index, field) in note.fields.enumerated() where !field.isEmpty {
      change.fields[index] = field
    }
    change.tagsOn = tags
    change.extras = note.extras.filter { !$0.value.isEmpty }
    change.source = register(seen, nil)
    return EventDraft(
      .noteAdded, note.id, second: note.type, payload: change.encoded, occurredAt: note.createdAt)
  }

  private var tags: [String] {
    Tag.distinct(note.tags).filter { !normalizedTagName($0).isEmpty }
  }

  private func register(_ seen: SourceRecord, _ record: Record?) -> [UInt8] {
    var records = SourceRecords(reading: record?.value(.source))
    records[note.source] = seen
    return records.encoded
  }

  /// Writes what changed in the source since it was last imported, where a person did not change
  /// it here.
  private mutating func update(_ record: Record, isOther: Bool) {
    let known = SourceRecords(reading: record.value(.source))[note.source]
    if let there = note.modifiedAt, let here = known.modifiedAt, there < here, !options.force {
      return
    }
    var seen = SourceRecord()
    seen.digests = values.mapValues(SourceRecord.digest(of:))
    seen.modifiedAt = note.modifiedAt ?? known.modifiedAt
    var change = NoteChange()
    var contested: [FieldKey] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard SourceRecord.digest(of: value) != known.digests[key] ?? SourceRecord.digest(of: [])
      else { continue }
      let present = present(key, record)
      if present == value { continue }
      let isUntouched =
        SourceRecord.digest(of: present) == known.digests[key]
        || record[key]?.winner?.isRuleMade ?? true
      guard !isOther, isUntouched || options.force else {
        contested.append(key)
        seen.digests[key] = known.digests[key]
        continue
      }
      set(key, value, in: &change)
    }
    changeTags(&change, known, &seen, record)
    if seen != known { change.source = register(seen, record) }
    let isNews = !change.fields.isEmpty || !change.tagsOn.isEmpty || !change.tagsOff.isEmpty
    if !change.isEmpty {
      drafts.append(
        EventDraft(.noteEdited, note.id, payload: change.encoded, occurredAt: note.modifiedAt))
    }
    if !contested.isEmpty {
      outcome = .conflicting(fields: contested.map { "field \($0.part + 1)" })
    } else if isNews || !change.extras.isEmpty {
      outcome = .updated
    }
  }

  private func present(_ key: FieldKey, _ record: Record) -> [UInt8] {
    let value = record[key]?.winner?.value ?? []
    return key.field == .extra ? ExtraField(reading: value)?.value ?? [] : value
  }

  private func set(_ key: FieldKey, _ value: [UInt8], in change: inout NoteChange) {
    if key.field == .noteField {
      change.fields[Int(key.part)] = Text(bytes: value)
    } else if let extra = note.extras.first(where: { $0.part == key.part }) {
      change.extras.append(extra)
    }
  }

  private func changeTags(
    _ change: inout NoteChange, _ known: SourceRecord, _ seen: inout SourceRecord,
    _ record: Record
  ) {
    func isOn(_ name: String) -> Bool {
      let tag = NoteTag(name: Array(name.utf8), isOn: true)
      return record[FieldKey(.noteTag, tag.part)]?.winner?.value.first == 1
    }
    seen.tags = tags.map(normalizedTagName).sorted()
    change.tagsOn = tags.filter { !known.tags.contains(normalizedTagName($0)) && !isOn($0) }
    change.tagsOff = known.tags.filter { !seen.tags.contains($0) && isOn($0) }
  }
}
