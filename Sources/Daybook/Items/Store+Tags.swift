import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Gives every live item that has one tag another instead: one batch of commands. What it
  /// leaves half done when it fails, calling it again completes.
  ///
  /// - Returns: how many items were changed.
  /// - Throws: ``StoreError/unknownName(_:kind:)`` when no live item has the tag.
  @discardableResult
  public func renameTag(_ old: String, to new: String) throws -> Int {
    var first: UInt64?
    var total = 0
    while true {
      var count = 0
      let command = try write(reason: .retag, batchFirst: first) { moment, transaction in
        let items = try moment.items(tagged: old, limit: Self.retagLimit, transaction)
        count = items.count
        return items.flatMap { Self.retagging($0, from: old, to: new) }
      }
      guard let command else { break }
      first = first ?? command.events.first?.sequence
      total += count
    }
    guard total > 0 else { throw StoreError.unknownName(old, kind: "tag") }
    return total
  }

  /// Every item needs up to two events.
  private static var retagLimit: Int { LogWriter.commandEventLimit / 2 }

  private static func retagging(
    _ item: (id: EntityID, facts: Item.Facts), from old: String, to new: String
  ) -> [EventDraft] {
    let hasNew = item.facts.tags.contains(Tag.id(new))
    return (hasNew ? [] : [ItemDrafts.tag(item.id, new, isOn: true)])
      + [ItemDrafts.tag(item.id, old, isOn: false)]
  }
}

extension Moment {
  /// The first live items that have a tag.
  fileprivate func items(
    tagged name: String, limit: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [(id: EntityID, facts: Item.Facts)] {
    var found: [(id: EntityID, facts: Item.Facts)] = []
    for id in try ids(.items, ViewIndex.tag.key(Tag.id(name).key), transaction) {
      let record = try catalog.record(RowKey(.item, id), transaction)
      if record.isLive { found.append((id, Item.Facts(record))) }
      if found.count == limit { break }
    }
    return found
  }
}
