import DaybookEvents

/// Index entries beside the rows of a view: keys with empty values, told apart by a first byte
/// that no row begins with. Sparse: what is not set has no entry.
package enum ViewIndex: UInt8 {
  /// Life, status, kind, created, item: every filter on these is a few ranges.
  case standing = 0x53  // S
  /// Edited-at, item, where it was edited after its creation.
  case edited = 0x45  // E
  /// Due, item.
  case due = 0x44  // D
  /// Priority, item.
  case priority = 0x50  // P
  /// Tag, item.
  case tag = 0x54  // T
  /// A thing with a conflict, or a deleted container that may have one.
  case contested = 0x43  // C
  /// Item, collection.
  case container = 0x49  // I
  /// Digest of a folded name, thing.
  case name = 0x4E  // N
  /// Deck, card.
  case deckCard = 0x4B  // K
  /// A suspended card.
  case suspended = 0x58  // X
  /// Card → its computed state; kept by ``CardStates``.
  case cardState = 0x5A  // Z
  /// Deck, due, card; kept by ``CardStates``.
  case cardDue = 0x55  // U

  /// A key of this index.
  package func key(_ parts: [UInt8]...) -> [UInt8] { [rawValue] + parts.flatMap { $0 } }

  /// The entries that a row has.
  package static func keys(of row: RowKey, _ record: Record) -> [[UInt8]] {
    guard !record.isEmpty else { return [] }
    var keys: [[UInt8]] = []
    switch row.kind {
    case .item: keys = itemKeys(row.entity, record)
    case .membership: keys = membershipKeys(row, record)
    case .collection, .deck:
      if record.isLive, let name = record.value(.name) {
        keys.append(ViewIndex.name.key([row.kind.rawValue], nameDigest(name), row.entity.key))
      }
    case .card: keys = cardKeys(row.entity, record)
    case .tag, .review: break
    }
    if isMarkedContested(row, record) {
      keys.append(contested.key([row.kind.rawValue], row.entity.key, row.other?.key ?? []))
    }
    return keys
  }

  /// The first 8 bytes of a digest of a name without case and accents.
  package static func nameDigest(_ name: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.update(Array(folded(String(decoding: name, as: UTF8.self)).utf8))
    return Array(digest.finalize().prefix(8))
  }

  /// A signed number as bytes that sort as it does.
  package static func sortable(_ value: Int64) -> [UInt8] {
    Hexadecimal.bytes(UInt64(bitPattern: value) ^ 1 << 63)
  }

  private static func itemKeys(_ item: EntityID, _ record: Record) -> [[UInt8]] {
    let facts = Item.Facts(record)
    var keys = [
      standing.key(
        [record.isLive ? 0 : 1, standingByte(facts.status), kindByte(facts.kind)],
        sortable(facts.createdAt), item.key)
    ]
    if facts.editedAt > facts.createdAt {
      keys.append(edited.key(sortable(facts.editedAt), item.key))
    }
    if let due = facts.schedule.due {
      keys.append(Self.due.key(sortable(due.sortMilliseconds), item.key))
    }
    if let priority = facts.priority {
      keys.append(Self.priority.key(priorityByte(priority), item.key))
    }
    for tag in facts.tags { keys.append(Self.tag.key(tag.key, item.key)) }
    return keys
  }

  private static func membershipKeys(_ row: RowKey, _ record: Record) -> [[UInt8]] {
    guard let item = row.other, Membership(reading: record.value(.place) ?? []).isIn else {
      return []
    }
    return [container.key(item.key, row.entity.key)]
  }

  private static func cardKeys(_ card: EntityID, _ record: Record) -> [[UInt8]] {
    guard record.isLive, let deck = record.value(.deck).flatMap({ EntityID(bytes: $0) }) else {
      return []
    }
    var keys = [deckCard.key(deck.key, card.key)]
    if record.value(.suspended) == [1] { keys.append(suspended.key(card.key)) }
    return keys
  }

  /// Disagreeing heads; for what has members, also any deletion among the heads, because only
  /// the members tell whether it conflicts.
  private static func isMarkedContested(_ row: RowKey, _ record: Record) -> Bool {
    if !record.contested.isEmpty { return true }
    guard [.collection, .deck, .card].contains(row.kind) else { return false }
    return record[.life]?.heads.contains { $0.value == Life.deleted } ?? false
  }

  static func standingByte(_ status: ItemStatus) -> UInt8 {
    UInt8(ItemStatus.known.firstIndex(of: status).map { $0 + 1 } ?? 255)
  }

  static func kindByte(_ kind: ItemKind) -> UInt8 {
    UInt8(ItemKind.known.firstIndex(of: kind).map { $0 + 1 } ?? 255)
  }

  static func priorityByte(_ priority: ItemPriority) -> [UInt8] {
    [UInt8(ItemPriority.known.firstIndex(of: priority).map { $0 + 1 } ?? 255)]
  }
}
