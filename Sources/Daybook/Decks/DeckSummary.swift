public import DaybookEvents
import DaybookScheduler
package import LMDB
public import DaybookText

/// What there is to do in a deck and those below it: what a review of it would show now, under the
/// limits of the day.
public struct DeckSummary: Equatable, Identifiable, Sendable {
  /// Its id.
  public let id: EntityID
  /// Its name.
  public let name: Text
  /// Whether it was deleted, or joined into another.
  public let isDeleted: Bool
  /// What it was joined into; nil for one that was not.
  public internal(set) var joinedInto: EntityID?
  /// Cards never reviewed that come today.
  public internal(set) var new = 0
  /// Cards on learning or relearning steps that are over, or soon will be.
  public internal(set) var learning = 0
  /// All cards that come now and were reviewed before: those on steps, and reviews.
  public internal(set) var due = 0
  /// All live cards of the deck and those below it, suspended ones and those of other days
  /// included.
  public internal(set) var total = 0
}

extension Moment {
  /// All decks by name, with their counts at a time.
  ///
  /// - Complexity: O(*n*) in the cards that are due, times the levels of decks.
  package func decks(
    at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [DeckSummary] {
    let tree = try deckTree(transaction)
    return try named(.deck, transaction).map { deck in
      var summary = DeckSummary(id: deck.id, name: deck.name, isDeleted: deck.isDeleted)
      try count(&summary, tree, at: now, studyDay: studyDay, transaction)
      return summary
    }
  }

  /// A deck with its counts at a time; nil when none has this id.
  package func deck(
    _ id: EntityID, at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> DeckSummary? {
    let record = try catalog.record(RowKey(.deck, id), transaction)
    guard !record.isEmpty else { return nil }
    let stands = try stands(id, .deck, record, transaction)
    var summary = DeckSummary(
      id: id, name: Text(bytes: record.value(.name) ?? []), isDeleted: !stands)
    try count(&summary, deckTree(transaction), at: now, studyDay: studyDay, transaction)
    return summary
  }

  private func count(
    _ deck: inout DeckSummary, _ tree: DeckTree, at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let survivor = try survivor(of: deck.id, .deck, transaction)
    // What is in a deck that was joined is counted where it shows.
    guard survivor == deck.id else { return deck.joinedInto = survivor }
    let decks = tree.whole([deck.id])
    let queue = try reviewQueue(of: decks, at: now, studyDay: studyDay, transaction)
    deck.new = queue.new.count
    deck.learning = queue.learning.count
    deck.due = queue.learning.count + queue.reviews.count
    for part in try decks.flatMap({ try joined(into: $0, .deck, transaction) }) {
      deck.total += try ids(.decks, ViewIndex.deckCard.key(part.id.key), transaction).count
    }
  }
}
