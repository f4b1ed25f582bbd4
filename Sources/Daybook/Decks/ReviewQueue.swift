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

    /// Puts a card on a step.
    package init(card: EntityID, due: Int64) {
      self.card = card
      self.due = due
    }
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

  /// Shows cards in the order of their lines.
  package init(learning: [Step], reviews: [EntityID], new: [EntityID]) {
    self.learning = learning
    self.reviews = reviews
    self.new = new
  }

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
    guard case .instant(let milliseconds) = card.schedule.due,
      milliseconds <= now + Self.learnAheadMilliseconds
    else { return }
    put(card.id, due: milliseconds)
  }

  /// Puts a card in front of all others: one whose answer was taken back.
  public mutating func putFirst(_ card: EntityID) {
    learning.removeAll { $0.card == card }
    learning.insert(Step(card: card, due: .min), at: 0)
  }

  fileprivate mutating func add(reviews cards: [EntityID], new others: [EntityID]) {
    reviews += cards
    new += others
  }

  /// Puts a card on a step where it belongs.
  fileprivate mutating func put(_ card: EntityID, due milliseconds: Int64) {
    let index = learning.firstIndex { milliseconds < $0.due } ?? learning.count
    learning.insert(Step(card: card, due: milliseconds), at: index)
  }
}

extension Moment {
  /// What is to be reviewed in some decks at a time. O(n) in the cards that are; for the first one
  /// alone, ask ``nextCard(of:at:studyDay:_:)``.
  package func reviewQueue(
    of decks: [EntityID], at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> ReviewQueue {
    var queue = ReviewQueue()
    let soon = now + ReviewQueue.learnAheadMilliseconds
    let today = CardSchedule.Due.studyDay(studyDay).sortMilliseconds
    for deck in decks {
      for step in try queued(.step, in: deck, dueBy: soon, transaction) {
        queue.put(step.card, due: step.due)
      }
      queue.add(
        reviews: try queued(.review, in: deck, dueBy: today, transaction).map(\.card),
        new: try queued(.new, in: deck, transaction).map(\.card))
    }
    return queue
  }

  /// The cards of one line of a deck, in its order.
  private func queued(
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
