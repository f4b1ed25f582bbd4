import DaybookEvents
package import LMDB
package import DaybookText

/// Answers a query about items: candidates from an index wherever the query names a field, then
/// each candidate's row looked at.
package struct ItemSearch: Sendable {
  /// What is asked; nil for everything not deleted, done or archived.
  package let query: Query?
  /// The present: for `is:due`.
  package let now: Int64
  /// Turns dates into times where the person is.
  package let clock: LocalClock

  /// Describes a search.
  package init(_ query: Query?, now: Int64, clock: LocalClock) {
    self.query = query
    self.now = now
    self.clock = clock
  }

  /// An item that was found, by what its row says.
  package struct Match: Sendable {
    let id: EntityID
    let facts: Item.Facts
  }

  /// What a query found.
  package struct Found: Sendable {
    /// The items, in no particular order.
    package internal(set) var items: [Match] = []
    /// How many more match that are done; not counted where nothing was asked.
    package internal(set) var doneCount = 0
    /// How many more match that are archived; not counted where nothing was asked.
    package internal(set) var archivedCount = 0
  }

  /// The items found: nothing of what was deleted, and of what is done or archived only how much it
  /// is, unless the query asks for it.
  package func run(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Found {
    let context = SearchContext(moment, now: now, clock: clock)
    let wantsDeleted = query?.mentionsDeleted ?? false
    let wantsFinished = query?.namesStatus ?? false
    var ids: Set<EntityID>
    if let query {
      ids =
        try query.candidates(context, transaction)
        ?? context.standing(
          lives: wantsDeleted ? [0, 1] : [0], statuses: nil, kinds: nil, transaction)
    } else {
      ids = try context.standing(lives: [0], statuses: [1, 2, 255], kinds: nil, transaction)
    }
    var found = Found()
    for id in ids.sorted(by: { $0.handle < $1.handle }) {
      let record = try moment.catalog.record(RowKey(.item, id), transaction)
      guard !record.isEmpty, record.isLive || wantsDeleted else { continue }
      let facts = Item.Facts(record)
      guard try query?.matches(id, facts, context, transaction) ?? true else { continue }
      switch facts.status {
      case .done where !wantsFinished: found.doneCount += 1
      case .archived where !wantsFinished: found.archivedCount += 1
      default: found.items.append(Match(id: id, facts: facts))
      }
    }
    return found
  }

  /// Puts what was found in order, and looks up what some of it show.
  ///
  /// - Parameters:
  ///   - order: nil for the one that people expect unasked: a collection's own where the query is
  ///     one collection, or several of one name, one after the other; else the newest first.
  ///   - range: which of them, counted from 0; nil for all.
  package func arranged(
    _ items: [Match], _ order: ListOrder<Item.SortField>?, _ range: Range<Int>?,
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Item] {
    let arranged = try order.map { Self.sort(items, $0) } ?? usual(items, moment, transaction)
    return try arranged.page(range).map { try moment.item($0.id, $0.facts, transaction) }
  }

  private func usual(
    _ items: [Match], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Match] {
    guard case .collection(let name)? = query else {
      return Self.sort(items, .descending(.created))
    }
    var found = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    return try moment.resolveAll(name, as: .collection, transaction).flatMap {
      try moment.members(of: $0, transaction).compactMap { found.removeValue(forKey: $0.item) }
    }
  }

  private static func sort(_ items: [Match], _ order: ListOrder<Item.SortField>) -> [Match] {
    // Places are sorted, and items moved once: they are large.
    let keys = items.indices.map { SortKey(items[$0].facts, order.field, place: $0) }
    return keys.sorted { left, right in
      if left.isMissing != right.isMissing { return right.isMissing }
      if !left.isEqual(to: right) {
        return order.isDescending ? right.precedes(left) : left.precedes(right)
      }
      return items[left.place].id.rawValue < items[right.place].id.rawValue
    }.map { items[$0.place] }
  }
}

/// What one item is sorted by.
private struct SortKey {
  let isMissing: Bool
  let place: Int
  private let number: Int64
  private let text: String

  init(_ item: Item.Facts, _ field: Item.SortField, place: Int) {
    self.place = place
    (isMissing, number, text) =
      switch field {
      case .created: (false, item.createdAt.milliseconds, "")
      case .edited: (false, item.editedAt.milliseconds, "")
      case .due: (item.schedule.due == nil, item.schedule.due?.sortMilliseconds ?? 0, "")
      case .title:
        item.record.value(.title).map { ($0.isEmpty, 0, folded(Text(bytes: $0).string)) }
          ?? (true, 0, "")
      case .status: (false, Int64(ViewIndex.standingByte(item.status)), "")
      default:
        ItemAttribute.named(field.rawValue)?.sortKey(in: item.record).map { (false, $0, $1) }
          ?? (true, 0, "")
      }
  }

  func isEqual(to other: SortKey) -> Bool { number == other.number && text == other.text }

  func precedes(_ other: SortKey) -> Bool {
    number == other.number ? text < other.text : number < other.number
  }
}

/// What a search looks things up in.
package struct SearchContext {
  let moment: Moment
  let now: Int64
  let clock: LocalClock

  /// Looks things up in a moment of the store.
  package init(_ moment: Moment, now: Int64, clock: LocalClock) {
    self.moment = moment
    self.now = now
    self.clock = clock
  }

  /// Items by life, status and kind, whatever is nil being open: a few ranges of one index.
  func standing(
    lives: [UInt8], statuses: [UInt8]?, kinds: [UInt8]?, created: Range<Int64>? = nil,
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID> {
    var found: Set<EntityID> = []
    for life in lives {
      for status in statuses ?? [1, 2, 3, 4, 255] {
        for kind in kinds ?? [1, 2, 3, 255] {
          let prefix = ViewIndex.standing.key([life, status, kind])
          let lower = prefix + (created.map { ViewIndex.sortable($0.lowerBound) } ?? [])
          let upper = created.map { prefix + ViewIndex.sortable($0.upperBound) } ?? prefix.after
          try collect(from: lower, below: upper, &found, transaction)
        }
      }
    }
    return found
  }

  /// Items whose time in an index lies in a range.
  func range(
    _ index: ViewIndex, _ range: Range<Int64>, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID> {
    var found: Set<EntityID> = []
    try collect(
      from: index.key(ViewIndex.sortable(range.lowerBound)),
      below: index.key(ViewIndex.sortable(range.upperBound)), &found, transaction)
    return found
  }

  private func collect(
    from lower: [UInt8], below upper: [UInt8], _ found: inout Set<EntityID>,
    _ transaction: borrowing ReadTransaction
  ) throws {
    try moment.catalog.scan(.items, from: lower, below: upper, transaction) { key, _ in
      if key.count > 16 {
        found.insert(EntityID(handle: key.bigEndian128(at: key.count - 16)))
      }
      return .next
    }
  }
}
