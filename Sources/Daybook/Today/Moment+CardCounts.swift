import DaybookEvents
import LMDB

extension Moment {
  /// Counts the cards of all live decks that are due or new, from keys of indexes. Only of cards
  /// due near to now does the key not tell whether it is a day or a moment.
  func cardCounts(
    at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> (due: Int, new: Int) {
    var (dueCards, newCards) = (0, 0)
    let suspended = Set(
      try ids(.decks, [ViewIndex.suspended.rawValue], transaction).map(\.handle))
    let day = Int64(studyDay) * 86_400_000
    let certain = min(now, day)
    let last = max(now, day)
    let table = try catalog.table(.decks)
    for deck in try named(.deck, transaction) where !deck.isDeleted {
      let dues = ViewIndex.cardDue.key(deck.id.key)
      var uncertain: [EntityID] = []
      try transaction.scan(table, from: dues, below: dues.after) { key, _ in
        guard key.count == 41 else { return .next }
        newCards -= 1
        let due = Int64(bitPattern: key.bigEndian64(at: 17) ^ 1 << 63)
        if due <= certain {
          dueCards += 1
        } else if due <= last {
          uncertain.append(EntityID(handle: key.bigEndian128(at: 25)))
        }
        return .next
      }
      for card in uncertain {
        guard let state = try cardState(card, transaction) else { continue }
        if state.schedule.isDue(at: now, studyDay: studyDay) { dueCards += 1 }
      }
      let cards = ViewIndex.deckCard.key(deck.id.key)
      try transaction.scan(table, from: cards, below: cards.after) { key, _ in
        if !suspended.contains(key.bigEndian128(at: key.count - 16)) { newCards += 1 }
        return .next
      }
    }
    return (dueCards, newCards)
  }
}
