extension CardSchedule {
  /// What tells whether an answer to a card on its steps, or a lapse, left it on a step.
  package enum StepRule: Hashable, Sendable {
    /// The step rules of py-fsrs 6 (`scheduler.py`), with so many steps.
    case counts(StepCounts)
    /// It is known, because another program decided it.
    case known(staysOnSteps: Bool)
  }

  /// The card after one more review.
  ///
  /// Memory is updated at every answer, on steps as well, and never depends on them. Reviews are
  /// given in the order of their sort key; one dated before its predecessor counts as a review on
  /// the same day.
  ///
  /// - Parameters:
  ///   - milliseconds: When the review happened, since 1970.
  ///   - studyDay: The day it counts for, in whole days since 1970-01-01.
  ///   - rule: Decides on the phase; nil for the steps that the scheduler has now. How long a step
  ///     takes is always what the scheduler has now.
  ///   - fuzz: Chooses the day near the interval if the scheduler is fuzzed; nil for none, as on a
  ///     preview, where the review has no id yet.
  package func answered(
    _ grade: Grade, at milliseconds: Int64, studyDay: Int, by scheduler: Scheduler,
    rule: StepRule? = nil, fuzz: FuzzSeed? = nil
  ) -> CardSchedule {
    let memory = scheduler.parameters.next(
      self.memory, grade: grade, elapsedDays: elapsedDays(until: studyDay))

    var card = self
    card.memory = memory
    card.reviews += 1
    if phase == .review && grade == .again { card.lapses += 1 }
    card.lastReview = Moment(milliseconds: milliseconds, studyDay: studyDay)

    if let place = nextStep(grade, rule ?? .counts(scheduler.stepCounts)) {
      card.phase = place.phase
      card.step = place.step
      card.intervalDays = 0
      let delay = scheduler.delayMilliseconds(on: place, after: grade)
      card.due = .instant(milliseconds: milliseconds.addingSaturated(delay))
    } else {
      card.phase = .review
      card.step = 0
      card.intervalDays = scheduler.intervalDays(
        stability: memory.stability, previous: intervalDays, fuzz: fuzz)
      card.due = .studyDay(studyDay.addingSaturated(card.intervalDays))
    }
    return card
  }

  /// The card as it stands where there are so many steps: learned, if its last answer left it on a
  /// step that there is not. It goes on from there by the rules of those steps.
  ///
  /// - Parameter fuzz: Of its last review.
  package func settled(
    in counts: StepCounts, by scheduler: Scheduler, fuzz: FuzzSeed? = nil
  ) -> CardSchedule {
    isOnSteps && step >= counts.count(in: phase) ? graduated(by: scheduler, fuzz: fuzz) : self
  }

  /// Whether it waits on a learning or relearning step.
  package var isOnSteps: Bool { phase == .learning || phase == .relearning }

  /// The card off its steps, due by what its last review made of its memory.
  package func graduated(by scheduler: Scheduler, fuzz: FuzzSeed? = nil) -> CardSchedule {
    var card = self
    card.phase = .review
    card.step = 0
    guard let memory, let lastReview else { return card }
    card.intervalDays = scheduler.intervalDays(
      stability: memory.stability, previous: intervalDays, fuzz: fuzz)
    card.due = .studyDay(lastReview.studyDay.addingSaturated(card.intervalDays))
    return card
  }

  fileprivate struct StepPlace {
    let phase: Phase
    let step: Int
  }

  /// The step that follows, or nil if the card goes to (or stays in) review.
  private func nextStep(_ grade: Grade, _ rule: StepRule) -> StepPlace? {
    if phase == .review, grade != .again { return nil }
    let kind = phase == .new || phase == .learning ? Phase.learning : .relearning
    let next =
      switch grade {
      case .again: 0
      case .hard: step
      case .good, .easy: step + 1
      }
    switch rule {
    case .known(let staysOnSteps): return staysOnSteps ? StepPlace(phase: kind, step: next) : nil
    case .counts(let counts):
      // The deck may have had fewer steps than when the card was put on this one.
      let isThere = grade != .easy && next < counts.count(in: kind)
      return isThere ? StepPlace(phase: kind, step: next) : nil
    }
  }
}

extension Scheduler {
  /// How long a card waits on a step after an answer. On one that the deck has no more it would
  /// wait as long as on the last, and without any, a minute; but then it is settled.
  fileprivate func delayMilliseconds(
    on place: CardSchedule.StepPlace, after grade: Grade
  ) -> Int64 {
    let steps = place.phase == .learning ? learningSteps : relearningSteps
    guard let first = steps.first, let last = steps.last else { return 60_000 }
    guard grade == .hard, place.step == 0 else {
      return Int64(place.step < steps.count ? steps[place.step] : last) * 1000
    }
    // Half way between the first two steps, or half as long again as the only one.
    return Int64(steps.count > 1 ? first + steps[1] : 3 * first) * 500
  }
}
