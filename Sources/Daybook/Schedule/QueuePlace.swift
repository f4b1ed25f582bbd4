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

  func precedes(_ other: QueuedCard) -> Bool {
    (due, card.handle) < (other.due, other.card.handle)
  }
}

/// What one of several decks that were joined adds to a line: read some cards at a time.
private struct QueuePart {
  static let readAtOnce = 64

  let deck: EntityID
  /// The next cards, in their order.
  private(set) var ahead: [QueuedCard] = []
  /// The last card that was read.
  private(set) var last: QueuedCard?
  private var isRead = false

  init(deck: EntityID) { self.deck = deck }

  var isToBeRead: Bool { ahead.isEmpty && !isRead }

  mutating func add(_ cards: [QueuedCard]) {
    ahead = cards
    last = cards.last ?? last
    isRead = cards.count < Self.readAtOnce
  }

  mutating func takeFirst() -> QueuedCard { ahead.removeFirst() }
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
    // Who wants the first card alone does not wait for all of them.
    var lines = decks.map { QueuePart(deck: $0) }
    while true {
      for index in lines.indices where lines[index].isToBeRead {
        var more: [QueuedCard] = []
        try forEachQueued(
          place, inOnly: lines[index].deck, after: lines[index].last, dueBy: last, transaction
        ) {
          more.append($0)
          return more.count < QueuePart.readAtOnce ? .next : .stop
        }
        lines[index].add(more)
      }
      let next = lines.indices.filter { !lines[$0].ahead.isEmpty }
        .min { lines[$0].ahead[0].precedes(lines[$1].ahead[0]) }
      guard let next, try body(lines[next].takeFirst()) == .next else { return }
    }
  }

  /// The same of the cards that were put into that deck itself.
  private func forEachQueued(
    _ place: QueuePlace, inOnly deck: EntityID, after card: QueuedCard? = nil,
    dueBy last: Int64, _ transaction: borrowing ReadTransaction,
    _ body: (QueuedCard) throws -> ScanStep
  ) throws {
    let prefix = place.prefix(deck)
    let first = card.map { prefix + ViewIndex.sortable($0.due) + $0.card.key + [0] } ?? prefix
    try catalog.scan(.schedule, from: first, below: prefix.after, transaction) { key, value in
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
