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

extension Log {
  /// The positions of all events about an entity, oldest first.
  ///
  /// The rows bear no checks. A position where another event stands is noticed by whoever reads
  /// that. A row whose key became another is missing here, but lies where it lay: so the rows
  /// beside are looked at where there is none, and where one may be missing, which only happens
  /// beside full ones.
  ///
  /// - Throws: ``LogError/damaged(_:)``.
  package func history(
    of entity: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt64] {
    var positions: [UInt64] = []
    positions.reserveCapacity(16)
    var isCertain = true
    let end = MetaKey.end(of: entity.key)
    try transaction.scanBackwards(tables.entity, below: end) { key, value in
      guard key.count == EntityRow.keyByteCount else { throw LogError.damaged(.index) }
      let isFull = EntityRow.isFull(value)
      isCertain = isCertain && !isFull
      guard key.bigEndian128(at: 0) == entity.handle else { return .stop }
      let later = positions
      positions.removeAll(keepingCapacity: true)
      try EntityRow.read(key: key, value: value) { positions.append($0) }
      guard later.first ?? .max > positions.last ?? 0 else { throw LogError.damaged(.index) }
      positions += later
      return .next
    }
    if positions.isEmpty || !isCertain {
      for bound in [entity.key, end] {
        guard
          try transaction.isMissing(
            bound, in: tables.entity, isSound: { isSound($0, $1, transaction) })
        else { throw LogError.damaged(.index) }
      }
    }
    return positions
  }

  /// Whether the first event that a row names is about the row's entity, as far as it can be read.
  private func isSound(
    _ key: Span<UInt8>, _ value: Span<UInt8>, _ transaction: borrowing ReadTransaction
  ) -> Bool {
    guard key.count == EntityRow.keyByteCount else { return false }
    let entity = EntityID(handle: key.bigEndian128(at: 0))
    do {
      return try withEvent(at: key.bigEndian64(at: 16), transaction) { event, _ in
        event.header.isAbout(entity)
      }
    } catch LogError.damaged(.event) {
      return true
    } catch {
      return false
    }
  }

  /// Whether any event is about an entity.
  package func hasHistory(
    of entity: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var isKnown = false
    try transaction.scan(tables.entity, from: entity.key, below: MetaKey.end(of: entity.key)) {
      _, _ in
      isKnown = true
      return .stop
    }
    return isKnown
  }

  /// What the events at some positions are about, for those that cannot be read.
  ///
  /// - Complexity: O(*n*) in all events.
  package func entities(
    at positions: Set<UInt64>, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt64: [EntityID]] {
    var found: [UInt64: [EntityID]] = [:]
    guard !positions.isEmpty else { return found }
    try transaction.scan(tables.entity) { key, value in
      try EntityRow.read(key: key, value: value) { position in
        guard positions.contains(position) else { return }
        found[position, default: []].append(EntityID(handle: key.bigEndian128(at: 0)))
      }
      return .next
    }
    return found
  }

  /// Entities whose handle begins with the given hexadecimal digits, at most `limit`.
  package func entities(
    withHandlePrefix digits: String, limit: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var found: [EntityID] = []
    guard let lower = Self.padded(digits, with: "0"), let upper = Self.padded(digits, with: "f")
    else { return [] }
    var from = lower
    while found.count < limit {
      var next: EntityID?
      try transaction.scan(tables.entity, from: from, below: MetaKey.end(of: upper)) { key, _ in
        guard key.count == EntityRow.keyByteCount else { throw LogError.damaged(.index) }
        next = EntityID(key: key.array(0..<16))
        return .stop
      }
      guard let entity = next else { break }
      found.append(entity)
      from = MetaKey.end(of: entity.key)
    }
    return found
  }

  private static func padded(_ digits: String, with filler: Character) -> [UInt8]? {
    guard digits.utf8.count <= 32 else { return nil }
    return Hexadecimal.bytes(
      digits + String(repeating: filler, count: 32 - digits.utf8.count))
  }
}
