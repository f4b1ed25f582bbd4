import DaybookEvents
import DaybookText

/// The registers of a card's reviews: each has one of every field.
extension Field {
  /// What was answered: ``Review``.
  package static let answer = Field(60)
  /// Whether the review counts no more.
  package static let retracted = Field(61)
  /// By which clock a review counts for its day, where not by the one it was written down with:
  /// ``ReviewClock``.
  package static let reviewDay = Field(63)
}

extension FieldSchema {
  /// What each of them is. An answer is given once, and never changes.
  static let ofReviews = [
    FieldSchema(
      field: .answer, name: "answer",
      form: .made { value, part in
        Review(EntityID(rawValue: part), value.span, nil).map { .review($0) } ?? .none
      },
      unwritten: .never, isLeast: true, isContestable: false),
    FieldSchema(
      field: .retracted, name: "retracted", form: .flag, unwritten: .empty([0]),
      isContestable: false),
    FieldSchema(
      field: .reviewDay, name: "day",
      form: .made { value, _ in ReviewClock(reading: value.span).map { .clock($0) } ?? .none },
      unwritten: .empty([]), isContestable: false),
  ]
}

extension FieldValue {
  fileprivate static func clock(_ clock: ReviewClock) -> FieldValue {
    .fields([
      Named(name: "offsetMinutes", value: .number(Int64(clock.offsetMinutes))),
      Named(name: "rolloverHour", value: .number(Int64(clock.rolloverHour))),
    ])
  }

  fileprivate static func review(_ review: Review) -> FieldValue {
    var parts = [
      Named(name: "grade", value: .number(Int64(review.grade))),
      Named(
        name: "durationMilliseconds",
        value: .number(Int64(clamping: review.durationMilliseconds))),
      Named(name: "shown", value: .text(Text(review.shown.rawValue))),
      Named(name: "rolloverHour", value: .number(Int64(review.rolloverHour))),
      Named(name: "review", value: .id(review.id)),
    ]
    if let occurredAt = review.occurredAt {
      parts.append(
        Named(
          name: "occurredAt",
          value: .moment(milliseconds: occurredAt, offsetMinutes: review.offsetMinutes)))
    }
    return .fields(parts)
  }
}

extension RowKind {
  /// All reviews of a card.
  package static let reviews = RowKind("V")
}

extension RowSchema {
  /// All reviews of a card.
  static let reviews = RowSchema(
    kind: .reviews, name: "reviews", fields: [.answer, .retracted, .reviewDay], usualFieldCount: 0,
    isIndexed: false)
}
