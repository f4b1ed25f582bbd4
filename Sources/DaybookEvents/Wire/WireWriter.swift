/// Writes Protocol Buffers encoding: callers write fields in ascending order, varints are as
/// short as can be, so one value has one encoding.
package struct WireWriter {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []

  /// Starts empty.
  package init() {}

  /// A varint field.
  package mutating func varint(_ field: UInt32, _ value: UInt64) {
    raw(UInt64(field) << 3)
    raw(value)
  }

  /// A zigzag varint field (`sint64`).
  package mutating func signed(_ field: UInt32, _ value: Int64) {
    varint(field, UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// A little-endian 8-byte field (`fixed64`).
  package mutating func fixed64(_ field: UInt32, _ value: UInt64) {
    raw(UInt64(field) << 3 | 1)
    bytes.append(addingCapacity: 8) { end in
      for index in 0..<8 { end.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
  }

  /// A length-delimited field.
  package mutating func bytes(_ field: UInt32, _ value: some Collection<UInt8>) {
    raw(UInt64(field) << 3 | 2)
    raw(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// A length-delimited field of an array: as above, and several times as fast.
  package mutating func bytes(_ field: UInt32, _ value: [UInt8]) {
    bytes(field, value.span)
  }

  /// A length-delimited field of bytes in place.
  package mutating func bytes(_ field: UInt32, _ value: Span<UInt8>) {
    raw(UInt64(field) << 3 | 2)
    raw(UInt64(value.count))
    bytes.append(value)
  }

  /// A text field.
  package mutating func text(_ field: UInt32, _ value: String) {
    bytes(field, value.utf8)
  }

  /// A nested message.
  package mutating func message(_ field: UInt32, _ body: (inout WireWriter) -> Void) {
    var inner = WireWriter()
    body(&inner)
    bytes(field, inner.bytes)
  }

  /// A bare varint, without a field number.
  package mutating func raw(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

extension WireWriter {
  /// Bare bytes, without a field number or length.
  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Bare bytes in place, without a field number or length.
  package mutating func append(_ more: Span<UInt8>) { bytes.append(more) }

  /// Makes room for so many more bytes, so that writing them does not move what is there.
  package mutating func reserve(_ count: Int) {
    let needed = bytes.count + count
    if bytes.capacity < needed { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
  }

  /// Forgets what was written and keeps the room.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
