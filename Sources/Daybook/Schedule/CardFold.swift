package import DaybookEvents
package import DaybookScheduler

/// The fold of a card's reviews: where its learning stands under one scheduler.
///
/// What an answer did to the phase of a card, and whether it was a lapse, is judged by what was so
/// when it was given, never by the steps of today: `phaseRule(in:)`. They decide only where a card
/// that is on steps goes on.
package struct CardFold {
  /// Where it stands.
  package private(set) var schedule = CardSchedule()
  /// The study day of the first answer that counts; nil before that.
  private(set) var firstStudyDay: Int?
  private let card: EntityID
  private let scheduler: Scheduler
  /// The answer before; with the card that it was given to, where it leaves open what it led to.
  private var last: (review: PlacedReview, open: CardSchedule?)?

  /// Folds reviews, given in the order in which they count.
  ///
  /// - Parameters:
  ///   - seed: what another program had scheduled; nil for a card made here.
  ///   - trace: hears of every review that is folded, with the card before and after it.
  package init(
    _ reviews: [PlacedReview], of card: EntityID, seed: CardSeed?, by scheduler: Scheduler,
    trace: ((PlacedReview, _ before: CardSchedule, _ after: CardSchedule) -> Void)? = nil
  ) {
    self.card = card
    self.scheduler = scheduler
    func counts(_ review: PlacedReview) -> Bool {
      !review.isRetracted && review.answer.shown != .cram
    }
    let counting = reviews.allSatisfy(counts) ? reviews : reviews.filter(counts)
    firstStudyDay = counting.first?.studyDay
    var rest = counting[...]
    if let start = Self.newestLearning(counting) {
      rest = counting[start...]
    } else if let first = counting.first, first.isOfCutHistory,
      let (schedule, used) = Self.continued(counting, by: scheduler)
    {
      last = (counting[used - 1], nil)
      self.schedule = schedule
      rest = counting[used...]
    } else if let seed, let schedule = Self.seeded(seed, by: scheduler) {
      self.schedule = schedule
      firstStudyDay = firstStudyDay ?? schedule.lastReview?.studyDay
    }
    for review in rest {
      guard let grade = Grade(rawValue: review.answer.grade) else { continue }
      let before = given(review)
      schedule = answered(before, grade, review, rule: review.phaseRule(in: scheduler))
      last = (review, review.saysPhase(after: grade, before) ? nil : before)
      trace?(review, before, schedule)
    }
    schedule = schedule.settled(in: scheduler.stepCounts, by: scheduler, fuzz: lastFuzz)
  }

  private func answered(
    _ card: CardSchedule, _ grade: Grade, _ review: PlacedReview, rule: CardSchedule.StepRule
  ) -> CardSchedule {
    card.answered(
      grade, at: review.milliseconds, studyDay: review.studyDay, by: scheduler, rule: rule,
      fuzz: fuzz(of: review))
  }

  private func fuzz(of review: PlacedReview) -> FuzzSeed {
    FuzzSeed(card: card.rawValue, review: review.answer.id.rawValue)
  }

  private var lastFuzz: FuzzSeed? { last.map { fuzz(of: $0.review) } }

  /// The card as it was when an answer was given to it.
  private func given(_ review: PlacedReview) -> CardSchedule {
    let card = placed(as: review)
    guard let steps = review.answer.steps else { return card }
    return card.settled(in: steps, by: scheduler, fuzz: lastFuzz)
  }

  /// The card in the phase in which it was shown, where that tells what the answer before leaves
  /// open, and where both are of one history that another program kept.
  ///
  /// Otherwise the phase that follows from the answers before counts: two people who did not know
  /// of each other's answers saw the card as it was without them.
  private func placed(as review: PlacedReview) -> CardSchedule {
    let isOfOneHistory =
      review.isImported && last?.review.isImported ?? (schedule.phase == .new)
    guard isOfOneHistory || last?.open != nil, let shown = review.answer.shown.phase,
      shown != schedule.phase, shown != .new
    else { return schedule }
    if let last, let before = last.open, let grade = Grade(rawValue: last.review.answer.grade),
      review.wasGivenAfter(last.review, to: before)
    {
      let other = answered(
        before, grade, last.review, rule: .known(staysOnSteps: !schedule.isOnSteps))
      if other.phase == shown { return other }
    }
    guard isOfOneHistory else { return schedule }
    var card =
      schedule.isOnSteps ? schedule.graduated(by: scheduler, fuzz: lastFuzz) : schedule
    card.phase = shown
    return card
  }

  /// Where the last block of learning begins among imported reviews, as Anki counts: whatever came
  /// before it was forgotten there on purpose. Nil where no imported review was one of learning.
  private static func newestLearning(_ reviews: [PlacedReview]) -> Int? {
    guard var index = reviews.lastIndex(where: \.isImportedLearning) else { return nil }
    while index > 0, reviews[index - 1].isImportedLearning { index -= 1 }
    // An answer given here to a card that was not yet imported counts like any other.
    while index > 0, !reviews[index - 1].isImported { index -= 1 }
    return index
  }

  /// What the first review with an interval of days makes of a card whose beginnings are missing,
  /// and how many reviews that stands for.
  private static func continued(
    _ reviews: [PlacedReview], by scheduler: Scheduler
  ) -> (schedule: CardSchedule, used: Int)? {
    for (index, review) in reviews.enumerated() {
      guard let scheduled = review.answer.scheduled else { return nil }
      guard scheduled.interval >= 1 else { continue }
      let first = CardSchedule.FirstKnownReview(
        moment: CardSchedule.Moment(milliseconds: review.milliseconds, studyDay: review.studyDay),
        intervalDays: Int(scheduled.interval), easePermille: Int(scheduled.factor))
      // What cannot be continued begins with its first known review.
      return (try? CardSchedule(continuing: first, by: scheduler)).map { ($0, index + 1) }
    }
    return nil
  }

  /// What another program's schedule makes of a card of which no review is known; nil for a card
  /// that was new there.
  private static func seeded(_ seed: CardSeed, by scheduler: Scheduler) -> CardSchedule? {
    guard let days = seed.intervalDays, days >= 1, let due = seed.dueDay else { return nil }
    let day = Int(due) - Int(days)
    let moment = CardSchedule.Moment(
      milliseconds: Int64(max(0, day)) * 86_400_000, studyDay: max(0, day))
    let ease = Int(seed.easePermille ?? 2500)
    // What cannot be converted is learned anew.
    var schedule = try? CardSchedule(
      continuing: CardSchedule.FirstKnownReview(
        moment: moment, intervalDays: Int(days), easePermille: ease), by: scheduler)
    if let memory = seed.memory {
      schedule?.memory = MemoryState(
        stability: max(memory.stability, 0.001), difficulty: memory.difficulty)
    }
    schedule?.due = .studyDay(Int(max(0, due)))
    schedule?.reviews = Int(max(1, seed.reviews ?? 1))
    schedule?.lapses = Int(max(0, seed.lapses ?? 0))
    return schedule
  }
}
