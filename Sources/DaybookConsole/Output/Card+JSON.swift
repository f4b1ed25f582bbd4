package import Daybook
import DaybookEvents

extension Card {
  /// The members of `daybook.card/1`, without the schema.
  ///
  /// - Parameter studyDay: the day for which retrievability is told.
  package func members(_ clock: LocalClock, studyDay: Int) -> [(String, JSON)] {
    [
      ("id", .id(id)), ("deck", .text(deckName.bytes)), ("front", .text(front.bytes)),
      ("back", .text(back.bytes)), ("state", .string(state)), ("suspended", .bool(isSuspended)),
      ("stability", stability.map { .number($0) } ?? .null),
      ("difficulty", difficulty.map { .number($0) } ?? .null), ("due", .time(due, clock)),
      ("intervalDays", .integer(Int64(intervalDays))),
      ("retrievability", retrievability(onStudyDay: studyDay).map { .number($0) } ?? .null),
      ("reviews", .integer(Int64(reviews))), ("lapses", .integer(Int64(lapses))),
      ("item", item.map { .id($0) } ?? .null),
      ("tags", .array(tags.map { .string($0) })),
      ("note", origin.map { .id($0.note) } ?? .null), ("kind", .string(kind)),
      ("flag", .integer(Int64(flag))), ("buried", .bool(isBuried(onStudyDay: studyDay))),
      ("leech", .bool(isLeech)), ("changedSinceReview", .bool(isChangedSinceReview)),
      ("deleted", .bool(isDeleted)),
    ]
  }

  /// `daybook.card/1`.
  package func json(_ clock: LocalClock, studyDay: Int) -> JSON {
    .object([("schema", "daybook.card/1")] + members(clock, studyDay: studyDay))
  }
}

extension DeckSummary {
  /// An element of `daybook.decks/1`.
  package var members: [(String, JSON)] {
    [
      ("id", .id(id)), ("name", .text(name.bytes)), ("new", .integer(Int64(new))),
      ("learning", .integer(Int64(learning))), ("due", .integer(Int64(due))),
      ("total", .integer(Int64(total))),
    ]
  }
}
