import Daybook
import DaybookEvents

/// Turns a note of a package, with its cards and reviews, into what is imported.
struct AnkiNoteMapper {
  /// What the source is called in what notes remember of their imports.
  static let source = "anki"
  /// The names of what is kept with a note so that an export restores it.
  static let guidField = "anki guid"
  static let idField = "anki id"

  let fileName: String
  let types: AnkiTypes
  let decks: AnkiDecks
  let media: AnkiMediaImport
  let clock: AnkiClock
  let own: OwnNotes
  /// Whether the package says nothing of what was learned.
  let isBare: Bool

  /// The tags that Anki leaves out of such a package.
  private static let tagsOfLearning = ["marked", "leech"]

  /// The note, then the answers to its cards.
  func entries(
    of entry: AnkiNoteEntry, _ losses: inout [AnkiImport.Loss: Int]
  ) throws -> [ImportEntry] {
    let note = entry.note
    let place = ImportPlace(file: "\(fileName), note \(note.id)")
    switch own[note.guid] {
    case .card(let card):
      return [.card(returning(note, card, place))]
        + entry.cards.prefix(1).flatMap { reviews($0, of: note, to: card, note: card, &losses) }
    case .note(let id): return try entries(entry, as: id, place, &losses)
    case nil:
      return try entries(
        entry, as: EntityID.imported("anki note", foreignID: note.guid), place, &losses)
    }
  }

  /// A card by itself went out as a note: what was changed and learned there comes back to it.
  private func returning(
    _ note: AnkiNote, _ id: EntityID, _ place: ImportPlace
  ) -> ReturningCard {
    var card = ReturningCard(id: id, place: place)
    card.modifiedAt = Int64(note.modifiedSeconds) * 1000
    let type = types.idsByNumber[note.noteTypeID]
    // Of a type that was changed there, nobody knows which field is which.
    guard type == StockNoteType.basic.id || type == StockNoteType.cloze.id,
      note.fields.count == 2
    else { return card }
    card.front = note.fields[0]
    card.back = note.fields[1]
    return card
  }

  private func entries(
    _ entry: AnkiNoteEntry, as id: EntityID, _ place: ImportPlace,
    _ losses: inout [AnkiImport.Loss: Int]
  ) throws -> [ImportEntry] {
    let note = entry.note
    guard let type = types.idsByNumber[note.noteTypeID] else { return [] }
    var imported = ImportedNote(id: id, type: type, source: Self.source, place: place)
    imported.sourceName = fileName
    imported.fields = note.fields.map { Text(media.renamed(in: $0)) }
    imported.tags = note.tags
    if isBare { imported.unspokenTags = Self.tagsOfLearning }
    imported.extras = [
      ExtraField(name: Self.guidField, value: Array(note.guid.utf8)),
      ExtraField(name: Self.idField, value: Array("\(note.id)".utf8)),
    ]
    if own[note.guid] != nil { imported.extras = [] }
    imported.createdAt = Int64(note.id)
    imported.modifiedAt = Int64(note.modifiedSeconds) * 1000
    var reviews: [ImportEntry] = []
    for card in entry.cards {
      let data = AnkiCardData(parsing: card.card.data)
      imported.cards.append(self.card(card.card, data))
      if !data.rest.members.isEmpty { losses[.customData, default: 0] += 1 }
      let origin = CardOrigin(note: id, ordinal: card.card.ordinal)
      reviews += self.reviews(card, of: note, to: origin.card, note: id, &losses)
    }
    return [.note(imported)] + reviews
  }

  private func card(_ card: AnkiCard, _ data: AnkiCardData) -> ImportedNote.Card {
    var imported = ImportedNote.Card(ordinal: card.ordinal, deck: decks.name(of: card))
    imported.isSuspended = card.queue == .suspended
    imported.flag = card.color
    var seed = CardSeed()
    let due = card.homeDeckID != 0 && card.homeDue != 0 ? card.homeDue : card.due
    guard card.kind != .new else {
      seed.position = Int64(data.position ?? due)
      imported.seed = seed
      return imported
    }
    seed.position = data.position.map { Int64($0) }
    seed.intervalDays = Int64(max(1, card.interval))
    seed.easePermille = card.factor > 0 ? Int64(card.factor) : nil
    // Days since the collection was made; on steps a moment.
    let isDay = due < 1_000_000
    seed.dueDay = isDay ? clock.studyDay(due) : clock.studyDay(seconds: due)
    if let stability = data.stability, let difficulty = data.difficulty {
      seed.memory = CardSeed.Memory(stability: stability, difficulty: difficulty)
    }
    seed.reviews = Int64(card.reviews)
    seed.lapses = Int64(card.lapses)
    imported.seed = seed
    return imported
  }

  private func reviews(
    _ entry: AnkiNoteEntry.Card, of note: AnkiNote, to card: EntityID, note noteID: EntityID,
    _ losses: inout [AnkiImport.Loss: Int]
  ) -> [ImportEntry] {
    // Whatever came before a card was forgotten on purpose counts no more.
    let reset = entry.reviews.last { $0.kind == .manual && $0.ease == 0 && $0.factor == 0 }?.id
    var answers: [ImportedReviews.Answer] = []
    for review in entry.reviews {
      guard review.ease > 0, let kind = review.kind, kind != .manual, kind != .rescheduled else {
        if review.id != reset { losses[.reschedule, default: 0] += 1 }
        continue
      }
      let isPast = reset.map { review.id < $0 } ?? false
      answers.append(
        answer(review, kind, isFirst: answers.isEmpty, isPast: isPast, note.guid, entry.card))
    }
    return stride(from: 0, to: answers.count, by: ImportedReviews.limit).map { start in
      let end = min(start + ImportedReviews.limit, answers.count)
      return .reviews(
        ImportedReviews(card: card, note: noteID, answers: Array(answers[start..<end])))
    }
  }

  private func answer(
    _ review: AnkiReview, _ kind: AnkiReview.Kind, isFirst: Bool, isPast: Bool, _ guid: String,
    _ card: AnkiCard
  ) -> ImportedReviews.Answer {
    let shown: Review.Shown =
      switch kind {
      case _ where isPast: .cram
      case .learning: isFirst ? .new : .learning
      case .relearning: .relearning
      // Without an ease it was practice that changed nothing.
      case .filtered: review.factor == 0 ? .cram : .review
      case .review, .manual, .rescheduled: .review
      }
    return ImportedReviews.Answer(
      id: EntityID(name: "anki review", guid, "\(card.ordinal)", "\(review.id)"),
      milliseconds: Int64(review.id), offsetMinutes: clock.offsetMinutes(at: Int64(review.id)),
      rolloverHour: clock.rolloverHour, grade: UInt8(review.ease),
      durationMilliseconds: UInt64(max(0, review.milliseconds)), shown: shown,
      scheduled: Review.Scheduled(
        interval: Int64(review.interval), factor: Int64(review.factor)))
  }
}
