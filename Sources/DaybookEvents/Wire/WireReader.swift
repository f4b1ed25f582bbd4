/// Reads Protocol Buffers encoding in place: it holds offsets only, and the bytes are passed in,
/// so nothing is allocated and nothing outlives the page it lies on.
package struct WireReader {
  private var offset: Int
  private let end: Int

  /// Reads all of `bytes`, or a range inside them.
  package init(_ bytes: Span<UInt8>, in range: Range<Int>? = nil) {
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// Whether everything was read.
  package var isAtEnd: Bool { offset >= end }

  /// The next field, or nil at the end.
  ///
  /// - Throws: ``WireError`` when the bytes are cut short or use a wire type that is not ours.
  package mutating func next(in bytes: Span<UInt8>) throws(WireError) -> WireField? {
    guard offset < end else { return nil }
    let key = try varint(in: bytes)
    guard key >> 3 > 0, key >> 3 <= 0x1FFF_FFFF else { throw .malformed(offset: offset) }
    let number = UInt32(key >> 3)
    switch key & 7 {
    case 0: return WireField(number: number, value: try varint(in: bytes))
    case 1: return WireField(number: number, value: try fixed64(in: bytes), isFixed: true)
    case 2:
      let count = try varint(in: bytes)
      guard count <= UInt64(end - offset) else { throw .truncated(offset: offset) }
      let range = offset..<offset + Int(count)
      offset = range.upperBound
      return WireField(number: number, value: count, range: range)
    default: throw .malformed(offset: offset)
    }
  }

  /// A bare varint, without a field number.
  package mutating func varint(in bytes: Span<UInt8>) throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if shift == 63, byte > 1 { throw .malformed(offset: offset) }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { throw .malformed(offset: offset) }
    }
    throw .truncated(offset: offset)
  }

  /// Bare bytes, copied.
  package mutating func take(_ count: Int, in bytes: Span<UInt8>) throws(WireError) -> [UInt8] {
    guard count <= end - offset else { throw .truncated(offset: offset) }
    offset += count
    return bytes.array(offset - count..<offset)
  }

  private mutating func fixed64(in bytes: Span<UInt8>) throws(WireError) -> UInt64 {
    guard end - offset >= 8 else { throw .truncated(offset: offset) }
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[offset + index]) << (8 * UInt64(index)) }
    offset += 8
    return value
  }
}

/// One field as it was read.
package struct WireField: Equatable, Sendable {
  /// The field's number.
  package let number: UInt32
  /// The number in it; of a length-delimited field, its length.
  package let value: UInt64
  /// Where the content of a length-delimited field lies.
  package var range: Range<Int>?
  /// Whether it is a fixed 8-byte number.
  package var isFixed = false

  /// The value read as `sint64`.
  package var signed: Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}

/// Bytes that are not the encoding they should be.
package enum WireError: Error, Equatable {
  /// They end inside a field.
  case truncated(offset: Int)
  /// They hold something no writer of ours makes.
  case malformed(offset: Int)
}

extension Span<UInt8> {
  /// The bytes of a range, copied.
  package func array(_ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for index in range { copy.append(self[index]) }
    return copy
  }

  /// All bytes, copied.
  package func array() -> [UInt8] { array(0..<count) }
}
