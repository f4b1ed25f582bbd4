import DaybookEvents
import LMDB

/// A key of the entity index: the handle of an entity and the position of an event about it.
struct EntityKey: Comparable {
  static let byteCount = 24

  let handle: UInt128
  let position: UInt64

  init(_ entity: EntityID, _ position: UInt64) {
    handle = entity.handle
    self.position = position
  }

  /// The key as it lies in the index.
  var bytes: InlineArray<24, UInt8> {
    let (high, low) = (UInt64(truncatingIfNeeded: handle >> 64), UInt64(truncatingIfNeeded: handle))
    return InlineArray { index in
      let number = index < 8 ? high : index < 16 ? low : position
      return UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * (index & 7)))
    }
  }

  /// Orders as the bytes do.
  static func < (left: EntityKey, right: EntityKey) -> Bool {
    left.handle != right.handle
      ? left.handle < right.handle : left.position < right.position
  }

  /// Puts keys into the index in their order, which keeps its pages full and its cost level.
  static func put(
    _ keys: inout [EntityKey], in table: Table, _ transaction: inout WriteTransaction
  ) throws {
    keys.sort()
    let isEmpty = try transaction.reading.count(of: table) == 0
    let none: [UInt8] = []
    try transaction.putRows(in: table) { rows in
      for key in keys {
        if isEmpty {
          try rows.append(key.bytes.span, none.span)
        } else {
          try rows.put(key.bytes.span, none.span)
        }
      }
    }
    keys.removeAll()
  }
}
