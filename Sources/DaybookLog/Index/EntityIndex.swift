package import DaybookEvents
package import LMDB

/// Which events are about which entity, gathered in one transaction and written at its end.
///
/// A row an event would take a third of the store, and a batch of events that touch things all
/// over would rewrite every page of it. A row holds up to a hundred positions of an entity
/// instead (``EntityRow``): a tenth of the pages, and one change per entity and batch.
package struct EntityIndex {
  private var entries: [EntityEntry] = []

  /// Nothing gathered.
  package init() {}

  /// Notes that an event is about an entity.
  ///
  /// - Precondition: Positions do not fall from one call to the next, and lie behind all that the
  ///   table holds of the entity.
  package mutating func add(_ entity: EntityID, _ position: UInt64) {
    entries.append(EntityEntry(entity, position))
  }

  /// Writes what was gathered, in the order of keys, and forgets it.
  package mutating func write(
    to table: Table, _ transaction: inout WriteTransaction
  ) throws {
    guard !entries.isEmpty else { return }
    entries.sortByHandle()
    let isNew = try transaction.reading.count(of: table) == 0
    try transaction.putRows(in: table) { rows in
      var open: EntityRow?
      for entry in entries {
        let isKnown = open?.handle == entry.handle
        // An event may name one entity twice.
        if isKnown, open?.last == entry.position { continue }
        if isKnown, open?.isFull == false {
          open?.append(entry.position)
          continue
        }
        if let row = open { try Self.put(row, isNew, &rows) }
        open = isNew || isKnown ? EntityRow(entry) : try Self.row(for: entry, &rows)
      }
      if let row = open { try Self.put(row, isNew, &rows) }
    }
    entries.removeAll()
  }

  private static func put(
    _ row: EntityRow, _ isNew: Bool, _ rows: inout RowWriter
  ) throws {
    if isNew {
      try rows.append(row.key.span, row.distances.bytes.span)
    } else {
      try rows.put(row.key.span, row.distances.bytes.span)
    }
  }

  /// The last row of an entity with the new entry behind it, or a new one.
  private static func row(
    for entry: EntityEntry, _ rows: inout RowWriter
  ) throws -> EntityRow {
    let known = try rows.lastRow(before: entry.bytes.span) { key, value in
      try key.count == EntityRow.keyByteCount && key.bigEndian128(at: 0) == entry.handle
        ? EntityRow(key: key, value: value) : nil
    }
    guard case .some(.some(var row)) = known, !row.isFull, row.last < entry.position else {
      return EntityRow(entry)
    }
    row.append(entry.position)
    return row
  }
}
