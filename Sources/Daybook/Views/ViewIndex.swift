import DaybookEvents

/// Index entries beside the rows of a view: keys with empty values, told apart by a first byte,
/// a small letter, so that they come after all rows. Sparse: what is not set has no entry.
package enum ViewIndex: UInt8 {
  /// Life, status, kind, created, item: every filter on these is a few ranges.
  case standing = 0x73  // s
  /// Edited-at, item, where it was edited after its creation.
  case edited = 0x65  // e
  /// Due, item.
  case due = 0x64  // d
  /// Priority, item.
  case priority = 0x70  // p
  /// Tag, item.
  case tag = 0x74  // t
  /// A thing with a conflict, or a deleted container that may have one.
  case contested = 0x63  // c
  /// Item, collection.
  case container = 0x69  // i
  /// Kind of row, digest of a folded name, thing: of what is live, and of what was joined, which
  /// may be the one that stays of things that were joined into each other.
  case name = 0x6E  // n
  /// Deck, card.
  case deckCard = 0x6B  // k
  /// Note, card.
  case noteCard = 0x6F  // o
  /// Kind of row, what something was joined into, what was joined.
  case joined = 0x6A  // j
  /// A suspended card.
  case suspended = 0x78  // x
  /// Card → its computed state. This and the next two are the view ``ViewName/schedule``, and
  /// kept by ``ScheduleChanges``.
  case cardState = 0x7A  // z
  /// Deck, ``QueuePlace``, due or place among new cards, card → until when it is kept out.
  case queue = 0x71  // q
  /// Deck, study day → how much was studied.
  case tally = 0x79  // y

  /// A key of this index.
  package func key(_ parts: [UInt8]...) -> [UInt8] { [rawValue] + parts.flatMap { $0 } }

  /// The first 8 bytes of a digest of a name without case and accents.
  package static func nameDigest(_ name: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.update(Array(folded(String(decoding: name, as: UTF8.self)).utf8))
    return Array(digest.finalize().prefix(8))
  }

  /// A signed number as bytes that sort as it does.
  package static func sortable(_ value: Int64) -> [UInt8] {
    Hexadecimal.bytes(sortableNumber(value))
  }

  /// A signed number as one without sign that sorts as it does.
  static func sortableNumber(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }

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
