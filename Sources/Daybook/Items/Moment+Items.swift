package import DaybookEvents
package import LMDB

extension Moment {
  /// An item as it shows; nil when no item has this id.
  package func item(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Item? {
    let record = try catalog.record(RowKey(.item, id), transaction)
    guard !record.isEmpty else { return nil }
    return try item(id, Item.Facts(record), transaction)
  }

  /// An item from facts already read.
  package func item(
    _ id: EntityID, _ facts: Item.Facts, _ transaction: borrowing ReadTransaction
  ) throws -> Item {
    Item(
      id, facts, tags: try facts.tags.map { try tagName($0, transaction) }.sorted(),
      collections: try collections(of: id, isLive: facts.record.isLive, transaction)
        .map(\.name.string).sorted())
  }

  /// A tag's name as it was first spelled.
  package func tagName(
    _ tag: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    let name = try catalog.record(RowKey(.tag, tag), transaction).value(.tagName)
    return String(decoding: name ?? [], as: UTF8.self)
  }

  /// The record of a live thing.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/deleted(_:)``,
  ///   ``StoreError/joined(_:into:)``.
  package func liveRecord(
    _ id: EntityID, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    let record = try catalog.record(RowKey(kind.row, id), transaction)
    guard !record.isEmpty else {
      if try thing(id, transaction) != nil {
        throw StoreError.wrongKind(id, expected: kind.name)
      }
      throw StoreError.unknownID(id.description)
    }
    if record.isLive { return record }
    guard record.joinedInto != nil else { throw StoreError.deleted(id) }
    let survivor = try survivor(of: id, kind, transaction)
    guard survivor == id else { throw StoreError.joined(id, into: survivor) }
    return record
  }
}
