import DaybookEvents
import DaybookLog
package import LMDB

extension Moment {
  /// All tags, by name: also those that no item has any more, but for names that were given up for
  /// others.
  package func tags(_ transaction: borrowing ReadTransaction) throws -> [TagCount] {
    let rows = [RowKind.tag.rawValue]
    var ids: [EntityID] = []
    try catalog.scan(.items, from: rows, below: rows.after, transaction) { key, _ in
      if let row = RowKey(key) { ids.append(row.entity) }
      return .next
    }
    var found: [TagCount] = []
    for id in ids {
      let count = try self.ids(.items, ViewIndex.tag.key(id.key), transaction).count {
        try catalog.record(RowKey(.item, $0), transaction).isLive
      }
      let name = try tagName(id, transaction)
      if try count == 0 && (name.isEmpty || isRenamed(id, transaction)) { continue }
      found.append(TagCount(name: name, items: count, id: id))
    }
    return found.sorted { $0.name < $1.name }
  }

  /// Whether the last that was said of a tag, as stamps count, is that items have another instead.
  private func isRenamed(
    _ tag: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var last: (stamp: Stamp, event: EventName, isGivingUp: Bool)?
    try log.scanHistory(of: tag, transaction) { event, _ in
      guard try catalog.past?.bound.includes(event, log, transaction) ?? true else { return .next }
      let stamp = state.stamp(of: event.header, in: event.log)
      if last.map({ ($0.stamp, $0.event) < (stamp, event.name) }) ?? true {
        // A renaming takes one tag off and puts another one on, which is there from then on.
        let isTakenOff = event.header.knownKind == .itemUntagged
        last = (stamp, event.name, isTakenOff && event.header.batch?.reason == .retag)
      }
      return .next
    }
    return last?.isGivingUp ?? false
  }
}
