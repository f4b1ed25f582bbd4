import Daybook
import DaybookEvents
import DaybookScheduler
import LMDB

/// Turns notes with their cards and reviews into what a package holds. Numbers there are times in
/// milliseconds: of several of one time, each next one gets the next that is free.
struct AnkiCardWriter {
  private let book: AnkiDeckBook
  private let notes: AnkiNoteList
  private let clock: AnkiExportClock
  private let isBare: Bool
  private var noteNumbers: Set<Int> = []
  private var cardNumbers: Set<Int> = []
  private var reviewNumbers: Set<Int> = []
  private var newCount = 0

  init(_ book: AnkiDeckBook, _ notes: AnkiNoteList, _ clock: AnkiExportClock, isBare: Bool) {
    self.book = book
    self.notes = notes
    self.clock = clock
    self.isBare = isBare
  }

  /// A note with its cards.
  mutating func entry(
    _ note: ExportedNote, _ cards: [EntityID], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> AnkiNoteEntry {
    let number = Self.free(note.number ?? Int(max(1, note.createdAt)), in: &noteNumbers)
    var written: [AnkiNoteEntry.Card] = []
    for id in cards {
      let record = try moment.catalog.record(RowKey(.card, id), transaction)
      let origin = record.value(.cardNote).flatMap { CardOrigin(reading: $0) }
      guard let own = record.value(.deck).flatMap({ EntityID(bytes: $0) }) else { continue }
      // Where it shows: its own deck may have been joined into another.
      let deck = try moment.survivor(of: own, .deck, transaction)
      guard let deckNumber = book.number(of: deck) else { continue }
      let ordinal = origin?.ordinal ?? 0
      var card = AnkiCard(
        id: Self.free(number + ordinal, in: &cardNumbers), noteID: number, deckID: deckNumber,
        ordinal: ordinal, modifiedSeconds: Int(max(0, record.lastWrite?.recordedAt ?? 0) / 1000),
        due: 0)
      var entry = AnkiNoteEntry.Card(card)
      if isBare {
        newCount += 1
        card.due = newCount
      } else {
        let scheduler = try moment.scheduler(of: deck, transaction)
        let reviews = try moment.reviews(of: id, transaction)
        let seed = record.value(.seed).map { CardSeed(reading: $0) }
        let history = AnkiHistory(reviews, of: id, seed: seed, by: scheduler)
        fill(&card, history.schedule, seed, scheduler, isSuspended: record.value(.suspended) == [1])
        card.flags = Int(record.value(.flag)?.first ?? 0)
        entry.reviews = history.reviews.map {
          var review = $0
          review.id = Self.free(review.id, in: &reviewNumbers)
          review.cardID = card.id
          return review
        }.sorted { $0.id < $1.id }
      }
      entry.card = card
      written.append(entry)
    }
    return AnkiNoteEntry(
      AnkiNote(
        id: number, guid: note.guid, noteTypeID: notes.number(ofType: note.type),
        modifiedSeconds: Int(max(0, note.modifiedAt) / 1000), tags: note.tags,
        fields: note.fields),
      cards: written.sorted { $0.card.ordinal < $1.card.ordinal })
  }

  private mutating func fill(
    _ card: inout AnkiCard, _ schedule: CardSchedule, _ seed: CardSeed?, _ scheduler: Scheduler,
    isSuspended: Bool
  ) {
    var data = AnkiCardData()
    newCount += 1
    let isPlace = seed?.position.map { (0..<1 << 31).contains($0) } ?? false
    let position = isPlace ? Int(seed?.position ?? 0) : newCount
    card.reviews = schedule.reviews
    card.lapses = schedule.lapses
    card.interval = schedule.intervalDays
    switch schedule.phase {
    case .new: (card.kindNumber, card.queueNumber, card.due) = (0, 0, position)
    case .learning, .relearning:
      let isAgain = schedule.phase == .relearning
      let steps = isAgain ? scheduler.relearningSteps : scheduler.learningSteps
      card.kindNumber = isAgain ? 3 : 1
      card.queueNumber = 1
      card.left = max(1, steps.count - schedule.step)
      if case .instant(let milliseconds) = schedule.due { card.due = Int(milliseconds / 1000) }
      card.interval = max(card.interval, isAgain ? 1 : 0)
    case .review:
      (card.kindNumber, card.queueNumber) = (2, 2)
      if case .studyDay(let day) = schedule.due { card.due = clock.number(ofStudyDay: day) }
    }
    if let memory = schedule.memory {
      card.factor = 2500
      data.stability = memory.stability
      data.difficulty = memory.difficulty
      data.desiredRetention = scheduler.desiredRetention
      data.decay = scheduler.parameters.values.last
      data.lastReviewSeconds = schedule.lastReview.map { Int($0.milliseconds / 1000) }
    }
    data.position = position
    if isSuspended { card.queueNumber = -1 }
    card.data = data.text
  }

  /// A number, or the next one that is not taken.
  private static func free(_ number: Int, in taken: inout Set<Int>) -> Int {
    var number = max(1, number)
    while !taken.insert(number).inserted { number += 1 }
    return number
  }
}

/// The answers to a card as a review log has them.
struct AnkiHistory {
  /// The answers, in order; whose card they are is not said yet.
  private(set) var reviews: [AnkiReview] = []
  /// Where they lead.
  let schedule: CardSchedule

  init(_ placed: [PlacedReview], of card: EntityID, seed: CardSeed?, by scheduler: Scheduler) {
    var traced: [EntityID: (before: CardSchedule, after: CardSchedule)] = [:]
    let fold = CardFold(placed, of: card, seed: seed, by: scheduler) { review, before, after in
      traced[review.answer.id] = (before, after)
    }
    schedule = fold.schedule
    var last: Review.Scheduled?
    for review in placed where !review.isRetracted {
      let answer = review.answer
      let (before, after) = traced[answer.id] ?? (CardSchedule(), CardSchedule())
      var row = AnkiReview(
        id: Int(max(1, review.milliseconds)), cardID: 0, ease: Int(answer.grade),
        interval: Self.interval(after), lastInterval: Self.interval(before),
        factor: Self.factor(after), milliseconds: Int(clamping: answer.durationMilliseconds),
        kindNumber: Self.kind(answer, before))
      if let scheduled = answer.scheduled {
        row.interval = Int(clamping: scheduled.interval)
        row.factor = Int(clamping: scheduled.factor)
      }
      // What was scheduled there hangs on no steps of here.
      if let last { row.lastInterval = Int(clamping: last.interval) }
      if answer.shown != .cram { last = answer.scheduled }
      reviews.append(row)
    }
  }

  /// Days, or a negative number of seconds on steps; 0 for a new card.
  private static func interval(_ schedule: CardSchedule) -> Int {
    if schedule.intervalDays > 0 { return schedule.intervalDays }
    guard case .instant(let due) = schedule.due, let last = schedule.lastReview else { return 0 }
    return -Int(clamping: max(1, (due - last.milliseconds) / 1000))
  }

  /// Difficulty from 1 to 10 as Anki's log writes it: 100 to 1,100.
  private static func factor(_ schedule: CardSchedule) -> Int {
    schedule.memory.map { Int((($0.difficulty - 1) / 9 * 1000 + 100).rounded()) } ?? 0
  }

  private static func kind(_ answer: Review, _ before: CardSchedule) -> Int {
    if answer.shown == .cram { return AnkiReview.Kind.filtered.rawValue }
    guard answer.scheduled == nil else {
      switch answer.shown {
      case .new, .learning: return AnkiReview.Kind.learning.rawValue
      case .relearning: return AnkiReview.Kind.relearning.rawValue
      default: return AnkiReview.Kind.review.rawValue
      }
    }
    switch before.phase {
    case .new, .learning: return AnkiReview.Kind.learning.rawValue
    case .review: return AnkiReview.Kind.review.rawValue
    case .relearning: return AnkiReview.Kind.relearning.rawValue
    }
  }
}
