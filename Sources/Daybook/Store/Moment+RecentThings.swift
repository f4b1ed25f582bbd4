package import DaybookEvents
import DaybookLog
package import LMDB

extension Moment {
  /// The things that the latest events are about, the latest first: what somebody who is about
  /// to name a thing probably means.
  ///
  /// - Parameters:
  ///   - isWanted: is asked about each thing once.
  ///   - lookBack: how many events are looked at, so that it costs the same in every store.
  package func recentThings(
    limit: Int, lookBack: UInt64 = 2_000, _ transaction: borrowing ReadTransaction,
    where isWanted: (ThingKind, Record) -> Bool
  ) throws -> [EntityID] {
    var seen: Set<EntityID> = []
    var found: [EntityID] = []
    var position = state.eventCount
    let end = position - min(lookBack, position)
    while position > end, found.count < limit {
      defer { position -= 1 }
      // A damaged event may be about anything.
      guard let header = try? log.event(at: position, transaction)?.header else { continue }
      for id in [header.entity, header.second].compactMap(\.self) where found.count < limit {
        guard seen.insert(id).inserted, let thing = try thing(id, transaction) else { continue }
        if isWanted(thing.kind, thing.record) { found.append(id) }
      }
    }
    return found
  }

  /// The things whose handle begins with these digits, in the order of their handles. O(*limit*)
  /// where most of them are wanted.
  package func things(
    withHandlePrefix digits: String, limit: Int, _ transaction: borrowing ReadTransaction,
    where isWanted: (ThingKind, Record) -> Bool
  ) throws -> [EntityID] {
    try log.entities(withHandlePrefix: digits, limit: limit, transaction).filter { id in
      guard let thing = try thing(id, transaction) else { return false }
      return isWanted(thing.kind, thing.record)
    }
  }
}
