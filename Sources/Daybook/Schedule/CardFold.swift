package import DaybookEvents
package import DaybookScheduler

/// The fold of a card's reviews: where its learning stands under one scheduler.
package struct CardFold {
  /// Where it stands.
  package private(set) var schedule = CardSchedule()
  /// The study day of the first answer that counts; nil before that.
  private(set) var firstStudyDay: Int?

  /// Folds reviews, given in the order in which they count.
  ///
  /// - Parameters:
  ///   - seed: what another program had scheduled; nil for a card made here.
  ///   - trace: hears of every review that is folded, with the card before and after it.
  package init(
    _ reviews: [PlacedReview], of card: EntityID, seed: CardSeed?, by scheduler: Scheduler,
    trace: ((PlacedReview, _ before: CardSchedule, _ after: CardSchedule) -> Void)? = nil
  ) {
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
      self.schedule = schedule
      rest = counting[used...]
    } else if let seed, let schedule = Self.seeded(seed, by: scheduler) {
      self.schedule = schedule
      firstStudyDay = firstStudyDay ?? schedule.lastReview?.studyDay
    }
    for review in rest {
      guard let grade = Grade(rawValue: review.answer.grade) else { continue }
      let before = schedule
      schedule = schedule.answered(
        grade, at: review.milliseconds, studyDay: review.studyDay, by: scheduler,
        fuzz: FuzzSeed(card: card.rawValue, review: review.answer.id.rawValue))
      trace?(review, before, schedule)
    }
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

extension PlacedReview {
  fileprivate var isImported: Bool { answer.scheduled != nil }

  fileprivate var isImportedLearning: Bool {
    isImported && (answer.shown == .new || answer.shown == .learning)
  }

  /// Whether it came from another program and is no first answer, so that some before it are not
  /// known.
  fileprivate var isOfCutHistory: Bool { isImported && !isImportedLearning }
}
