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
  /// When new cards come.
  private var mix = DeckOptions.Mix.after
  /// How many of each there were at first, to spread new cards among reviews.
  private var totals = Totals()

  private struct Totals: Equatable {
    var reviews = 0
    var new = 0
  }

  /// A step that ends within this time is shown when nothing else is left, as in Anki.
  public static let learnAheadMilliseconds: Int64 = 20 * 60_000

  /// Nothing to show.
  public init() {}

  /// Shows cards in the order of their lines.
  package init(learning: [Step], reviews: [EntityID], new: [EntityID]) {
    self.learning = learning
    self.reviews = reviews
    self.new = new
    totals = Totals(reviews: reviews.count, new: new.count)
  }

  /// How many cards are left.
  public var count: Int { learning.count + reviews.count + new.count }

  /// Takes the next card out: steps that are over, then reviews, then new cards (or as the options
  /// of the decks mix them), then steps that are not over yet.
  public mutating func next(at now: Int64) -> EntityID? {
    if let first = learning.first, first.due <= now { return learning.removeFirst().card }
    if !new.isEmpty, isTimeForNew { return new.removeFirst() }
    if !reviews.isEmpty { return reviews.removeFirst() }
    return learning.isEmpty ? nil : learning.removeFirst().card
  }

  /// Puts a card back that was answered and whose next step ends soon.
  public mutating func putBack(_ card: Card, at now: Int64) {
    guard case .instant(let milliseconds) = card.schedule.due,
      milliseconds <= now + Self.learnAheadMilliseconds
    else { return }
    put(card.id, due: milliseconds)
  }

  /// Puts a card behind all others.
  public mutating func putLast(_ card: EntityID) { reviews.append(card) }

  /// Puts a card in front of all others: one whose answer was taken back.
  public mutating func putFirst(_ card: EntityID) {
    learning.removeAll { $0.card == card }
    learning.insert(Step(card: card, due: .min), at: 0)
  }

  fileprivate mutating func add(
    reviews cards: [EntityID], new others: [EntityID], mix: DeckOptions.Mix
  ) {
    reviews += cards
    new += others
    if mix != .after { self.mix = mix }
    totals = Totals(reviews: reviews.count, new: new.count)
  }

  /// Whether a new card comes next, before the reviews that are left.
  private var isTimeForNew: Bool {
    switch mix {
    case .after: reviews.isEmpty
    case .before: true
    // Whichever of the two has more of its share left.
    case .among: new.count * totals.reviews > reviews.count * totals.new || reviews.isEmpty
    }
  }

  /// Puts a card on a step where it belongs.
  fileprivate mutating func put(_ card: EntityID, due milliseconds: Int64) {
    let index = learning.firstIndex { milliseconds < $0.due } ?? learning.count
    learning.insert(Step(card: card, due: milliseconds), at: index)
  }
}

extension Moment {
  /// What is to be reviewed in some decks at a time: as many new cards and reviews as the options
  /// of each deck, and of those above it, still allow today. O(n) in the cards that are due; for
  /// the first one alone, ask ``nextCard(of:at:studyDay:_:)``.
  package func reviewQueue(
    of decks: [EntityID], at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> ReviewQueue {
    var queue = ReviewQueue()
    var round = StudyRound(self, at: now, studyDay: studyDay)
    var groups = try DeckGroup.all(decks, self, transaction)
    var reviews: [[EntityID]] = []
    for index in groups.indices {
      try groups[index].setLimits(round, transaction)
      var due: [EntityID] = []
      for deck in groups[index].decks {
        for step in try round.cards(.step, of: deck, transaction) {
          queue.put(step.card, due: step.due)
        }
        let limit = groups[index].allowance(of: deck).reviews
        let cards = try round.cards(.review, of: deck, limit: limit, transaction)
        groups[index].spend(StudyAllowance(reviews: cards.count), of: deck)
        due += cards.map(\.card)
      }
      reviews.append(due)
    }
    // After all reviews: a new card waits when another card of its note comes today.
    for (index, due) in zip(groups.indices, reviews) {
      var new: [EntityID] = []
      for deck in groups[index].decks {
        let limit = groups[index].allowance(of: deck).new
        let cards = try round.cards(.new, of: deck, limit: limit, transaction)
        groups[index].spend(StudyAllowance(new: cards.count), of: deck)
        new += cards.map(\.card)
      }
      let mix = try options(of: groups[index].top, transaction).newMix
      queue.add(reviews: due, new: new, mix: mix)
    }
    return queue
  }

  /// The card that a queue of these decks would show first; nil when there is nothing to review.
  ///
  /// - Complexity: O(log n) for each deck, however many cards there are, where they come in the
  ///   order in which they are kept.
  package func nextCard(
    of decks: [EntityID], at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> EntityID? {
    var round = StudyRound(self, at: now, studyDay: studyDay)
    var step: QueuedCard?
    for deck in decks {
      guard let first = try round.first(.step, of: deck, transaction) else { continue }
      if step.map({ first.due < $0.due }) ?? true { step = first }
    }
    if let step, step.due <= now { return step.card }
    var groups = try DeckGroup.all(decks, self, transaction)
    let isPlain = try groups.allSatisfy {
      try options(of: $0.top, transaction).newMix == .after
    }
    guard isPlain else {
      var queue = try reviewQueue(of: decks, at: now, studyDay: studyDay, transaction)
      return queue.next(at: now)
    }
    for index in groups.indices { try groups[index].setLimits(round, transaction) }
    for place in [QueuePlace.review, .new] {
      for group in groups {
        for deck in group.decks {
          let left = group.allowance(of: deck)
          guard place == .new ? left.new > 0 : left.reviews > 0 else { continue }
          if let card = try round.first(place, of: deck, transaction) { return card.card }
        }
      }
    }
    return step?.card
  }
}
