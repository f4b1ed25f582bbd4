public import DaybookEvents
package import LMDB

/// A collection as it shows.
public struct CollectionSummary: Equatable, Sendable {
  /// Its id.
  public let id: EntityID
  /// Its name.
  public let name: Text
  /// Whether it was put away.
  public let isDeleted: Bool
}

extension Moment {
  /// A collection; nil when none has this id.
  package func collection(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CollectionSummary? {
    let record = try catalog.record(RowKey(.collection, id), transaction)
    guard !record.isEmpty else { return nil }
    return CollectionSummary(
      id: id, name: Text(bytes: record.value(.name) ?? []), isDeleted: !record.isLive)
  }

  /// All collections, by name.
  package func collections(
    _ transaction: borrowing ReadTransaction
  ) throws -> [CollectionSummary] {
    try named(.collection, transaction).map {
      CollectionSummary(id: $0.id, name: $0.name, isDeleted: $0.isDeleted)
    }
  }

  /// All rows of things with a name, by name.
  func named(
    _ kind: RowKind, _ transaction: borrowing ReadTransaction
  ) throws -> [(id: EntityID, name: Text, isDeleted: Bool)] {
    var found: [(id: EntityID, name: Text, isDeleted: Bool)] = []
    let prefix = [kind.rawValue]
    try catalog.scan(kind.view, from: prefix, below: prefix.after, transaction) { key, value in
      guard let row = RowKey(key) else { return .next }
      let record = try Record(reading: value)
      found.append((row.entity, Text(bytes: record.value(.name) ?? []), !record.isLive))
      return .next
    }
    return found.sorted {
      ($0.name.string, $0.id.handleDigits) < ($1.name.string, $1.id.handleDigits)
    }
  }

  /// The live collections an item is in.
  package func collections(
    of item: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [CollectionSummary] {
    let containers =
      try catalog.past?.containers(of: item, transaction)
      ?? ids(.collections, ViewIndex.container.key(item.key), transaction)
    return try containers.compactMap {
      guard let collection = try collection($0, transaction), !collection.isDeleted else {
        return nil
      }
      return collection
    }
  }

  /// The live items of a collection, in their order.
  package func members(
    of collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [(item: EntityID, position: [UInt8])] {
    try allMembers(of: collection, transaction).filter {
      try catalog.record(RowKey(.item, $0.item), transaction).isLive
    }
  }

  /// The items of a collection in their order, deleted ones included.
  package func allMembers(
    of collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [(item: EntityID, position: [UInt8])] {
    var found: [(item: EntityID, position: [UInt8])] = []
    let prefix = [RowKind.membership.rawValue] + collection.key
    try catalog.scan(.collections, from: prefix, below: prefix.after, transaction) { key, value in
      let place = Membership(
        reading: try Record(reading: value).value(.place) ?? [])
      if place.isIn, let item = RowKey(key)?.other { found.append((item, place.position)) }
      return .next
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
