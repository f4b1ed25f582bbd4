package import DaybookEvents
import DaybookLog
import DaybookScheduler
package import LMDB

/// A review with what places it among others.
package struct PlacedReview: Sendable {
  /// What was answered, dated by the clock that counts.
  package private(set) var answer: Review
  /// The event that says so.
  package let event: EventName
  /// Its stamp.
  package let stamp: Stamp
  /// Whether it was taken back.
  package private(set) var isRetracted = false

  /// All reviews of a card, in the order in which they count.
  package static func all(
    of card: EntityID, _ table: ViewTable, _ transaction: borrowing ReadTransaction
  ) throws -> [PlacedReview] {
    try transaction.value(in: table, for: RowKey(.reviews, card).bytes) {
      try all(reading: $0)
    } ?? []
  }

  /// The reviews in a row of them; none where no bytes are kept.
  static func all(stored row: [UInt8]) throws -> [PlacedReview] {
    row.isEmpty ? [] : try all(reading: row.span)
  }

  /// The reviews in a row of them. A review has one answer, its least.
  static func all(reading row: Span<UInt8>) throws -> [PlacedReview] {
    var reader = try FactsReader(row)
    var reviews: [PlacedReview] = []
    reviews.reserveCapacity(reader.origins.count)
    var retracted: Set<EntityID> = []
    var clocks: [EntityID: ReviewClock] = [:]
    while let (key, count) = try reader.nextRegister(in: row) {
      let id = EntityID(rawValue: key.part)
      var shown: (origin: WriteOrigin, isRetracted: Bool)?
      var dated: (origin: WriteOrigin, clock: ReviewClock?)?
      for _ in 0..<count {
        let head = try reader.nextHead(in: row)
        let origin = reader.origins[head.origin]
        if key.field == .retracted, shown.map({ $0.origin.precedes(origin) }) ?? true {
          shown = (origin, head.value.count == 1 && row[head.value.lowerBound] == 1)
        }
        if key.field == .reviewDay, dated.map({ $0.origin.precedes(origin) }) ?? true {
          dated = (origin, ReviewClock(reading: row.extracting(head.value)))
        }
        guard key.field == .answer, let answer = Review(id, row.extracting(head.value), origin)
        else { continue }
        reviews.append(PlacedReview(answer: answer, event: origin.event, stamp: origin.stamp))
      }
      if shown?.isRetracted ?? false { retracted.insert(id) }
      if let clock = dated?.clock { clocks[id] = clock }
    }
    for index in reviews.indices where !clocks.isEmpty {
      if let clock = clocks[reviews[index].answer.id] { reviews[index].answer.date(by: clock) }
    }
    for index in reviews.indices where !retracted.isEmpty {
      reviews[index].isRetracted = retracted.contains(reviews[index].answer.id)
    }
    // Places are moved about, not reviews.
    let places = reviews.indices.map { (order: reviews[$0].order, index: $0) }.sorted {
      $0.order == $1.order
        ? reviews[$0.index].event < reviews[$1.index].event : $0.order < $1.order
    }
    return places.map { reviews[$0.index] }
  }

  /// Where it stands in time: when it happened, or its stamp.
  private var order: UInt64 {
    answer.occurredAt.map { Stamp(milliseconds: $0).rawValue } ?? stamp.rawValue
  }

  /// When it happened, milliseconds since 1970: the reviewer's clock, moved into the 24 hours
  /// before the stamp so that a wrong clock cannot move days.
  package var milliseconds: Int64 {
    if let occurredAt = answer.occurredAt { return occurredAt }
    let stamped = stamp.milliseconds
    return min(max(answer.recordedAt, stamped - 86_400_000), stamped)
  }

  /// The reviewer's day, in days since 1970, never below 0.
  package var studyDay: Int {
    StudyDay(
      milliseconds: milliseconds, offsetMinutes: answer.offsetMinutes,
      rolloverHour: answer.rolloverHour
    ).number
  }
}
