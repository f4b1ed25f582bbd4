import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

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
  /// Whether what the source says of some field stands among the conflicts.
  private(set) var isUndecided = false
  /// The cards that are new.
  private(set) var cards: Set<EntityID> = []
  private let note: ImportedNote
  private let options: ImportOptions
  private let values: [FieldKey: [UInt8]]
  private let tags: [String]

  init(_ note: ImportedNote, _ options: ImportOptions) {
    self.note = note
    self.options = options
    var values: [FieldKey: [UInt8]] = [:]
    for (index, field) in note.fields.enumerated() {
      values[FieldKey(.noteField, UInt128(index))] = field.bytes
    }
    for extra in note.extras { values[FieldKey(.extra, extra.part)] = extra.value }
    self.values = values
    tags = Tag.distinct(note.tags).filter { !normalizedTagName($0).isEmpty }
  }

  /// Makes it of what is here.
  mutating func make(
    _ record: Record, _ decks: inout ImportDecks, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    if let problem = refusal { return outcome = .skipped(problem) }
    guard record.isEmpty || record.isLive else { return outcome = .deleted }
    // Decks that are made for a note that is not imported are not made, nor known.
    let knownDecks = decks
    var more: [EventDraft] = []
    for card in note.cards {
      let origin = CardOrigin(note: note.id, ordinal: card.ordinal)
      let id = origin.card
      guard try moment.catalog.record(RowKey(.card, id), transaction).isEmpty else { continue }
      let (deck, isDeleted) = try decks.resolve(card.deck, &more, moment, transaction)
      if isDeleted {
        guard record.isEmpty else { continue }
        (cards, decks, outcome) = ([], knownDecks, .deleted)
        return
      }
      more += drafts(of: card, id, origin, in: deck)
      cards.insert(id)
    }
    if record.isEmpty {
      drafts = [added] + more
      outcome = .new
    } else {
      try update(record, moment, transaction)
      drafts += more
      if !cards.isEmpty, outcome == .duplicate { outcome = .updated }
    }
    // Beside its text, an event holds what the source is remembered by.
    if drafts.contains(where: { $0.payload.count > EventBytes.payloadLimit }) {
      (drafts, cards, decks, outcome) = ([], [], knownDecks, .skipped(.tooLarge))
    }
  }

  private var refusal: ImportProblem.Kind? {
    if note.tags.count > ImportStep.nameLimit { return .tooManyTags }
    if values.values.contains(where: { $0.contains(0) }) { return .nulByte }
    let room = EventBytes.payloadLimit - 32_768
    return note.byteCount - 256 * note.cards.count > room ? .tooLarge : nil
  }

  private func drafts(
    of card: ImportedNote.Card, _ id: EntityID, _ origin: CardOrigin, in deck: EntityID
  ) -> [EventDraft] {
    var change = CardChange()
    change.origin = origin
    change.seed = card.seed
    var drafts = [
      EventDraft(
        .cardAdded, id, second: deck, payload: change.encoded,
        occurredAt: note.createdAt)
    ]
    if card.isSuspended { drafts.append(EventDraft(.cardSuspended, id)) }
    if card.flag > 0 {
      drafts.append(
        EventDraft(.cardFlagged, id, payload: CardFlag.payload(card.flag)))
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
    change.source = register(seen, nil, [])
    return EventDraft(
      .noteAdded, note.id, second: note.type, payload: change.encoded, occurredAt: note.createdAt)
  }

  private func register(
    _ seen: SourceRecord, _ record: Record?, _ undecided: Set<FieldKey>
  ) -> [UInt8] {
    var records = SourceRecords(reading: record?.value(.source))
    records.keepOffers(undecided.subtracting(seen.offers.map(\.key)))
    records[note.source] = seen
    return records.encoded
  }

  /// Writes what changed in the source since it was last imported, where a person did not change
  /// it here.
  private mutating func update(
    _ record: Record, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let seenBefore = SourceRecords(reading: record.value(.source))[note.source]
    let undecided = try moment.undecidedKeys(record, transaction)
    guard let known = try known(seenBefore, record, moment, transaction)?.keepingOffers(undecided)
    else { return }
    var seen = SourceRecord()
    seen.digests = values.mapValues(SourceRecord.digest(of:))
    seen.modifiedAt = note.modifiedAt ?? known.modifiedAt
    var change = NoteChange()
    let isOther = record.value(.noteType) != note.type.bytes
    var contested: [FieldKey] = []
    let bases = known.offeredBases
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      let before = known.digests[key] ?? SourceRecord.digest(of: [])
      guard SourceRecord.digest(of: value) != before || bases[key] != nil else { continue }
      let present = Self.present(key, record)
      if present == value { continue }
      let isUntouched =
        SourceRecord.digest(of: present) == known.digests[key]
        || record[key]?.winner?.isRuleMade ?? true
      guard !isOther, isUntouched && !undecided.contains(key) || options.force else {
        contested.append(key)
        if isOther {
          // Nobody knows which field of the one type is which of the other.
          seen.digests[key] = known.digests[key]
        } else {
          seen.offers.append(
            SourceOffer(
              key, registerValue(key, value), from: note.sourceName,
              bases: [key: bases[key] ?? before]))
        }
        continue
      }
      set(key, value, in: &change)
    }
    changeTags(&change, known, &seen, record)
    let isNews = !change.isEmpty
    // What was made here and comes back as it went out is no news, and nothing is written.
    if seen != known, isNews || seenBefore != SourceRecord() || !seen.offers.isEmpty {
      change.source = register(seen, record, undecided)
    }
    let isTooLarge = change.parts.contains { $0.encoded.count > EventBytes.payloadLimit }
    if isTooLarge, !seen.offers.isEmpty {
      // No event holds both sides: what the source says is told again at every import instead.
      for offer in seen.offers { seen.digests[offer.key] = offer.bases[offer.key] }
      seen.offers = []
      change.source = register(seen, record, undecided)
    }
    isUndecided = !seen.offers.isEmpty
    drafts += change.parts.map {
      EventDraft(.noteEdited, note.id, payload: $0.encoded, occurredAt: note.modifiedAt)
    }
    if !contested.isEmpty {
      outcome = .conflicting(fields: contested.map { "field \($0.part + 1)" })
    } else if isNews {
      outcome = .updated
    }
  }

  /// What the source last said of the note, or must have said; nil where what it says now is older
  /// than what is known, and nothing is to be done.
  ///
  /// A note that was made here has gone out by an export before it comes back for the first time.
  /// What was changed there later than here is taken over, as if the source had said before what is
  /// here; what an old export says counts no more; otherwise both sides changed it.
  private func known(
    _ seen: SourceRecord, _ record: Record, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> SourceRecord? {
    guard seen == SourceRecord() else {
      guard let there = note.modifiedAt, let here = seen.modifiedAt else { return seen }
      return there < here && !options.force ? nil : seen
    }
    let homecoming = try Homecoming(
      of: note.id, record, modifiedAt: note.modifiedAt, moment, transaction)
    switch homecoming {
    case .asItWentOut: return options.force ? seen : nil
    case .unclear: return seen
    case .changedLater:
      var known = SourceRecord()
      for key in values.keys {
        known.digests[key] = SourceRecord.digest(of: Self.present(key, record))
      }
      known.tags = record.noteTags.map(normalizedTagName).sorted()
      return known
    }
  }

  private static func present(_ key: FieldKey, _ record: Record) -> [UInt8] {
    let value = record[key]?.winner?.value ?? []
    return key.field == .extra ? ExtraField(reading: value)?.value ?? [] : value
  }

  /// A field as its register keeps it.
  private func registerValue(_ key: FieldKey, _ value: [UInt8]) -> [UInt8] {
    note.extras.first { key.field == .extra && $0.part == key.part }?.encoded ?? value
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
    let present = record.noteTags
    let isOn = Set(present.map(normalizedTagName))
    // Tags go out with underscores for spaces, and are known by those when they come back.
    let spelling = Dictionary(
      present.map { (normalizedTagName($0.replacing(" ", with: "_")), $0) }
    ) { first, _ in first }
    let tags = tags.map { spelling[normalizedTagName($0)] ?? $0 }
    let unspoken = Set(note.unspokenTags.map(normalizedTagName))
    let said = tags.map(normalizedTagName)
    seen.tags = (said + known.tags.filter { unspoken.contains($0) && !said.contains($0) }).sorted()
    change.tagsOn = tags.filter {
      let name = normalizedTagName($0)
      return !known.tags.contains(name) && !isOn.contains(name)
    }
    change.tagsOff = known.tags.filter { !seen.tags.contains($0) && isOn.contains($0) }
  }
}

extension Record {
  /// The tags of a note, as they are spelled.
  fileprivate var noteTags: [String] {
    registers.compactMap { key, register in
      guard key.field == .noteTag, let tag = register.winner.map({ NoteTag(reading: $0.value) }),
        tag.isOn
      else { return nil }
      return String(decoding: tag.name, as: UTF8.self)
    }
  }
}
