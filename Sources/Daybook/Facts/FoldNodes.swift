import DaybookEvents

/// One row of a ``FoldTable``.
struct FoldRow {
  /// What it is about.
  let key: RowKey
  /// What the view held of it when it was first touched.
  let stored: FoldSlice
  /// One of its registers of fields there is one of; -1 where there is none.
  var firstField: Int32 = -1
  /// One of its other registers, of which there may be many; -1 where there is none.
  var firstPart: Int32 = -1
}

/// Where a row stands among others, without having to look at them.
struct FoldOrder: Comparable {
  private let kind: UInt8
  private let handle: UInt128
  private let other: UInt128
  let view: ViewName
  let index: Int

  init(_ key: RowKey, _ index: Int) {
    kind = key.kind.rawValue
    handle = key.entity.handle
    other = key.other?.handle ?? 0
    view = key.kind.view
    self.index = index
  }

  static func < (left: FoldOrder, right: FoldOrder) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if left.handle != right.handle { return left.handle < right.handle }
    return left.other < right.other
  }
}

/// One register of a row.
struct FoldRegister {
  private let part: UInt128
  private let field: Field
  /// The row it is in.
  let row: Int32
  /// The head with the least name; -1 where there is none.
  var firstHead: Int32 = -1
  /// Another register of the same sort in the row; -1 after the last.
  let next: Int32

  init(key: FieldKey, row: Int32, next: Int32) {
    (part, field) = (key.part, key.field)
    (self.row, self.next) = (row, next)
  }

  /// Which it is. Its parts are kept apart because together they take half as much room again.
  var key: FieldKey { FieldKey(field, part) }
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

/// Finds elements of an array by a hash of their keys: open addressing, with the hash beside the
/// element's index, so that hardly an element is looked at in vain.
struct FoldIndex {
  private var slots: [UInt64] = []
  private var count = 0

  /// How much memory it takes.
  var byteCount: Int { slots.count * MemoryLayout<UInt64>.stride }

  /// The element with this hash that `isSought` accepts.
  @inline(__always)
  func find(_ hash: UInt32, _ isSought: (Int) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot] >> 32) == hash {
        let index = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if isSought(index) { return index }
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Adds an element that is not there.
  mutating func insert(_ hash: UInt32, _ index: Int) {
    if count &* 2 >= slots.count {
      let known = slots
      slots = Array(repeating: 0, count: max(64, slots.count * 2))
      for slot in known where slot != 0 { place(slot) }
    }
    place(UInt64(hash) << 32 | UInt64(index &+ 1))
    count += 1
  }

  private mutating func place(_ element: UInt64) {
    let mask = slots.count &- 1
    var slot = Int(element >> 32) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = element
  }
}

extension RowKey {
  /// A hash for ``FoldIndex``: ids are random for the most part, so little mixing is enough.
  var hash: UInt32 {
    let other = other?.rawValue ?? 0
    let first = entity.low ^ UInt64(kind.rawValue)
    let second = entity.high ^ other.low &* 0x9E37_79B9_7F4A_7C15 ^ other.high
    return Self.mixed(first ^ 0xE703_7ED1_A0B4_28DB, second ^ 0xA076_1D64_78BD_642F)
  }

  /// A hash of one of its registers.
  func hash(of field: FieldKey) -> UInt32 {
    let number = field.part.low ^ field.part.high ^ UInt64(field.field.rawValue)
    return Self.mixed(UInt64(hash) ^ number, 0x8EBC_6AF0_9C88_C6E3)
  }

  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt32 {
    let product = left.multipliedFullWidth(by: right)
    let word = product.high ^ product.low
    return UInt32(truncatingIfNeeded: word ^ word >> 32)
  }
}

extension EntityID {
  fileprivate var low: UInt64 { rawValue.low }
  fileprivate var high: UInt64 { rawValue.high }
}

extension UInt128 {
  fileprivate var low: UInt64 { UInt64(truncatingIfNeeded: self) }
  fileprivate var high: UInt64 { UInt64(truncatingIfNeeded: self >> 64) }
}
