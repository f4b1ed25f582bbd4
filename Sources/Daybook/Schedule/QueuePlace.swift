import DaybookEvents
import DaybookScheduler
import LMDB

/// Which of a deck's lines a card stands in. Raw values are part of index keys.
enum QueuePlace: UInt8 {
  /// On a learning or relearning step, by the moment at which that is over.
  case step = 1
  /// Learned, by the day on which it is due.
  case review = 2
  /// Never reviewed, the one with the lowest place first.
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
  /// When it is due, milliseconds since 1970, or the midnight UTC of the day; of a new one, its
  /// place.
  let due: Int64
  /// The last study day on which it is kept out; 0 for none.
  let buriedDay: Int
}

extension Moment {
  /// Hands over the cards of one line of a deck, in its order, as far as `last`, those of decks
  /// that were joined into it among them. Reads nothing but index entries.
  func forEachQueued(
    _ place: QueuePlace, in deck: EntityID, dueBy last: Int64 = .max,
    _ transaction: borrowing ReadTransaction, _ body: (QueuedCard) throws -> ScanStep
  ) throws {
    let decks = try joined(into: deck, .deck, transaction).map(\.id)
    guard decks.count > 1 else {
      return try forEachQueued(place, inOnly: deck, dueBy: last, transaction, body)
    }
    var cards: [QueuedCard] = []
    for deck in decks {
      try forEachQueued(place, inOnly: deck, dueBy: last, transaction) {
        cards.append($0)
        return .next
      }
    }
    cards.sort { ($0.due, $0.card.handle) < ($1.due, $1.card.handle) }
    for card in cards where try body(card) == .stop { return }
  }

  /// The same of the cards that were put into that deck itself.
  private func forEachQueued(
    _ place: QueuePlace, inOnly deck: EntityID, dueBy last: Int64,
    _ transaction: borrowing ReadTransaction, _ body: (QueuedCard) throws -> ScanStep
  ) throws {
    let prefix = place.prefix(deck)
    try catalog.scan(.schedule, from: prefix, below: prefix.after, transaction) { key, value in
      let end = prefix.count
      guard key.count == end + 24 else { return .next }
      let due = Int64(bitPattern: key.bigEndian64(at: end) ^ 1 << 63)
      guard due <= last else { return .stop }
      var reader = WireReader(value)
      // Nothing stands there for a card that is not kept out.
      let buried = value.isEmpty ? nil : try? reader.varint(in: value)
      return try body(
        QueuedCard(
          card: EntityID(handle: key.bigEndian128(at: end + 8)), due: due,
          buriedDay: Int(clamping: buried ?? 0)))
    }
  }

  /// The cards of one line of a deck, in its order.
  func queued(
    _ place: QueuePlace, in deck: EntityID, dueBy last: Int64 = .max,
    _ transaction: borrowing ReadTransaction
  ) throws -> [QueuedCard] {
    var found: [QueuedCard] = []
    try forEachQueued(place, in: deck, dueBy: last, transaction) {
      found.append($0)
      return .next
    }
    return found
  }

  /// Cards of a deck that may be due by now, wherever the day begins; the longest due first.
  func dueCards(
    in deck: EntityID, before now: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    let limit = now + 2 * 86_400_000 - 1
    return try [QueuePlace.step, .review].flatMap {
      try queued($0, in: deck, dueBy: limit, transaction)
    }.sorted { $0.due < $1.due }.map(\.card)
  }
}
