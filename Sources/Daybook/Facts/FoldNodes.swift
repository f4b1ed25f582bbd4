import DaybookEvents

/// One row of a ``FoldTable``.
struct FoldRow {
  /// What it is about.
  let key: RowKey
  /// What the view held of it when it was first touched.
  let stored: FoldSlice
  /// The register with the least key; -1 where there is none.
  var firstRegister: Int32 = -1
}

/// One register of a row.
struct FoldRegister {
  /// Which it is.
  let key: FieldKey
  /// The head with the least name; -1 where there is none.
  var firstHead: Int32 = -1
  /// The register with the next key.
  var next: Int32
}

/// One write that nothing has superseded; or a place for one.
struct FoldHead {
  /// The event it comes from.
  let note: Int32
  /// What was written.
  let value: FoldSlice
  /// The head with the next name, or the next free one.
  var next: Int32 = -1
}

/// One event that writes come from; or a place for one.
struct FoldNote {
  /// The event.
  let origin: WriteOrigin
  /// How many heads name it.
  var references: UInt32 = 0
  /// Of a free note, the next free one; of another, which row it was last written for.
  var mark: UInt32 = 0
  /// Its place among the events of that row.
  var place: UInt32 = 0

  init(origin: WriteOrigin) { self.origin = origin }
}

/// Where a value lies among the bytes of a ``FoldTable``.
struct FoldSlice {
  let offset: UInt32
  var count: UInt32
  /// How many bytes may be written there.
  let capacity: UInt32

  var range: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}

/// Finds rows by their keys: open addressing, with half of each hash beside the row's index so
/// that few rows are looked at in vain.
struct FoldIndex {
  private var slots: [UInt64] = []
  private var count = 0

  func find(_ key: RowKey, _ rows: [FoldRow]) -> Int? {
    guard !slots.isEmpty else { return nil }
    let hash = Self.hash(key)
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let row = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if rows[row].key == key { return row }
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  mutating func insert(_ key: RowKey, _ row: Int, _ rows: [FoldRow]) {
    if count &* 2 >= slots.count {
      slots = Array(repeating: 0, count: max(64, slots.count * 2))
      for (index, known) in rows.enumerated() { place(Self.hash(known.key), index) }
    } else {
      place(Self.hash(key), row)
    }
    count += 1
  }

  private mutating func place(_ hash: UInt64, _ row: Int) {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(row &+ 1)
  }

  private static func hash(_ key: RowKey) -> UInt64 {
    let entity = key.entity.rawValue
    let other = key.other?.rawValue ?? 0
    var hash = UInt64(truncatingIfNeeded: entity) ^ UInt64(key.kind.rawValue)
    hash = (hash ^ UInt64(truncatingIfNeeded: entity >> 64)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(truncatingIfNeeded: other) ^ UInt64(truncatingIfNeeded: other >> 64)
    let product = hash.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
