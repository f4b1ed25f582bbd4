import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

/// The collections an import has met, and where their ends are.
struct ImportCollections {
  /// What a name of the source stands for here.
  private enum Target {
    case live(EntityID)
    case deleted(EntityID)
  }

  private var targetsByName: [String: Target] = [:]
  private var ends: [EntityID: [UInt8]] = [:]

  /// The collection a name stands for: the live one of that name, else the one that imports make
  /// of it, drafted if need be; whether it was deleted here.
  mutating func resolve(
    _ name: String, _ drafts: inout [EventDraft], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> (id: EntityID, isDeleted: Bool) {
    let key = folded(name)
    let target: Target
    if let known = targetsByName[key] {
      target = known
    } else {
      target = try find(name, &drafts, moment, transaction)
      targetsByName[key] = target
    }
    switch target {
    case .live(let id): return (id, false)
    case .deleted(let id): return (id, true)
    }
  }

  /// The place behind the last item of a collection; it is taken from now on.
  mutating func takeEnd(
    of collection: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    let end = try ends[collection] ?? moment.endPosition(of: collection, transaction)
    ends[collection] = Position.between(end, nil) ?? end
    return end
  }

  private func find(
    _ name: String, _ drafts: inout [EventDraft], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Target {
    let own = EntityID.importedCollection(named: name)
    do {
      if let id = try moment.named(name, .collection, transaction) { return .live(id) }
    } catch StoreError.ambiguousName(_, _, let candidates) {
      // Machines that did not know of each other made several; every one keeps to the same.
      let least = candidates.min { $0.rawValue < $1.rawValue }
      return .live(candidates.contains(own) ? own : least ?? own)
    }
    let record = try moment.catalog.record(RowKey(.collection, own), transaction)
    if record.isEmpty {
      drafts.append(
        ThingKind.collection.made(own, named: Text(name)))
      return .live(own)
    }
    let home = try moment.survivor(of: own, .collection, transaction)
    let homeRecord = try moment.catalog.record(RowKey(.collection, home), transaction)
    return try moment.stands(home, .collection, homeRecord, transaction)
      ? .live(home) : .deleted(home)
  }
}
