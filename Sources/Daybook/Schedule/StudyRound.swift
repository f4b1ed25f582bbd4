import DaybookEvents
import DaybookScheduler
import LMDB

/// What a deck, or a deck with those below it, has to offer at a time: which of its cards come, as
/// its options say, and how many more of them today.
struct StudyRound {
  private let moment: Moment
  private let now: Int64
  private let studyDay: Int
  /// The study day of the last answer to any card of a note, for those asked about so far.
  private var lastDays: [EntityID: Int] = [:]
  /// The notes of which a card comes today, where siblings wait: a note has one turn a day.
  private var chosenNotes: Set<EntityID> = []

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - studyDay: the person's day, in days since 1970.
  init(_ moment: Moment, at now: Int64, studyDay: Int) {
    self.moment = moment
    self.now = now
    self.studyDay = studyDay
  }

  /// How many cards a deck shows a day.
  func allowance(
    of deck: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> StudyAllowance {
    let options = try moment.options(of: deck, transaction)
    return StudyAllowance(new: options.newPerDay, reviews: options.reviewsPerDay)
  }

  /// How many of a deck's cards were answered today.
  func studied(
    in deck: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> StudyAllowance {
    let tally = try moment.tally(of: deck, on: studyDay, transaction)
    return StudyAllowance(new: tally.new, reviews: tally.reviews)
  }

  /// The cards of one line of a deck that come today, in its order, at most `limit`.
  mutating func cards(
    _ place: QueuePlace, of deck: EntityID, limit: Int = .max,
    _ transaction: borrowing ReadTransaction
  ) throws -> [QueuedCard] {
    guard limit > 0 else { return [] }
    let options = try moment.options(of: deck, transaction)
    let order = place == .new ? options.newOrder : options.reviewOrder
    let isInLine = place == .step || order == .added || order == .due
    let hasTurns = options.buriesSiblings && place != .step
    var found: [QueuedCard] = []
    try moment.forEachQueued(place, in: deck, dueBy: lastDue(place), transaction) { card in
      guard card.buriedDay < studyDay else { return .next }
      found.append(card)
      return isInLine && !hasTurns && found.count == limit ? .stop : .next
    }
    if !isInLine { try sort(&found, order, transaction) }
    guard hasTurns else { return Array(found.prefix(limit)) }
    var chosen: [QueuedCard] = []
    for card in found where chosen.count < limit {
      if let note = try note(of: card.card, transaction) {
        guard !chosenNotes.contains(note), try lastDay(of: note, transaction) != studyDay
        else { continue }
        chosenNotes.insert(note)
      }
      chosen.append(card)
    }
    return chosen
  }

  /// The first card of a line that comes today; O(log n) in the order of the line.
  mutating func first(
    _ place: QueuePlace, of deck: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> QueuedCard? {
    let options = try moment.options(of: deck, transaction)
    let order = place == .new ? options.newOrder : options.reviewOrder
    guard place == .step || order == .added || order == .due else {
      return try cards(place, of: deck, limit: 1, transaction).first
    }
    var found: QueuedCard?
    var round = self
    try moment.forEachQueued(place, in: deck, dueBy: lastDue(place), transaction) { card in
      guard card.buriedDay < studyDay else { return .next }
      if options.buriesSiblings, place != .step,
        let note = try round.note(of: card.card, transaction),
        try round.lastDay(of: note, transaction) == studyDay
      {
        return .next
      }
      found = card
      return .stop
    }
    self = round
    return found
  }

  private func lastDue(_ place: QueuePlace) -> Int64 {
    switch place {
    case .step: now + ReviewQueue.learnAheadMilliseconds
    case .review: CardSchedule.Due.studyDay(studyDay).sortMilliseconds
    case .new: .max
    }
  }

  private func sort(
    _ cards: inout [QueuedCard], _ order: DeckOptions.Order,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let keyed = try cards.map { card -> (Double, UInt128, QueuedCard) in
      // Other every day, and the same on every machine.
      let seed = FuzzSeed(card: card.card.rawValue, review: UInt128(studyDay))
      let shuffled = Double(seed.day(in: 0...(1 << 52)))
      guard order == .retrievability else { return (shuffled, card.card.rawValue, card) }
      let state = try moment.cardState(card.card, transaction)
      let recall = try state?.schedule.retrievability(
        onStudyDay: studyDay,
        parameters: moment.scheduler(of: state?.deck, transaction).parameters)
      return (recall ?? 0, card.card.rawValue, card)
    }
    cards = keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func note(
    of card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> EntityID? {
    try moment.cardState(card, transaction)?.note
  }

  /// The study day on which any card of a note was last answered; 0 for never.
  private mutating func lastDay(
    of note: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    if let known = lastDays[note] { return known }
    let days = try moment.ids(.decks, ViewIndex.noteCard.key(note.key), transaction).map {
      try moment.cardState($0, transaction)?.lastStudyDay ?? 0
    }
    let last = days.max() ?? 0
    lastDays[note] = last
    return last
  }
}
