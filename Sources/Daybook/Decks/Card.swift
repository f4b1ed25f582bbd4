public import DaybookEvents
package import DaybookScheduler
package import LMDB

/// A card as it shows, with what is computed from its reviews.
public struct Card: Equatable, Sendable {
  /// Its id.
  public let id: EntityID
  /// The deck it is in.
  public let deck: EntityID?
  /// The deck's name.
  public let deckName: Text
  /// What is asked.
  public let front: Text
  /// What is answered.
  public let back: Text
  /// `basic` or `cloze`.
  public let kind: String
  /// The item it was made from.
  public let item: EntityID?
  /// Whether it is out of review for now.
  public let isSuspended: Bool
  /// Whether it, or its deck, was put away.
  public let isDeleted: Bool
  /// The fold of its reviews.
  package let schedule: CardSchedule
}

extension Moment {
  /// A card; nil when none has this id.
  package func card(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Card? {
    let record = try catalog.record(RowKey(.card, id), transaction)
    guard !record.isEmpty else { return nil }
    let deckID = record.value(.deck).flatMap { EntityID(bytes: $0) }
    let deck = try deckID.flatMap { try catalog.record(RowKey(.deck, $0), transaction) }
    return Card(
      id: id, deck: deckID, deckName: Text(bytes: deck?.value(.name) ?? []),
      front: Text(bytes: record.value(.front) ?? []),
      back: Text(bytes: record.value(.back) ?? []),
      kind: record.value(.cardKind).map { String(decoding: $0, as: UTF8.self) } ?? "basic",
      item: record.value(.cardItem).flatMap { EntityID(bytes: $0) },
      isSuspended: record.value(.suspended) == [1],
      isDeleted: !record.isLive || !(deck?.isLive ?? false),
      schedule: try cardState(id, transaction)?.schedule ?? CardSchedule())
  }

  /// What is computed of a card; nil when none has this id.
  package func cardState(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    if let past = catalog.past { return try past.cardState(id, transaction) }
    return try transaction.bytes(
      in: try catalog.table(.decks), for: ViewIndex.cardState.key(id.key)
    ).flatMap(CardState.init(reading:))
  }

  /// The live cards of a deck, in the order of their ids' times.
  package func cards(
    in deck: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    try ids(.decks, ViewIndex.deckCard.key(deck.key), transaction)
      .sorted { $0.rawValue < $1.rawValue }
  }
}

extension CardSchedule {
  /// Whether a reviewed card wants to be shown again; new cards come in the deck's order instead.
  package func isDue(at now: Int64, studyDay today: Int) -> Bool {
    switch due {
    case .instant(let milliseconds): milliseconds <= now
    case .studyDay(let day): day <= today
    case nil: false
    }
  }
}

extension Store {
  /// The study day at a time: the person's day, which begins at the rollover hour.
  package func studyDay(at milliseconds: Int64) throws -> Int {
    let hour = try read { try $0.rolloverHour(orElse: options.rolloverHour, $1) }
    let local =
      milliseconds + Int64(options.offsetMinutes(milliseconds)) * 60_000
      - Int64(hour) * 3_600_000
    return Int(max(0, local) / 86_400_000)
  }
}
