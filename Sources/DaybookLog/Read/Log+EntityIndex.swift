package import DaybookEvents
package import LMDB

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
