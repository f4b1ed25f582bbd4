public import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB

extension Store {

  /// Adds a card to a deck.
  ///
  /// - Returns: the card's id.
  @discardableResult
  public func addCard(_ fields: CardChange, to deck: EntityID) throws -> EntityID {
    try TextLimits.check(fields.front, fields.back)
    if let front = fields.front { try TextLimits.check(front, calling: "question") }
    let id = newID()
    try write { moment, transaction in
      _ = try moment.liveRecord(deck, .deck, transaction)
      return [EventDraft(.cardAdded, id, second: deck, payload: fields.encoded)]
    }
    return id
  }

  /// Writes fields of a card, those that differ from what shows.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  public func editCard(_ id: EntityID, _ change: CardChange) throws -> Bool {
    try TextLimits.check(change.front, change.back)
    return try write { moment, transaction in
      let record = try moment.liveRecord(id, .card, transaction)
      var change = change
      let contested = Set(record.contested.map(\.field))
      if change.front?.bytes == record.value(.front), !contested.contains(.front) {
        change.front = nil
      }
      if change.back?.bytes == record.value(.back), !contested.contains(.back) {
        change.back = nil
      }
      if let front = change.front { try TextLimits.check(front, calling: "question") }
      return change == CardChange()
        ? [] : [EventDraft(.cardEdited, id, payload: change.encoded)]
    } != nil
  }

  /// Takes cards out of review for now, or back in.
  ///
  /// - Returns: the cards that were written to.
  @discardableResult
  public func suspend(_ cards: [EntityID], _ isSuspended: Bool = true) throws -> [EntityID] {
    try writeEach(cards) { card, record in
      let isContested = record.contested.contains(FieldKey(.suspended))
      guard (record.value(.suspended) == [1]) != isSuspended || isContested else { return nil }
      return EventDraft(isSuspended ? .cardSuspended : .cardResumed, card)
    }
  }

  /// Puts cards into another deck; those that are in it already are passed over.
  ///
  /// - Returns: the cards that were written to.
  @discardableResult
  public func move(_ cards: [EntityID], to deck: EntityID) throws -> [EntityID] {
    _ = try read { try $0.liveRecord(deck, .deck, $1) }
    let shown = try read { moment, transaction in
      try moment.joined(into: deck, .deck, transaction).map(\.id.bytes)
    }
    return try writeEach(cards) { card, record in
      let isContested = record.contested.contains(FieldKey(.deck))
      guard !shown.contains(record.value(.deck) ?? []) || isContested else { return nil }
      return EventDraft(.cardMoved, card, second: deck)
    }
  }

  /// Writes one event for each live card that `draft` has one for.
  func writeEach(
    _ cards: [EntityID], _ draft: (EntityID, Record) -> EventDraft?
  ) throws -> [EntityID] {
    var changed: [EntityID] = []
    try write { moment, transaction in
      let drafts = try cards.compactMap { card in
        draft(card, try moment.liveRecord(card, .card, transaction))
      }
      changed = drafts.map(\.entity)
      return drafts
    }
    return changed
  }

  /// Records an answer to a card, due or not. The card and its deck must be live.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - answer: how well it was remembered.
  ///   - durationMilliseconds: how long the answer took.
  ///   - isPractice: whether the answer counts for nothing: it is kept, and moves no due date.
  /// - Returns: the card as it stands afterwards.
  @discardableResult
  public func review(
    _ card: EntityID, _ answer: Answer, durationMilliseconds: UInt64 = 0,
    isPractice: Bool = false
  ) throws -> Card {
    try write { moment, transaction in
      let record = try moment.liveRecord(card, .card, transaction)
      let deck = record.value(.deck).flatMap { EntityID(bytes: $0) }
      if let deck {
        let home = try moment.survivor(of: deck, .deck, transaction)
        _ = try moment.liveRecord(home, .deck, transaction)
      }
      if let note = record.cardOrigin?.note {
        _ = try moment.liveRecord(note, .note, transaction)
      }
      let schedule = try moment.cardState(card, transaction)?.schedule ?? CardSchedule()
      let review = EventDraft(
        .cardReviewed, card,
        payload: Review.payload(
          grade: answer.grade, durationMilliseconds: durationMilliseconds,
          shown: isPractice ? .cram : Review.Shown(rawValue: schedule.phase.name),
          rolloverHour: try moment.rolloverHour(orElse: options.rolloverHour, transaction),
          steps: isPractice ? nil : try moment.scheduler(of: deck, transaction).stepCounts))
      let isLeech =
        try !isPractice && moment.becomesLeech(schedule, record, answer, transaction)
      return isLeech ? [review, EventDraft(.cardSuspended, card)] : [review]
    }
    guard let state = try read({ try $0.card(card, $1) }) else {
      throw StoreError.unknownID(card.description)
    }
    return state
  }
}

extension Moment {
  /// Whether an answer makes a card a leech of a deck that suspends its leeches.
  fileprivate func becomesLeech(
    _ schedule: CardSchedule, _ record: Record, _ answer: Answer,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard answer == .again, schedule.phase == .review else { return false }
    let deck = record.value(.deck).flatMap { EntityID(bytes: $0) }
    let options = try options(of: deck, transaction)
    return options.leechAction == .suspend
      && LeechRule(threshold: options.leechThreshold).becomesLeech(lapses: schedule.lapses + 1)
  }
}

extension Review {
  /// The payload of `reviewRetracted`.
  package static func retraction(of review: EntityID) -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, review.bytes)
    return wire.bytes
  }
}
