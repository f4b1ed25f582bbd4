/// Where one card stands: the fold of its reviews, in order, under one ``Scheduler``.
package struct CardSchedule: Hashable, Sendable {
  /// The part of a card's life that decides what a grade means.
  ///
  /// Raw values are written to disk: never renumber or reuse one.
  package enum Phase: UInt8, Sendable {
    case new = 0
    case learning = 1
    case review = 2
    case relearning = 3
  }

  /// When a card is next to be shown.
  package enum Due: Hashable, Sendable {
    /// At a moment, in milliseconds since 1970: (re)learning steps.
    case instant(milliseconds: Int64)
    /// On a study day, in whole days since 1970-01-01.
    case studyDay(Int)
  }

  /// When a card was last reviewed.
  package struct Moment: Hashable, Sendable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64
    /// The study day it counted for, in whole days since 1970-01-01.
    package let studyDay: Int

    /// A moment and the study day that the reviewing device counted it for.
    package init(milliseconds: Int64, studyDay: Int) {
      self.milliseconds = milliseconds
      self.studyDay = studyDay
    }
  }

  /// Starts as new.
  package var phase = Phase.new
  /// Index of the current step while learning or relearning, else 0.
  package var step = 0
  /// Nil before the first review.
  package var memory: MemoryState?
  /// Nil before the first review: new cards come in the deck's order.
  package var due: Due?
  /// Days from the last review to the due day; 0 before the first interval and on steps.
  package var intervalDays = 0
  /// How many reviews were folded.
  package var reviews = 0
  /// How many of them were Again in phase ``Phase/review``.
  package var lapses = 0
  /// Nil before the first review.
  package var lastReview: Moment?

  /// A card that was never reviewed.
  package init() {}

  /// The probability of remembering on a study day, 0...1; nil before the first review.
  package func retrievability(onStudyDay day: Int, parameters: Parameters) -> Double? {
    guard let memory else { return nil }
    return parameters.retrievability(
      elapsedDays: Double(elapsedDays(until: day)), stability: memory.stability)
  }

  /// Study days since the last review, 0 or more: a clock that went back counts as the same day.
  func elapsedDays(until day: Int) -> Int {
    guard let lastReview else { return 0 }
    return max(0, day.subtractingSaturated(lastReview.studyDay))
  }
}
