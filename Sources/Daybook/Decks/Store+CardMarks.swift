public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Gives cards a coloured flag, 1 to 7, or takes it away with 0.
  ///
  /// - Returns: the cards that were written to.
  @discardableResult
  public func setFlag(_ flag: Int, of cards: [EntityID]) throws -> [EntityID] {
    precondition((0...7).contains(flag), "a flag is a number from 0 to 7")
    return try writeEach(cards) { card, record in
      let isContested = record.contested.contains(FieldKey(.flag))
      guard Int(record.value(.flag)?.first ?? 0) != flag || isContested else { return nil }
      return EventDraft(.cardFlagged, card, payload: CardFlag.payload(flag))
    }
  }

  /// Keeps cards out of review until the next study day, or fetches them back.
  ///
  /// - Returns: the cards that were written to.
  @discardableResult
  public func bury(_ cards: [EntityID], _ isBuried: Bool = true) throws -> [EntityID] {
    let today = try studyDay(at: options.now())
    return try writeEach(cards) { card, record in
      let day = record.buriedDay
      guard isBuried ? day < today : day >= today else { return nil }
      return EventDraft(
        .cardBuried, card, payload: CardFlag.burial(untilAfter: isBuried ? today : 0))
    }
  }
}
