package import DaybookEvents
import DaybookScheduler
package import LMDB

/// Which of a deck's lines a card stands in. Raw values are part of index keys.
enum QueuePlace: UInt8 {
  /// On a learning or relearning step, by the moment at which that is over.
  case step = 1
  /// Learned, by the day on which it is due.
  case review = 2
  /// Never reviewed, the oldest first.
  case new = 3

  init(_ phase: CardSchedule.Phase) {
    switch phase {
    case .new: self = .new
    case .learning, .relearning: self = .step
    case .review: self = .review
    }
  }

  /// What the keys of this line of a deck begin with.
  func prefix(_ deck: EntityID) -> [UInt8] {
    ViewIndex.queue.key(deck.key, [rawValue])
  }
}

/// A card in line.
struct QueuedCard: Equatable {
  let card: EntityID
  /// When it is due, milliseconds since 1970, or the midnight UTC of the day; 0 when it is new.
  let due: Int64
}

extension Moment {
  /// Hands over the cards of one line of a deck, in its order, as far as `last`. Reads nothing but
  /// index keys.
  func forEachQueued(
    _ place: QueuePlace, in deck: EntityID, dueBy last: Int64 = .max,
    _ transaction: borrowing ReadTransaction, _ body: (QueuedCard) throws -> ScanStep
  ) throws {
    let prefix = place.prefix(deck)
    try catalog.scan(.decks, from: prefix, below: prefix.after, transaction) { key, _ in
      let end = prefix.count
      if place == .new {
        guard key.count == end + 16 else { return .next }
        return try body(
          QueuedCard(card: EntityID(rawValue: key.bigEndian128(at: end)), due: 0))
      }
      guard key.count == end + 24 else { return .next }
      let due = Int64(bitPattern: key.bigEndian64(at: end) ^ 1 << 63)
      guard due <= last else { return .stop }
      return try body(
        QueuedCard(card: EntityID(handle: key.bigEndian128(at: end + 8)), due: due))
    }
  }

  /// The first of a line, if it is due by then.
  private func first(
    _ place: QueuePlace, in deck: EntityID, dueBy last: Int64 = .max,
    _ transaction: borrowing ReadTransaction
  ) throws -> QueuedCard? {
    var found: QueuedCard?
    try forEachQueued(place, in: deck, dueBy: last, transaction) {
      found = $0
      return .stop
    }
    return found
  }

  /// The card that a queue of these decks would show first; nil when there is nothing to review.
  ///
  /// - Complexity: O(log n) for each deck, however many cards there are.
  package func nextCard(
    of decks: [EntityID], at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> EntityID? {
    let soon = now + ReviewQueue.learnAheadMilliseconds
    let step = try decks.compactMap { try first(.step, in: $0, dueBy: soon, transaction) }
      .reduce(nil as QueuedCard?) { best, step in
        best.map { step.due < $0.due ? step : $0 } ?? step
      }
    if let step, step.due <= now { return step.card }
    let today = CardSchedule.Due.studyDay(studyDay).sortMilliseconds
    for (place, last) in [(QueuePlace.review, today), (.new, .max)] {
      for deck in decks {
        if let card = try first(place, in: deck, dueBy: last, transaction) { return card.card }
      }
    }
    return step?.card
  }
}
