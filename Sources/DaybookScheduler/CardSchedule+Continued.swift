extension CardSchedule {
  /// The first review that is left of an imported history whose beginning is missing, as Anki's
  /// review log has it.
  package struct FirstKnownReview: Hashable, Sendable {
    /// When it happened.
    package let moment: Moment
    /// The interval that it led to, in days, 1 or more.
    package let intervalDays: Int
    /// The ease in permille that it led to: 1300 or more from SM-2; 100...1100 from FSRS, where
    /// it stands for a difficulty of 1...10.
    package let easePermille: Int

    /// The values of one row of a review log.
    package init(moment: Moment, intervalDays: Int, easePermille: Int) {
      self.moment = moment
      self.intervalDays = intervalDays
      self.easePermille = easePermille
    }
  }

  /// The card after a review that stands for all those before it (Anki's
  /// `fsrs_items_for_memory_state` with a truncated history).
  ///
  /// Choose the earliest review that was graded and led to an interval of whole days; then answer
  /// with the reviews after it. A history that begins with learning needs no such start.
  ///
  /// - Parameter historicalRetention: The retention that the old schedule reached, above 0 and
  ///   below 1.
  /// - Throws: ``SchedulingError/memoryStateNotConvertible`` for an interval below 1, an ease below
  ///   100 permille, a retention out of range, or where the result would not be finite.
  package init(
    continuing first: FirstKnownReview, historicalRetention: Double = 0.9, by scheduler: Scheduler
  ) throws(SchedulingError) {
    guard first.intervalDays >= 1, first.easePermille >= 100 else {
      throw .memoryStateNotConvertible
    }
    let parameters = scheduler.parameters
    let ease = Double(first.easePermille) / 1000
    let days = Double(first.intervalDays)
    memory =
      first.easePermille <= 1100
      ? try parameters.memoryState(
        difficulty: (ease - 0.1) * 9 + 1, intervalDays: days, retention: historicalRetention)
      : try parameters.memoryState(
        easeFactor: ease, intervalDays: days, retention: historicalRetention)
    phase = .review
    intervalDays = first.intervalDays
    due = .studyDay(first.moment.studyDay.addingSaturated(first.intervalDays))
    reviews = 1
    lastReview = first.moment
  }
}
