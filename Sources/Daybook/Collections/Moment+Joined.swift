package import DaybookEvents
import DaybookLog
package import LMDB

/// Collections and decks that were joined into others: they are gone, and what is in them, also
/// what was put in elsewhere or is put in later, shows in the other one. Nothing is copied, so a
/// join that is taken back leaves nothing behind.
extension Moment {
  /// A collection or deck whose contents show in another, or that one itself.
  package struct Joined: Equatable, Sendable {
    /// Its id.
    package let id: EntityID
    /// Of a collection: what the positions of its items begin with there.
    package let position: [UInt8]
  }

  /// Where the contents of a collection or deck show: in what it was joined into, and that in
  /// turn; in itself where it was not. Of those that were joined into each other, on machines that
  /// did not know of each other, the oldest stays.
  package func survivor(
    of id: EntityID, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> EntityID {
    try Self.survivor(of: id) { try catalog.record(RowKey(kind.row, $0), transaction) }
  }

  /// The same, where rows are found otherwise.
  static func survivor(
    of id: EntityID, _ record: (EntityID) throws -> Record
  ) throws -> EntityID {
    var path = [id]
    while let next = try record(path[path.count - 1]).joinedInto {
      if let start = path.firstIndex(of: next) {
        return path[start...].min { $0.rawValue < $1.rawValue } ?? next
      }
      path.append(next)
    }
    return path[path.count - 1]
  }

  /// Whether a collection or deck is there: live, or the one that stays of those joined into each
  /// other.
  package func stands(
    _ id: EntityID, _ kind: ThingKind, _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    if record.isLive { return true }
    return try record.joinedInto != nil && survivor(of: id, kind, transaction) == id
  }

  /// A collection or deck with all that was joined into it, at any depth, itself first.
  ///
  /// - Complexity: O(log *n*) for each of them.
  package func joined(
    into id: EntityID, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> [Joined] {
    var found = [Joined(id: id, position: [])]
    var next = 0
    while next < found.count {
      let above = found[next]
      next += 1
      let prefix = ViewIndex.joined.key([kind.row.rawValue], above.id.key)
      for other in try ids(kind.row.view, prefix, transaction)
      where !found.contains(where: { $0.id == other }) {
        let position = try catalog.record(RowKey(kind.row, other), transaction).joinPosition
        found.append(Joined(id: other, position: above.position + position))
      }
    }
    return found
  }

  /// What makes those live into which things were joined that are restored, where these were
  /// joined into each other: else what stays of them would belong to what is restored.
  func restoringSurvivors(
    of restored: [EntityID], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    var live = Set(restored)
    return try restored.compactMap { id in
      guard let kind = try thing(id, transaction)?.kind else { return nil }
      let home = try survivor(of: id, kind, transaction)
      let record = try catalog.record(RowKey(kind.row, home), transaction)
      guard record.joinedInto != nil, live.insert(home).inserted else { return nil }
      return EventDraft(kind.schema.restores, home)
    }
  }

  /// Whether an item shows in a collection because it is in one that was joined into it.
  func shows(
    _ item: EntityID, in collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try joined(into: collection, .collection, transaction).dropFirst().contains {
      let row = RowKey(.membership, $0.id, item)
      let place = try catalog.record(row, transaction).value(.place)
      return Membership(reading: place ?? []).isIn
    }
  }
}
