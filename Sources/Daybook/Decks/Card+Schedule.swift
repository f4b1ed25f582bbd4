import DaybookScheduler
public import DaybookText

/// What is computed of a card, in plain values.
extension Card {
  /// `new`, `learning`, `review` or `relearning`.
  public var state: String { schedule.phase.name }
  /// Days after which recall has fallen to 0.9; nil before the first review.
  public var stability: Double? { schedule.memory?.stability }
  /// 1 (easiest) to 10 (hardest); nil before the first review.
  public var difficulty: Double? { schedule.memory?.difficulty }
  /// When it is next to be shown: a study day, or a moment on steps; nil before the first review.
  public var due: TimeValue? { schedule.due?.value }
  /// Days from the last review to the due day; 0 on steps.
  public var intervalDays: Int { schedule.intervalDays }
  /// How many answers count.
  public var reviews: Int { schedule.reviews }
  /// How often it was forgotten after it had been learned.
  public var lapses: Int { schedule.lapses }

  /// Whether it was forgotten so often that it is a leech, as its deck counts.
  public var isLeech: Bool {
    LeechRule(threshold: options.leechThreshold).isLeech(lapses: lapses)
  }

  /// Whether its note was written to after it was last answered, so that it may ask for something
  /// else than what was remembered.
  public var isChangedSinceReview: Bool {
    guard let edited = noteEditedAt, let last = schedule.lastReview else { return false }
    return edited.milliseconds > last.milliseconds
  }

  /// Whether it is kept out of review on a study day.
  public func isBuried(onStudyDay day: Int) -> Bool { buriedDay >= day && buriedDay > 0 }

  /// The probability of remembering it on a study day, 0...1; nil before the first review.
  public func retrievability(onStudyDay day: Int) -> Double? {
    schedule.retrievability(onStudyDay: day, parameters: scheduler.parameters)
  }

  /// When it would be next shown after an answer now.
  public func due(after answer: Answer, at now: Int64, studyDay: Int) -> TimeValue? {
    schedule.answered(answer.grade, at: now, studyDay: studyDay, by: scheduler).due?.value
  }
}

extension CardSchedule.Phase {
  /// The name in events and JSON.
  package var name: String {
    switch self {
    case .new: "new"
    case .learning: "learning"
    case .review: "review"
    case .relearning: "relearning"
    }
  }
}
