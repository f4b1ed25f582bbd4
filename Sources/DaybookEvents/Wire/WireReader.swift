/// Reads Protocol Buffers encoding in place: it holds offsets only, and the bytes are passed in,
/// so nothing is allocated and nothing outlives the page it lies on.
///
/// Inlined into its callers in other modules: every byte of every log passes through it.
package struct WireReader {
  @usableFromInline var offset: Int
  @usableFromInline let end: Int

  /// Reads all of `bytes`, or a range inside them.
  @inlinable
  package init(_ bytes: Span<UInt8>, in range: Range<Int>? = nil) {
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// How many bytes lie before what is read next.
  @inlinable package var position: Int { offset }

  /// Whether everything was read.
  @inlinable package var isAtEnd: Bool { offset >= end }

  /// The next field, or nil at the end.
  ///
  /// - Throws: ``WireError`` when the bytes are cut short or use a wire type that is not ours.
  @inlinable
  package mutating func next(in bytes: Span<UInt8>) throws(WireError) -> WireField? {
    guard offset < end else { return nil }
    let key = try varint(in: bytes)
    guard key >> 3 > 0, key >> 3 <= 0x1FFF_FFFF else { throw .malformed(offset: offset) }
    let number = UInt32(truncatingIfNeeded: key >> 3)
    switch key & 7 {
    case 0: return WireField(number: number, value: try varint(in: bytes))
    case 1: return WireField(number: number, value: try fixed64(in: bytes), isFixed: true)
    case 2:
      let range = try content(in: bytes)
      return WireField(number: number, value: UInt64(range.count), range: range)
    default: throw .malformed(offset: offset)
    }
  }

  /// A bare varint, without a field number.
  @inlinable @inline(__always)
  package mutating func varint(in bytes: Span<UInt8>) throws(WireError) -> UInt64 {
    guard offset < end else { throw .truncated(offset: offset) }
    let first = bytes[offset]
    offset += 1
    return first < 0x80 ? UInt64(first) : try longVarint(after: first, in: bytes)
  }

  /// A bare zigzag varint (`sint64`).
  @inlinable @inline(__always)
  package mutating func signed(in bytes: Span<UInt8>) throws(WireError) -> Int64 {
    let value = try varint(in: bytes)
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A bare little-endian 8-byte number.
  @inlinable @inline(__always)
  package mutating func fixed64(in bytes: Span<UInt8>) throws(WireError) -> UInt64 {
    guard end - offset >= 8 else { throw .truncated(offset: offset) }
    offset += 8
    return bytes.littleEndian64(at: offset - 8)
  }

  /// Where bare bytes behind their length lie.
  @inlinable @inline(__always)
  package mutating func content(in bytes: Span<UInt8>) throws(WireError) -> Range<Int> {
    let count = try varint(in: bytes)
    guard count <= UInt64(end - offset) else { throw .truncated(offset: offset) }
    let start = offset
    offset += Int(count)
    return start..<offset
  }

  /// Bare bytes, copied.
  package mutating func take(_ count: Int, in bytes: Span<UInt8>) throws(WireError) -> [UInt8] {
    guard count <= end - offset else { throw .truncated(offset: offset) }
    offset += count
    return bytes.array(offset - count..<offset)
  }

  /// What is left of a varint of more than one byte.
  @usableFromInline
  mutating func longVarint(
    after first: UInt8, in bytes: Span<UInt8>
  ) throws(WireError) -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if shift == 63, byte > 1 { throw .malformed(offset: offset) }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { throw .malformed(offset: offset) }
    }
    throw .truncated(offset: offset)
  }
}

extension WireReader {
  /// The byte that begins the next field, which for fields up to 15 is number << 3 | wire type.
  /// The caller reads the content that belongs to it, or skips it. Nil at the end.
  @inline(__always)
  mutating func key(in bytes: Span<UInt8>) -> UInt8? {
    guard offset < end else { return nil }
    offset += 1
    return bytes[offset - 1]
  }

  /// Passes over a field that began with `key`.
  mutating func skip(_ key: UInt8, in bytes: Span<UInt8>) throws(WireError) {
    offset -= 1
    // A field that is known, but with another wire type, is nothing our writers make.
    guard let field = try next(in: bytes), field.number > 15 else {
      throw .malformed(offset: offset)
    }
  }

  /// Whether the next field is length-delimited and has that number, below 16.
  func isAt(field number: UInt8, in bytes: Span<UInt8>) -> Bool {
    offset < end && bytes[offset] == number << 3 | 2
  }

  /// Where the content of a length-delimited field lies that must come next.
  mutating func content(
    of number: UInt8, in bytes: Span<UInt8>
  ) throws(WireError) -> Range<Int> {
    guard offset < end else { throw .truncated(offset: offset) }
    guard bytes[offset] == number << 3 | 2 else { throw .malformed(offset: offset) }
    offset += 1
    return try content(in: bytes)
  }
}
