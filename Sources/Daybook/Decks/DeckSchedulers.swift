package import DaybookEvents
package import DaybookScheduler
package import LMDB
import Synchronization

/// The options of decks as one moment of the store has them, read once each. A deck that was joined
/// into another is learned as that one.
package final class DeckSchedulers: Sendable {
  private struct Key: Hashable {
    let deck: EntityID
    /// Whether as a deck by itself, whatever it was joined into.
    let isAlone: Bool
  }

  private let known = Mutex<[Key: (options: DeckOptions, scheduler: Scheduler)]>([:])

  /// Nothing read yet.
  package init() {}

  /// What computes the schedule of a deck's cards.
  func scheduler(
    of deck: EntityID?, _ record: (EntityID) throws -> Record
  ) throws -> Scheduler {
    try entry(deck, record).scheduler
  }

  /// What computes the schedule of a card. Nobody finds a deleted card where its deck is joined
  /// into another: it stays computed by its own deck's options until it is restored.
  func scheduler(
    ofCard card: Record, _ record: (EntityID) throws -> Record
  ) throws -> Scheduler {
    let deck = card.value(.deck).flatMap { EntityID(bytes: $0) }
    return try entry(deck, isAlone: !card.isLive, record).scheduler
  }

  /// The options of a deck.
  func options(of deck: EntityID?, _ record: (EntityID) throws -> Record) throws -> DeckOptions {
    try entry(deck, record).options
  }

  private func entry(
    _ deck: EntityID?, isAlone: Bool = false, _ record: (EntityID) throws -> Record
  ) throws -> (options: DeckOptions, scheduler: Scheduler) {
    guard let deck else { return Self.usual }
    let key = Key(deck: deck, isAlone: isAlone)
    if let entry = known.withLock({ $0[key] }) { return entry }
    let own = try record(deck)
    let home =
      isAlone || own.joinedInto == nil ? deck : try Moment.survivor(of: deck, record)
    let options = DeckOptions(home == deck ? own : try record(home))
    let entry =
      options == Self.usual.options ? Self.usual : (options, options.scheduler)
    known.withLock { $0[key] = entry }
    return entry
  }

  /// The defaults, which most decks have.
  private static let usual = (options: DeckOptions(), scheduler: DeckOptions().scheduler)
}

extension Moment {
  /// How a deck is learned; as by default for one that is not there.
  package func options(
    of deck: EntityID?, _ transaction: borrowing ReadTransaction
  ) throws -> DeckOptions {
    try schedulers.options(of: deck) {
      try catalog.record(RowKey(.deck, $0), transaction)
    }
  }

  /// What computes the schedule of a deck's cards.
  package func scheduler(
    of deck: EntityID?, _ transaction: borrowing ReadTransaction
  ) throws -> Scheduler {
    try schedulers.scheduler(of: deck) {
      try catalog.record(RowKey(.deck, $0), transaction)
    }
  }
}
