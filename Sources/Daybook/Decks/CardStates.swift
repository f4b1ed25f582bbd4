package import DaybookEvents
import DaybookLog
import DaybookScheduler
package import LMDB

/// Keeps what is computed from a card's reviews beside its facts: never part of a fingerprint,
/// recomputed whenever a card or one of its reviews changes.
enum CardStates {
  /// Recomputes the given cards, whose rows are written, and lists how their entries change.
  ///
  /// - Parameters:
  ///   - isEmpty: whether no state was kept before.
  ///   - puts: gets the states and the entries of the index of due cards.
  ///   - removals: gets the entries that are not true any more.
  /// - Returns: the cards that had a due date and have another one now.
  static func update(
    _ cards: inout [EntityID], _ table: Table, isEmpty: Bool, _ puts: inout IndexEntries,
    _ removals: inout IndexEntries, _ transaction: borrowing ReadTransaction
  ) throws -> [MovedDueDate] {
    var moves: [MovedDueDate] = []
    cards.sort { $0.handle < $1.handle }
    var last: EntityID?
    for card in cards where card != last {
      last = card
      let key = ViewIndex.cardState.key(card.key)
      let old =
        isEmpty
        ? nil : try transaction.bytes(in: table, for: key).flatMap(CardState.init(reading:))
      let record =
        try transaction.value(in: table, for: RowKey(.card, card).bytes) {
          try Record(reading: $0)
        } ?? Record()
      let new = CardState(card, record, schedule: try schedule(of: card, table, transaction))
      guard old != new else { continue }
      let (stale, place) = (old?.queueKey(card), new.queueKey(card))
      if stale != place {
        if let stale { removals.add(key: stale) }
        if let place { puts.add(key: place) }
      }
      puts.add(key: key, value: new.encoded)
      if let before = old?.schedule.due, before != new.schedule.due {
        moves.append(MovedDueDate(card: card, from: before, to: new.schedule.due))
      }
    }
    return moves
  }

  /// The fold of a card's unretracted reviews, in order.
  static func schedule(
    of card: EntityID, _ table: Table, _ transaction: borrowing ReadTransaction
  ) throws -> CardSchedule {
    try schedule(of: PlacedReview.all(of: card, table, transaction))
  }

  /// The fold of reviews that are in order.
  static func schedule(of reviews: [PlacedReview]) -> CardSchedule {
    var state = CardSchedule()
    for review in reviews where !review.isRetracted && review.answer.shown != .cram {
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
  package fileprivate(set) var isRetracted = false

  /// All reviews of a card, in the order in which they count.
  package static func all(
    of card: EntityID, _ table: Table, _ transaction: borrowing ReadTransaction
  ) throws -> [PlacedReview] {
    try transaction.value(in: table, for: RowKey(.reviews, card).bytes) {
      try all(reading: $0)
    } ?? []
  }

  /// The reviews in a row of them. A review has one answer, its least.
  static func all(reading row: Span<UInt8>) throws -> [PlacedReview] {
    var reader = try FactsReader(row)
    var reviews: [PlacedReview] = []
    var retracted: Set<EntityID> = []
    while let (key, count) = try reader.nextRegister(in: row) {
      let id = EntityID(rawValue: key.part)
      if key.field == .retracted { retracted.insert(id) }
      for _ in 0..<count {
        let head = try reader.nextHead(in: row)
        let origin = reader.origins[head.origin]
        guard key.field == .answer, let answer = Review(id, row.extracting(head.value), origin)
        else { continue }
        reviews.append(PlacedReview(answer: answer, event: origin.event, stamp: origin.stamp))
      }
    }
    for index in reviews.indices {
      reviews[index].isRetracted = retracted.contains(reviews[index].answer.id)
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
