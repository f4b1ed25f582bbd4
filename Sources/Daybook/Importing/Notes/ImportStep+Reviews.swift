import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import DaybookText

/// Bringing in what was learned elsewhere, and cards by themselves that come back.
extension ImportStep {
  /// Plans some answers to a card; false, with nothing added, when the command has no room left
  /// for them.
  mutating func add(
    _ reviews: ImportedReviews, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let isOfLast = lastNote?.id == reviews.note
    if isOfLast {
      switch lastNote?.outcome {
      case .deleted, .skipped: return true
      default: break
      }
    }
    let card = reviews.card
    if !newCards.contains(card) {
      // A card that was not made, because its deck was deleted here, learns nothing.
      let record = try moment.catalog.record(RowKey(.card, card), transaction)
      if record.isEmpty { return true }
    }
    let known = KnownAnswers(try moment.reviews(of: card, transaction))
    let (plan, clocks) = (Self.drafts(reviews, known), known.clocks(reviews.answers))
    var dated: [EventDraft] = []
    if !clocks.isEmpty {
      let payload = ReviewClock.payload(clocks.map { ($0.key, $0.value.encoded) })
      dated = [EventDraft(.reviewDated, card, payload: payload)]
    }
    guard hasRoom(for: plan + dated) else { return false }
    append(plan + dated)
    report.reviews += plan.count
    report.dated += clocks.count
    guard !plan.isEmpty, isOfLast, lastNote?.outcome == .duplicate else { return true }
    // What was there as it is has now learned something.
    report.duplicate -= 1
    report.updated += 1
    lastNote?.outcome = .updated
    return true
  }

  /// The answers that are not here.
  private static func drafts(_ reviews: ImportedReviews, _ known: KnownAnswers) -> [EventDraft] {
    reviews.answers.filter { !known.contains($0) }.compactMap { answer in
      Grade(rawValue: answer.grade).map { grade in
        var draft = EventDraft(
          .cardReviewed, reviews.card,
          payload: Review.payload(
            grade: grade, durationMilliseconds: answer.durationMilliseconds, shown: answer.shown,
            rolloverHour: answer.rolloverHour, id: answer.id, scheduled: answer.scheduled),
          occurredAt: answer.milliseconds)
        draft.offsetMinutes = answer.offsetMinutes
        return draft
      }
    }
  }

  /// Deals with a card by itself that went out as a note and comes back; false, with nothing
  /// added, when the command has no room left for it.
  mutating func add(
    _ card: ReturningCard, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let record = try moment.catalog.record(RowKey(.card, card.id), transaction)
    newCards = []
    guard record.isLive else {
      lastNote = (card.id, .deleted)
      count(.deleted, card.place)
      return true
    }
    var change = CardChange()
    change.front = card.front.flatMap { Self.text(of: $0, unlike: record.value(.front)) }
    change.back = card.back.flatMap { Self.text(of: $0, unlike: record.value(.back)) }
    var outcome = NotePlan.Outcome.duplicate
    if change != CardChange() {
      let homecoming = try Homecoming(
        of: card.id, record, modifiedAt: card.modifiedAt, moment, transaction)
      switch homecoming {
      case _ where options.force: outcome = .updated
      case .changedLater: outcome = .updated
      case .asItWentOut: break
      case .unclear:
        let fields = [(change.front, "front"), (change.back, "back")]
        outcome = .conflicting(fields: fields.compactMap { $0 == nil ? nil : $1 })
      }
    }
    if outcome == .updated {
      let draft = EventDraft(
        .cardEdited, card.id, payload: change.encoded, occurredAt: card.modifiedAt)
      guard hasRoom(for: [draft]) else { return false }
      append([draft])
    }
    count(outcome, card.place)
    lastNote = (card.id, outcome)
    return true
  }

  /// The text of a field that was changed there; nil for one that says what is here.
  private static func text(of field: String, unlike present: [UInt8]?) -> Text? {
    let present = Text(bytes: present ?? [])
    guard NoteHTML.field(present).string != field else { return nil }
    let text = Text(ReadableText(html: field).plain)
    return text == present || text.bytes.contains(0) ? nil : text
  }
}

/// The answers to a card that are here.
private struct KnownAnswers {
  /// Answers that lie closer together than this, with the same grade, are one that went out to
  /// another program and came back: nobody answers a card twice in that time.
  private static let echoMilliseconds: Int64 = 100

  private var ids: Set<EntityID> = []
  private let reviews: [PlacedReview]

  init(_ reviews: [PlacedReview]) {
    self.reviews = reviews
    ids = Set(reviews.map(\.answer.id))
  }

  /// The clocks of answers that came from there and count for another day than they would if they
  /// were imported now, in the order of their ids.
  func clocks(
    _ answers: [ImportedReviews.Answer]
  ) -> [(key: EntityID, value: ReviewClock)] {
    guard !reviews.isEmpty else { return [] }
    var clocks: [EntityID: ReviewClock] = [:]
    for answer in answers where ids.contains(answer.id) {
      clocks[answer.id] = ReviewClock(
        offsetMinutes: answer.offsetMinutes, rolloverHour: answer.rolloverHour)
    }
    for review in reviews {
      guard let clock = clocks[review.answer.id] else { continue }
      if clock.studyDay(at: review.milliseconds) == review.studyDay {
        clocks[review.answer.id] = nil
      }
    }
    return clocks.sorted { $0.key.rawValue < $1.key.rawValue }
  }

  func contains(_ answer: ImportedReviews.Answer) -> Bool {
    if ids.contains(answer.id) { return true }
    guard !reviews.isEmpty else { return false }
    return reviews.contains { review in
      abs(review.milliseconds - answer.milliseconds) <= Self.echoMilliseconds
        && review.answer.grade == answer.grade
        // One that was imported before may have been given another time, to be unique there.
        && (review.answer.scheduled ?? answer.scheduled) == answer.scheduled
    }
  }
}
