package import DaybookEvents
package import DaybookLog
import DaybookScheduler
package import LMDB

/// Keeps what is computed from a card's reviews beside its facts: never part of a fingerprint,
/// recomputed whenever a card or one of its reviews changes.
enum CardStates {
  /// Recomputes the given cards, and moves their entries in the index of due cards.
  ///
  /// - Returns: the cards that had a due date and have another one now.
  static func update(
    _ cards: Set<EntityID>, _ table: Table, _ logs: [LogRecord],
    _ transaction: inout WriteTransaction
  ) throws -> [MovedDueDate] {
    var moves: [MovedDueDate] = []
    for card in cards.sorted(by: { $0.handle < $1.handle }) {
      let key = ViewIndex.cardState.key(card.key)
      let old = try transaction.reading.bytes(in: table, for: key).flatMap(CardState.init(reading:))
      let record =
        try transaction.reading.value(in: table, for: RowKey(.card, card).bytes) {
          try Record(reading: $0, logs)
        } ?? Record()
      let new = CardState(
        card, record, schedule: try schedule(of: card, table, logs, transaction.reading))
      if let old, old.dueKey(card) != new.dueKey(card), let stale = old.dueKey(card) {
        _ = try transaction.delete(stale, in: table)
      }
      if let due = new.dueKey(card) { try transaction.put(due, [], in: table) }
      if old != new { try transaction.put(key, new.encoded, in: table) }
      if let before = old?.schedule.due, before != new.schedule.due {
        moves.append(MovedDueDate(card: card, from: before, to: new.schedule.due))
      }
    }
    return moves
  }

  /// The fold of a card's unretracted reviews, in order.
  static func schedule(
    of card: EntityID, _ table: Table, _ logs: [LogRecord],
    _ transaction: borrowing ReadTransaction
  ) throws -> CardSchedule {
    var state = CardSchedule()
    for review in try PlacedReview.all(of: card, table, logs, transaction)
    where !review.isRetracted && review.answer.shown != "cram" {
      guard let grade = Grade(rawValue: review.answer.grade) else { continue }
      state = state.answered(
        grade, at: review.milliseconds, studyDay: review.studyDay, by: .default)
    }
    return state
  }
}

/// A review with what places it among others.
package struct PlacedReview: Sendable {
  /// What was answered.
  package let answer: Review
  /// The event that says so.
  package let event: EventName
  /// Its stamp.
  package let stamp: Stamp
  /// Whether it was taken back.
  package let isRetracted: Bool

  /// All reviews of a card, in the order in which they count.
  package static func all(
    of card: EntityID, _ table: Table, _ logs: [LogRecord],
    _ transaction: borrowing ReadTransaction
  ) throws -> [PlacedReview] {
    var reviews: [PlacedReview] = []
    let prefix = [RowKind.review.rawValue] + card.key
    try transaction.scan(table, from: prefix, below: MetaKey.end(of: prefix)) { _, value in
      let record = try Record(reading: value, logs)
      if let head = record[.answer]?.winner, let answer = Review(reading: head.value) {
        reviews.append(
          PlacedReview(
            answer: answer, event: head.event, stamp: head.stamp,
            isRetracted: record.value(.retracted) == [1]))
      }
      return .next
    }
    return reviews.sorted { ($0.order, $0.event) < ($1.order, $1.event) }
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
    let local =
      milliseconds + Int64(answer.offsetMinutes) * 60_000 - Int64(answer.rolloverHour) * 3_600_000
    return Int(max(0, local) / 86_400_000)
  }
}
