public import DaybookEvents
import DaybookScheduler
package import LMDB

/// How many cards of a deck stand where.
public struct DeckSummary: Equatable, Sendable {
  /// Its id.
  public let id: EntityID
  /// Its name.
  public let name: Text
  /// Whether it was put away.
  public let isDeleted: Bool
  /// Cards never reviewed.
  public internal(set) var new = 0
  /// Cards on learning or relearning steps.
  public internal(set) var learning = 0
  /// Cards due now or today, steps included.
  public internal(set) var due = 0
  /// All live cards, suspended ones included.
  public internal(set) var total = 0
}

extension Moment {
  /// All decks by name, with their counts at a time.
  package func decks(
    at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [DeckSummary] {
    try named(.deck, transaction).map { deck in
      try counted(
        DeckSummary(id: deck.id, name: deck.name, isDeleted: deck.isDeleted), at: now,
        studyDay: studyDay, transaction)
    }
  }

  /// A deck with its counts at a time; nil when none has this id.
  package func deck(
    _ id: EntityID, at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> DeckSummary? {
    let record = try catalog.record(RowKey(.deck, id), transaction)
    guard !record.isEmpty else { return nil }
    return try counted(
      DeckSummary(
        id: id, name: Text(bytes: record.value(.name) ?? []), isDeleted: !record.isLive),
      at: now, studyDay: studyDay, transaction)
  }

  private func counted(
    _ deck: DeckSummary, at now: Int64, studyDay: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> DeckSummary {
    var deck = deck
    let today = CardSchedule.Due.studyDay(studyDay).sortMilliseconds
    try forEachQueued(.step, in: deck.id, transaction) {
      deck.learning += 1
      if $0.due <= now, $0.buriedDay < studyDay { deck.due += 1 }
      return .next
    }
    try forEachQueued(.review, in: deck.id, dueBy: today, transaction) {
      if $0.buriedDay < studyDay { deck.due += 1 }
      return .next
    }
    try forEachQueued(.new, in: deck.id, transaction) { _ in
      deck.new += 1
      return .next
    }
    deck.total = try ids(.decks, ViewIndex.deckCard.key(deck.id.key), transaction).count
    return deck
  }
}
