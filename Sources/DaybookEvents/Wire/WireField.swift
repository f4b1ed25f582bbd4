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

  @inlinable
  init(number: UInt32, value: UInt64, range: Range<Int>? = nil, isFixed: Bool = false) {
    self.number = number
    self.value = value
    self.range = range
    self.isFixed = isFixed
  }

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
