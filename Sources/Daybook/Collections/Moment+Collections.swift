public import DaybookEvents
package import LMDB
public import DaybookText

/// A collection as it shows.
public struct CollectionSummary: Equatable, Identifiable, Sendable {
  /// Its id.
  public let id: EntityID
  /// Its name.
  public let name: Text
  /// Whether it was deleted, or joined into another.
  public let isDeleted: Bool
  /// What it was joined into; nil for one that was not.
  public let joinedInto: EntityID?
}

extension Moment {
  /// A collection; nil when none has this id.
  package func collection(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CollectionSummary? {
    let record = try catalog.record(RowKey(.collection, id), transaction)
    guard !record.isEmpty else { return nil }
    let stands = try stands(id, .collection, record, transaction)
    return CollectionSummary(
      id: id, name: Text(bytes: record.value(.name) ?? []), isDeleted: !stands,
      joinedInto: stands || record.joinedInto == nil
        ? nil : try survivor(of: id, .collection, transaction))
  }

  /// All collections, by name.
  package func collections(
    _ transaction: borrowing ReadTransaction
  ) throws -> [CollectionSummary] {
    try named(.collection, transaction).compactMap { try collection($0.id, transaction) }
  }

  /// All rows of collections or decks, by name; of those with one name the oldest first.
  package func named(
    _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> [(id: EntityID, name: Text, isDeleted: Bool)] {
    var found: [(id: EntityID, name: Text, isDeleted: Bool)] = []
    var joined: [Int] = []
    let prefix = [kind.row.rawValue]
    try catalog.scan(kind.row.view, from: prefix, below: prefix.after, transaction) { key, value in
      guard let row = RowKey(key) else { return .next }
      let record = try Record(reading: value)
      if record.joinedInto != nil { joined.append(found.count) }
      found.append((row.entity, Text(bytes: record.value(.name) ?? []), !record.isLive))
      return .next
    }
    for index in joined {
      let id = found[index].id
      found[index].isDeleted = try survivor(of: id, kind, transaction) != id
    }
    return found.sorted {
      ($0.name.string, $0.id.rawValue) < ($1.name.string, $1.id.rawValue)
    }
  }

  /// The live collections an item is in; of those that were joined, what stays of them. None for an
  /// item that was deleted, since a membership shows only while both ends live.
  ///
  /// - Parameter isLive: whether the item is there, which whoever asks knows.
  package func collections(
    of item: EntityID, isLive: Bool, _ transaction: borrowing ReadTransaction
  ) throws -> [CollectionSummary] {
    guard isLive else { return [] }
    var seen: Set<EntityID> = []
    return try containers(of: item, transaction).compactMap {
      let home = try survivor(of: $0, .collection, transaction)
      guard seen.insert(home).inserted, let collection = try collection(home, transaction),
        !collection.isDeleted
      else { return nil }
      return collection
    }
  }

  /// The collections an item is in, deleted ones included.
  func containers(
    of item: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    try catalog.past?.containers(of: item, transaction)
      ?? ids(.collections, ViewIndex.container.key(item.key), transaction)
  }

  /// The live items of a collection, in their order.
  package func members(
    of collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [(item: EntityID, position: [UInt8])] {
    try allMembers(of: collection, transaction).filter {
      try catalog.record(RowKey(.item, $0.item), transaction).isLive
    }
  }

  /// The items of a collection in their order, deleted ones included, with those of collections
  /// that were joined into it: of an item that is in several, its place in the first counts.
  package func allMembers(
    of collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [(item: EntityID, position: [UInt8])] {
    var found: [(item: EntityID, position: [UInt8])] = []
    var seen: Set<EntityID> = []
    for part in try joined(into: collection, .collection, transaction) {
      let prefix = [RowKind.membership.rawValue] + part.id.key
      try catalog.scan(.collections, from: prefix, below: prefix.after, transaction) {
        key, value in
        let place = Membership(reading: try Record(reading: value).value(.place) ?? [])
        if place.isIn, let item = RowKey(key)?.other, seen.insert(item).inserted {
          found.append((item, part.position + place.position))
        }
        return .next
      }
    }
    return found.sorted { left, right in
      left.position == right.position
        ? left.item.rawValue < right.item.rawValue
        : left.position.lexicographicallyPrecedes(right.position)
    }
  }

  /// The position for an item that is put at the end of a collection.
  package func endPosition(
    of collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    let last = try allMembers(of: collection, transaction).last
    return Position.between(last?.position, nil) ?? [0xFF, 0xFF, 0xFF, 0xFF]
  }
}
