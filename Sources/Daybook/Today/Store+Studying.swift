public import DaybookEvents
import DaybookScheduler
import LMDB
import DaybookText

extension Store {
  /// All decks by name, deleted ones included, with what a review of each and those below it would
  /// show, or would have shown.
  ///
  /// - Parameter time: a moment in the past; nil for now.
  /// - Complexity: O(*n*) in their cards that are due, times the levels of decks.
  public func decks(at time: PastTime? = nil) throws -> [DeckSummary] {
    let now = try present(time)
    let day = try studyDay(at: now, in: time)
    return try read(at: time) { try $0.decks(at: now, studyDay: day, $1) }
  }

  /// A card as it shows, or showed, with the schedule that follows from the reviews of then; nil
  /// when no card has, or had, this id.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - time: a moment in the past; nil for now.
  public func card(_ id: EntityID, at time: PastTime? = nil) throws -> Card? {
    try read(at: time) { try $0.card(id, $1) }
  }

  /// The cards that a query finds; without one, all that are not deleted.
  ///
  /// - Parameters:
  ///   - query: as on the command line: words, `deck:Spanish`, `is:due`.
  ///   - order: in what order; nil for the times of their ids.
  ///   - range: which of them in that order, counted from 0; nil for all.
  ///   - time: a moment in the past, at which cards were due or not; nil for now.
  /// - Throws: ``QueryError`` with the place in the query that cannot be read.
  public func cards(
    matching query: String = "", order: ListOrder<Card.SortField>? = nil,
    range: Range<Int>? = nil, at time: PastTime? = nil
  ) throws -> [Card] {
    let now = try present(time)
    let clock = LocalClock(offsetMinutes: options.offsetMinutes)
    let search = CardSearch(
      try parsed(query, now: now, at: time), now: now, studyDay: try studyDay(at: now, in: time),
      clock: clock)
    return try read(at: time) {
      let found = try search.run($0, $1)
      return Array((order.map { CardSearch.sort(found, $0) } ?? found).page(range))
    }
  }

  /// All cards of some decks to practise, due or not, in another order every day; suspended ones
  /// are left out. Answer them with ``review(_:_:durationMilliseconds:isPractice:)``.
  ///
  /// - Complexity: O(*n* log *n*) in the cards of the decks.
  public func practiceQueue(of decks: [EntityID]) throws -> ReviewQueue {
    let day = try studyDay(at: options.now())
    return try read { moment, transaction in
      var cards: [(order: Int, card: EntityID)] = []
      for deck in decks {
        for place in [QueuePlace.step, .review, .new] {
          cards += try moment.queued(place, in: deck, transaction).map {
            let seed = FuzzSeed(card: $0.card.rawValue, review: UInt128(day))
            return (seed.day(in: 0...(1 << 52)), $0.card)
          }
        }
      }
      return ReviewQueue(
        learning: [],
        reviews: cards.sorted { ($0.order, $0.card.rawValue) < ($1.order, $1.card.rawValue) }.map(
          \.card), new: [])
    }
  }

  /// What is to be reviewed now: of some decks, or of all.
  ///
  /// The queue is a value: take cards out with ``ReviewQueue/next(at:)``, answer them with
  /// ``review(_:_:durationMilliseconds:isPractice:)``, and hand what comes back to
  /// ``ReviewQueue/putBack(_:at:)``. A card that was deleted or suspended meanwhile is still in
  /// it; answering it throws.
  ///
  /// - Complexity: O(*n*) in the cards of the decks.
  public func reviewQueue(of decks: [EntityID]? = nil) throws -> ReviewQueue {
    let now = options.now()
    let day = try studyDay(at: now)
    return try read { moment, transaction in
      let decks = try decks ?? moment.deckTree(transaction).all
      return try moment.reviewQueue(of: decks, at: now, studyDay: day, transaction)
    }
  }
}
