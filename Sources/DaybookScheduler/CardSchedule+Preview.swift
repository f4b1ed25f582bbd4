/// What each of the four buttons would make of a card.
package struct AnswerPreview: Hashable, Sendable {
  /// After Again, Hard, Good, Easy.
  private let schedules: [CardSchedule]

  init(_ schedule: (Grade) -> CardSchedule) { schedules = Grade.allCases.map(schedule) }

  /// The card if it is answered so.
  package subscript(grade: Grade) -> CardSchedule { schedules[grade.index] }
}

extension CardSchedule {
  /// The card after each of the four grades, were it answered now.
  ///
  /// A fuzzed answer may come due some days off what is shown: the id of a review, which decides,
  /// is known only once it is written.
  package func previewed(
    at milliseconds: Int64, studyDay: Int, by scheduler: Scheduler, fuzz: FuzzSeed? = nil
  ) -> AnswerPreview {
    AnswerPreview {
      answered($0, at: milliseconds, studyDay: studyDay, by: scheduler, fuzz: fuzz)
    }
  }
}
