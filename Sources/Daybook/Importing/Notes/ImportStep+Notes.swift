import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB

/// Bringing in notes with their types, decks and cards.
extension ImportStep {
  /// Defines a type, or defines it anew where only imports have defined it. False, with nothing
  /// added, when the command has no room left for it.
  mutating func add(
    _ type: ImportedNoteType, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let record = try moment.catalog.record(RowKey(.noteType, type.id), transaction)
    let isPersonal = record[.definition]?.winner.map { !$0.isRuleMade } ?? false
    let isSame =
      record.value(.definition) == type.type.definition
      && record.value(.name) == Array(type.type.name.utf8)
    guard !isSame, !isPersonal || options.force else { return true }
    let draft = EventDraft(.noteTypeDefined, type.id, payload: type.type.payload)
    guard hasRoom(for: [draft]) else { return false }
    append([draft])
    return true
  }

  /// Makes a deck, and sets what no person has set for it here. False, with nothing added, when
  /// the command has no room left for it.
  mutating func add(
    _ deck: ImportedDeck, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var plan: [EventDraft] = []
    var decks = decks
    let (id, isDeleted) = try decks.resolve(deck.name, &plan, moment, transaction)
    let record = try moment.catalog.record(RowKey(.deck, id), transaction)
    let news = deck.options.filter { option in
      let key = FieldKey(.option, DeckOptionName.part(of: option.name))
      guard let head = record[key]?.winner else { return true }
      return head.value != option.encoded && (head.isRuleMade || options.force)
    }
    if !news.isEmpty, !isDeleted {
      plan.append(EventDraft(.deckOptionsChanged, id, payload: DeckOptionValue.payload(news)))
    }
    guard hasRoom(for: plan) else { return false }
    self.decks = decks
    append(plan)
    return true
  }

  /// Names a file that notes show, unless the name stands for another file here. False, with
  /// nothing added, when the command has no room left for it.
  mutating func add(
    _ file: MediaFile, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let id = MediaFile.id(file.name)
    let record = try moment.catalog.record(RowKey(.media, id), transaction)
    guard record.value(.mediaFile) == nil else { return true }
    let draft = EventDraft(.mediaAdded, id, payload: file.encoded)
    guard hasRoom(for: [draft]) else { return false }
    append([draft])
    return true
  }

  /// Plans one note with its cards; false, with nothing added, when the command has no room left
  /// for it.
  mutating func add(
    _ note: ImportedNote, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var plan = NotePlan(note, options)
    var decks = decks
    let record = try moment.catalog.record(RowKey(.note, note.id), transaction)
    try plan.make(record, &decks, moment, transaction)
    guard hasRoom(for: plan.drafts) else {
      // A note that no command can hold would stop the import for ever.
      guard drafts.isEmpty else { return false }
      skip(note.place, .tooMuchText)
      return true
    }
    self.decks = decks
    append(plan.drafts)
    report.cards += plan.cardCount
    lastNote = (note.id, plan.outcome)
    switch plan.outcome {
    case .new: report.new += 1
    case .updated: report.updated += 1
    case .duplicate: report.duplicate += 1
    case .deleted: skipDeleted()
    case .skipped(let problem): skip(note.place, problem)
    case .conflicting(let fields):
      report.conflicting += 1
      self.note(.changedOnBothSides(fields: fields), note.place)
    }
    return true
  }

  /// Plans some answers to a card; false, with nothing added, when the command has no room left
  /// for them.
  mutating func add(
    _ reviews: ImportedReviews, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let isOfLast = lastNote?.id == reviews.note
    if isOfLast, case .deleted? = lastNote?.outcome { return true }
    let card = reviews.card
    let known = try knownAnswers(to: card, moment, transaction)
    let new = reviews.answers.filter { !known.contains($0) }
    let plan = new.compactMap { answer in
      Grade(rawValue: answer.grade).map { grade in
        var draft = EventDraft(
          .cardReviewed, card,
          payload: Review.payload(
            grade: grade, durationMilliseconds: answer.durationMilliseconds, shown: answer.shown,
            rolloverHour: answer.rolloverHour, id: answer.id, scheduled: answer.scheduled),
          occurredAt: answer.milliseconds)
        draft.offsetMinutes = answer.offsetMinutes
        return draft
      }
    }
    guard hasRoom(for: plan) else { return false }
    append(plan)
    report.reviews += plan.count
    if reviews.note == card {
      if plan.isEmpty { report.duplicate += 1 } else { report.updated += 1 }
      return true
    }
    guard !plan.isEmpty, isOfLast, lastNote?.outcome == .duplicate else { return true }
    // What was there as it is has now learned something.
    report.duplicate -= 1
    report.updated += 1
    lastNote?.outcome = .updated
    return true
  }

  private func knownAnswers(
    to card: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> KnownAnswers {
    KnownAnswers(try moment.reviews(of: card, transaction))
  }
}

/// The answers to a card that are here.
private struct KnownAnswers {
  /// Answers that lie closer together than this, with the same grade, are one that went out to
  /// another program and came back: nobody answers a card twice in that time.
  private static let echoMilliseconds: Int64 = 100

  private var ids: Set<EntityID> = []
  private var own: [(milliseconds: Int64, grade: UInt8)] = []

  init(_ reviews: [PlacedReview]) {
    for review in reviews {
      ids.insert(review.answer.id)
      guard review.answer.scheduled == nil else { continue }
      own.append((review.milliseconds, review.answer.grade))
    }
  }

  func contains(_ answer: ImportedReviews.Answer) -> Bool {
    ids.contains(answer.id)
      || own.contains {
        $0.grade == answer.grade
          && abs($0.milliseconds - answer.milliseconds) <= Self.echoMilliseconds
      }
  }
}
