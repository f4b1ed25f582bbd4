public import DaybookEvents
import DaybookScheduler
package import LMDB

/// The cards a review session shows, in the order it shows them.
public struct ReviewQueue: Equatable, Sendable {
  /// A card on a learning step.
  public struct Step: Equatable, Sendable {
    /// The card.
    public let card: EntityID
    /// When its step is over, milliseconds since 1970.
    public let due: Int64
  }

  /// Cards on steps that are over, or soon will be; the earliest first.
  public private(set) var learning: [Step] = []
  /// Cards due today, the longest overdue first.
  public private(set) var reviews: [EntityID] = []
  /// Cards never reviewed, the oldest first.
  public private(set) var new: [EntityID] = []

  /// A step that ends within this time is shown when nothing else is left, as in Anki.
  public static let learnAheadMilliseconds: Int64 = 20 * 60_000

  /// Nothing to show.
  public init() {}

  /// How many cards are left.
  public var count: Int { learning.count + reviews.count + new.count }

  /// Takes the next card out: steps that are over, then reviews, then new cards, then steps that
  /// are not over yet.
  public mutating func next(at now: Int64) -> EntityID? {
    if let first = learning.first, first.due <= now { return learning.removeFirst().card }
    if !reviews.isEmpty { return reviews.removeFirst() }
    if !new.isEmpty { return new.removeFirst() }
    return learning.isEmpty ? nil : learning.removeFirst().card
  }

  /// Puts a card back that was answered and whose next step ends soon.
  public mutating func putBack(_ card: Card, at now: Int64) {
    put(card.id, card.schedule, at: now)
  }

  /// Puts a card in front of all others: one whose answer was taken back.
  public mutating func putFirst(_ card: EntityID) {
    learning.removeAll { $0.card == card }
    learning.insert(Step(card: card, due: .min), at: 0)
  }

  fileprivate mutating func add(_ card: EntityID, _ schedule: CardSchedule, at now: Int64) {
    switch schedule.phase {
    case .learning, .relearning: put(card, schedule, at: now)
    case .review: reviews.append(card)
    case .new: break
    }
  }

  fileprivate mutating func add(new cards: [EntityID]) { new += cards }

  private mutating func put(_ card: EntityID, _ schedule: CardSchedule, at now: Int64) {
    guard case .instant(let milliseconds) = schedule.due,
      milliseconds <= now + Self.learnAheadMilliseconds
    else { return }
    let index = learning.firstIndex { milliseconds < $0.due } ?? learning.count
    learning.insert(Step(card: card, due: milliseconds), at: index)
  }
}

extension Moment {
  /// What is to be reviewed in some decks at a time. O(n) in their cards.
  package func reviewQueue(
    of decks: [EntityID], at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> ReviewQueue {
    var queue = ReviewQueue()
    let soon = now + ReviewQueue.learnAheadMilliseconds
    for deck in decks {
      for card in try dueCards(in: deck, before: now, transaction) {
        guard let state = try cardState(card, transaction), state.isActive,
          state.schedule.isDue(at: soon, studyDay: studyDay)
        else { continue }
        queue.add(card, state.schedule, at: now)
      }
      queue.add(
        new: try cards(in: deck, transaction).filter {
          guard let state = try cardState($0, transaction) else { return false }
          return state.isActive && state.schedule.phase == .new
        })
    }
    return queue
  }

  /// Cards of a deck that may be due by now, wherever the day begins; the longest due first.
  func dueCards(
    in deck: EntityID, before now: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var found: [EntityID] = []
    let prefix = ViewIndex.cardDue.key(deck.key)
    try transaction.scan(
      try catalog.table(.decks), from: prefix,
      below: prefix + ViewIndex.sortable(now + 2 * 86_400_000)
    ) { key, _ in
      if let id = EntityID(key: key.array(key.count - 16..<key.count)) { found.append(id) }
      return .next
    }
    return found
  }
}
