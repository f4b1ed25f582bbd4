/// How many steps a deck had when a card was answered. With the grades that is all that decides
/// through which phases a card goes; how long a step takes decides only when it is due.
package struct StepCounts: Hashable, Sendable {
  /// The most steps of a kind.
  package static let limit = 32

  /// Steps of a new card, 0...``limit``.
  package let learning: Int
  /// Steps after a lapse, 0...``limit``.
  package let relearning: Int

  /// Nil for numbers out of range.
  package init?(learning: Int, relearning: Int) {
    guard (0...Self.limit).contains(learning), (0...Self.limit).contains(relearning) else {
      return nil
    }
    self.learning = learning
    self.relearning = relearning
  }

  fileprivate init(of scheduler: Scheduler) {
    learning = scheduler.learningSteps.count
    relearning = scheduler.relearningSteps.count
  }

  /// Both in one number, below 1,089; that of the defaults, and of most others, is below 128.
  package var number: UInt64 { UInt64(relearning * (Self.limit + 1) + learning) }

  /// Reads ``number``; nil for one that stands for none.
  package init?(number: UInt64) {
    guard let number = Int(exactly: number) else { return nil }
    self.init(learning: number % (Self.limit + 1), relearning: number / (Self.limit + 1))
  }

  /// How many steps there are in a phase; none in review.
  func count(in phase: CardSchedule.Phase) -> Int {
    switch phase {
    case .new, .learning: learning
    case .relearning: relearning
    case .review: 0
    }
  }
}

extension Scheduler {
  /// How many steps there are now.
  package var stepCounts: StepCounts { StepCounts(of: self) }
}
