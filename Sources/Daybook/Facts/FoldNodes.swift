import DaybookEvents
import DaybookLog
import DaybookSystem

/// One row of a ``FoldTable``.
struct FoldRow {
  private let entity: UInt128
  private let other: UInt128
  private let hasOther: Bool
  private let kind: RowKind
  /// How many cells it has, and how many it has room for.
  var (cellCount, cellRoom): (UInt8, UInt8)
  /// Its first cell; the others follow.
  var firstCell: Int32
  /// One of its parts; -1 where there is none.
  var firstPart: Int32 = -1
  /// What the view held of it when it was first touched.
  let stored: FoldSlice

  init(_ key: RowKey, stored: FoldSlice, firstCell: Int, room: Int) {
    (entity, other) = (key.entity.rawValue, key.other?.rawValue ?? 0)
    (hasOther, kind) = (key.other != nil, key.kind)
    self.stored = stored
    (self.firstCell, cellCount, cellRoom) = (Int32(firstCell), 0, UInt8(room))
  }

  /// What it is about. Its parts are kept apart because together they take half as much room again.
  var key: RowKey {
    RowKey(kind, EntityID(rawValue: entity), hasOther ? EntityID(rawValue: other) : nil)
  }

  /// Whether it is about that.
  @inline(__always)
  func isAbout(_ key: RowKey) -> Bool {
    key.entity.rawValue == entity && key.kind == kind && key.other?.rawValue ?? 0 == other
      && (key.other != nil) == hasOther
  }

  /// The places of its cells.
  var cells: Range<Int> { Int(firstCell)..<Int(firstCell) + Int(cellCount) }
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

/// One write that nothing has superseded, in the register of a field: the least by name, which
/// leads to the others where there are several.
struct FoldCell {
  /// The sequence of its event.
  let sequence: UInt64
  /// The log it lies in.
  let log: LogNumber
  /// The event it comes from.
  let note: Int32
  /// What was written.
  let value: FoldSlice
  /// The write with the next name; -1 where there is none.
  var next: Int32 = -1
  /// How many bytes after the value may be written too, as far as that can be counted.
  let spare: UInt16
  /// The field.
  let field: Field

  /// The same write of an event that lies elsewhere among the notes.
  func moved(note: Int32) -> FoldCell {
    FoldCell(
      sequence: sequence, log: log, note: note, value: value, next: next, spare: spare,
      field: field)
  }
}

/// One register of a field there may be many of in a row.
struct FoldPart {
  /// Which of them.
  let part: UInt128
  var cell: FoldCell
  /// The row it is in; -1 of one that was taken out.
  var row: Int32
  /// Another part of the row; -1 after the last.
  var next: Int32
}

/// One register of a row, as it is read.
struct FoldRegister {
  let key: FieldKey
  /// Its first head.
  let cell: FoldCell
}

/// One event that writes come from.
struct FoldNote {
  /// The event.
  let origin: WriteOrigin
  /// Which row it was last written for.
  var mark: UInt32 = 0
  /// Its place among the events of that row.
  var place: UInt32 = 0

  init(origin: WriteOrigin) { self.origin = origin }
}

/// Where a value lies among the bytes of a ``FoldTable``: in one word, with room for 64 GiB of
/// values and rows of 256 MiB.
struct FoldSlice {
  private static let countBits: UInt64 = 28
  private let word: UInt64

  init(offset: Int, count: Int) {
    precondition(count < 1 << Self.countBits, "A row is too long to be folded.")
    word = UInt64(offset) << Self.countBits | UInt64(count)
  }

  var offset: Int { Int(word >> Self.countBits) }
  var count: Int { Int(word & (1 << Self.countBits - 1)) }
  var range: Range<Int> { offset..<offset + count }
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
      let room = max(16, known.count * 2)
      slots = []
      slots.reserveCapacity(room)
      LargePages.prefer(for: &slots)
      slots.append(contentsOf: repeatElement(0, count: room))
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
