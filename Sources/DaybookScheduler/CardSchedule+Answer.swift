extension CardSchedule {
  /// The card after one more review, by the step rules of py-fsrs 6 (`scheduler.py`).
  ///
  /// Memory is updated at every answer, on steps as well. Reviews are given in the order of their
  /// sort key; one dated before its predecessor counts as a review on the same day.
  ///
  /// - Parameters:
  ///   - milliseconds: When the review happened, since 1970.
  ///   - studyDay: The day it counts for, in whole days since 1970-01-01.
  ///   - fuzz: Chooses the day near the interval if the scheduler is fuzzed; nil for none, as on a
  ///     preview, where the review has no id yet.
  package func answered(
    _ grade: Grade, at milliseconds: Int64, studyDay: Int, by scheduler: Scheduler,
    fuzz: FuzzSeed? = nil
  ) -> CardSchedule {
    let memory = scheduler.parameters.next(
      self.memory, grade: grade, elapsedDays: elapsedDays(until: studyDay))

    var card = self
    card.memory = memory
    card.reviews += 1
    if phase == .review && grade == .again { card.lapses += 1 }
    card.lastReview = Moment(milliseconds: milliseconds, studyDay: studyDay)

    if let place = nextStep(grade, scheduler) {
      card.phase = place.phase
      card.step = place.step
      card.intervalDays = 0
      card.due = .instant(milliseconds: milliseconds.addingSaturated(place.delayMilliseconds))
    } else {
      card.phase = .review
      card.step = 0
      card.intervalDays = scheduler.intervalDays(
        stability: memory.stability, previous: intervalDays, fuzz: fuzz)
      card.due = .studyDay(studyDay.addingSaturated(card.intervalDays))
    }
    return card
  }

  private struct StepPlace {
    let phase: Phase
    let step: Int
    let delayMilliseconds: Int64
  }

  /// The step that follows, or nil if the card goes to (or stays in) review.
  private func nextStep(_ grade: Grade, _ scheduler: Scheduler) -> StepPlace? {
    switch phase {
    case .new, .learning:
      return Self.stepPlace(.learning, from: step, grade, scheduler.learningSteps)
    case .relearning:
      return Self.stepPlace(.relearning, from: step, grade, scheduler.relearningSteps)
    case .review:
      guard grade == .again else { return nil }
      return Self.stepPlace(.relearning, from: 0, grade, scheduler.relearningSteps)
    }
  }

  private static func stepPlace(
    _ phase: Phase, from step: Int, _ grade: Grade, _ steps: [Int]
  ) -> StepPlace? {
    guard let first = steps.first else { return nil }
    func place(_ step: Int) -> StepPlace {
      StepPlace(phase: phase, step: step, delayMilliseconds: Int64(steps[step]) * 1000)
    }
    if grade == .again { return place(0) }
    // The deck has fewer steps than when the card was put on this one.
    guard steps.indices.contains(step) else { return nil }
    switch grade {
    case .again, .easy: return nil
    case .good: return step + 1 < steps.count ? place(step + 1) : nil
    case .hard:
      guard step == 0 else { return place(step) }
      // Half way between the first two steps, or half as long again as the only one.
      let doubled = steps.count > 1 ? first + steps[1] : 3 * first
      return StepPlace(phase: phase, step: 0, delayMilliseconds: Int64(doubled) * 500)
    }
  }
}
