public import DaybookEvents
package import DaybookScheduler
package import LMDB
public import DaybookText

/// A card as it shows, with what is computed from its reviews.
public struct Card: Equatable, Identifiable, Sendable {
  /// Its id.
  public let id: EntityID
  /// The deck it is in; where that was joined into another, the other one.
  public let deck: EntityID?
  /// The deck's name.
  public let deckName: Text
  /// What is asked; of a card of a note, as readable text.
  public let front: Text
  /// What is answered; of a card of a note, as readable text.
  public let back: Text
  /// `basic` or `cloze`; of a card of a note, `note`.
  public let kind: String
  /// The kind of a card of which no other was said.
  package static let initialKind = "basic"
  /// Of a card of a note: both sides as HTML, and what is to be typed.
  package let rendered: RenderedCard?
  /// The item it was made from.
  public let item: EntityID?
  /// The note it is made of, and which of its cards it is.
  public let origin: CardOrigin?
  /// The tags of its note.
  public let tags: [String]
  /// When its note was last written to; nil for a card of no note.
  package let noteEditedAt: ZonedTime?
  /// The colour of its flag, 1 to 7; 0 for none.
  public let flag: Int
  /// Whether it is out of review for now.
  public let isSuspended: Bool
  /// The last study day on which it is kept out of review; 0 for none.
  package let buriedDay: Int
  /// Whether it, or its deck, was deleted.
  public let isDeleted: Bool
  /// The fold of its reviews.
  package let schedule: CardSchedule
  /// How its deck is learned.
  package let options: DeckOptions
  /// What computes its schedule.
  package let scheduler: Scheduler
}

extension Moment {
  /// A card; nil when none has this id.
  package func card(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Card? {
    let record = try catalog.record(RowKey(.card, id), transaction)
    guard !record.isEmpty else { return nil }
    let deckID = try record.value(.deck).flatMap { EntityID(bytes: $0) }
      .map { try survivor(of: $0, .deck, transaction) }
    let deck = try deckID.map { try catalog.record(RowKey(.deck, $0), transaction) }
    let isInDeck = try deckID.map { try stands($0, .deck, deck ?? Record(), transaction) }
    let deckName = Text(bytes: deck?.value(.name) ?? [])
    let note = try record.cardOrigin.flatMap { try self.note($0.note, transaction) }
    let flag = Int(record.value(.flag)?.first ?? 0)
    let face =
      note.map {
        CardFace($0, ordinal: record.cardOrigin?.ordinal ?? 0, deckName: deckName, flag: flag)
      } ?? CardFace(record)
    return Card(
      id: id, deck: deckID, deckName: deckName, front: face.front, back: face.back,
      kind: face.kind, rendered: face.rendered,
      item: record.value(.cardItem).flatMap { EntityID(bytes: $0) },
      origin: record.cardOrigin, tags: note?.tags ?? [],
      noteEditedAt: note?.editedAt, flag: flag,
      isSuspended: record.value(.suspended) == [1],
      buriedDay: record.buriedDay,
      isDeleted: !record.isLive || !(isInDeck ?? false) || note?.isDeleted ?? false,
      schedule: try cardState(id, transaction)?.schedule ?? CardSchedule(),
      options: try options(of: deckID, transaction),
      scheduler: try schedulers.scheduler(ofCard: record) {
        try catalog.record(RowKey(.deck, $0), transaction)
      })
  }

  /// What is computed of a card; nil when none has this id.
  package func cardState(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    if let past = catalog.past { return try past.cardState(id, transaction) }
    let kept = try catalog.storedState(of: id, transaction)
    // Until the schedule is built anew, what was computed under other options is computed here.
    guard catalog.entries[.schedule]?.isStale == true, kept != nil else { return kept }
    return try catalog.computedState(of: id, by: schedulers, transaction)
  }

  /// The live cards of a deck and of those that were joined into it, in the order of their ids'
  /// times.
  package func cards(
    in deck: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    try joined(into: deck, .deck, transaction).flatMap {
      try ids(.decks, ViewIndex.deckCard.key($0.id.key), transaction)
    }.sorted { $0.rawValue < $1.rawValue }
  }
}

extension ViewCatalog {
  /// The state of a card computed from its rows; nil where there are none.
  func computedState(
    of card: EntityID, by schedulers: DeckSchedulers, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    let record = try stored(RowKey(.card, card), transaction)
    let reviews = try stored(RowKey(.reviews, card), transaction)
    guard !record.isEmpty || !reviews.isEmpty else { return nil }
    return try CardState(card, record: record, reviews: reviews, by: schedulers) {
      try self.record($0, transaction)
    }
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
  ///
  /// - Parameter time: the past moment whose settings count; nil for today's.
  package func studyDay(at milliseconds: Int64, in time: PastTime? = nil) throws -> Int {
    let hour = try read(at: time) { try $0.rolloverHour(orElse: options.rolloverHour, $1) }
    return studyDay(at: milliseconds, rolloverHour: hour)
  }

  /// The same, where the hour is known.
  func studyDay(at milliseconds: Int64, rolloverHour hour: Int) -> Int {
    StudyDay(
      milliseconds: milliseconds, offsetMinutes: options.offsetMinutes(milliseconds),
      rolloverHour: hour
    ).number
  }
}
