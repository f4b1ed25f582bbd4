import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

/// The decks an import has met.
struct ImportDecks {
  private var known: [String: (id: EntityID, isDeleted: Bool)] = [:]
  /// The same by names as they are written: a deck's cards come with one spelling of it.
  private var spelled: [String: (id: EntityID, isDeleted: Bool)] = [:]

  /// The deck a name stands for: the live one of that name, else the one that imports make of it,
  /// drafted with those above it if need be; whether it was deleted here.
  mutating func resolve(
    _ name: String, _ drafts: inout [EventDraft], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> (id: EntityID, isDeleted: Bool) {
    if let found = spelled[name] { return found }
    let key = folded(name)
    let found = try known[key] ?? find(name, key, &drafts, moment, transaction)
    known[key] = found
    spelled[name] = found
    return found
  }

  /// Lets a name stand for a deck that is known otherwise.
  mutating func take(_ name: String, for deck: EntityID) { spelled[name] = (deck, false) }

  private mutating func find(
    _ name: String, _ key: String, _ drafts: inout [EventDraft], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> (id: EntityID, isDeleted: Bool) {
    let own = EntityID(name: "deck", key)
    do {
      if let id = try moment.named(name, .deck, transaction) { return (id, false) }
    } catch StoreError.ambiguousName(_, _, let candidates) {
      // Machines that did not know of each other made several; every one keeps to the same.
      let least = candidates.min { $0.rawValue < $1.rawValue }
      return (candidates.contains(own) ? own : least ?? own, false)
    }
    let record = try moment.catalog.record(RowKey(.deck, own), transaction)
    if !record.isEmpty {
      let home = try moment.survivor(of: own, .deck, transaction)
      let homeRecord = try moment.catalog.record(RowKey(.deck, home), transaction)
      return (home, try !moment.stands(home, .deck, homeRecord, transaction))
    }
    if let mark = name.ranges(of: DeckPath.separator).last, mark.lowerBound > name.startIndex {
      _ = try resolve(String(name[..<mark.lowerBound]), &drafts, moment, transaction)
    }
    drafts.append(ThingKind.deck.made(own, named: Text(name)))
    return (own, false)
  }
}
