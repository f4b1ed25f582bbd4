/// A Protocol Buffers message of a foreign format, as its fields in their order.
///
/// What is not known here stays where it stands, so that writing gives back what was read. Nested
/// messages are bytes until they are asked for, so nothing here recurses.
package struct ProtoMessage: Equatable, Sendable {
  /// What one field holds.
  package enum Value: Equatable, Sendable {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    case bytes([UInt8])
  }

  /// One field.
  package struct Field: Equatable, Sendable {
    /// Its number.
    package let number: UInt32
    /// What it holds.
    package var value: Value
  }

  /// The fields, in the order of the bytes.
  package private(set) var fields: [Field] = []

  /// A message without fields.
  package init() {}

  /// The last field of that number: the one that counts.
  package subscript(number: UInt32) -> Value? {
    fields.last { $0.number == number }?.value
  }

  /// All fields of that number.
  package func all(_ number: UInt32) -> [Value] {
    fields.filter { $0.number == number }.map(\.value)
  }

  /// Puts values in place of all fields of that number; new ones stand in ascending order.
  package mutating func set(_ number: UInt32, _ values: [Value]) {
    let place =
      fields.firstIndex { $0.number == number } ?? fields.firstIndex { $0.number > number }
      ?? fields.count
    fields.removeAll { $0.number == number }
    fields.insert(
      contentsOf: values.map { Field(number: number, value: $0) }, at: min(place, fields.count))
  }
}

extension ProtoMessage {
  /// Reads an encoded message.
  ///
  /// - Returns: nil if the bytes are none.
  package init?(_ bytes: [UInt8]) {
    var reader = ProtoReader(bytes)
    while !reader.isAtEnd {
      guard let field = reader.field() else { return nil }
      fields.append(field)
    }
  }

  /// The message, encoded.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      switch field.value {
      case .varint(let value):
        bytes.appendVarint(UInt64(field.number) << 3)
        bytes.appendVarint(value)
      case .fixed64(let value):
        bytes.appendVarint(UInt64(field.number) << 3 | 1)
        for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
      case .bytes(let value):
        bytes.appendVarint(UInt64(field.number) << 3 | 2)
        bytes.appendVarint(UInt64(value.count))
        bytes += value
      case .fixed32(let value):
        bytes.appendVarint(UInt64(field.number) << 3 | 5)
        bytes.appendFixed32(value)
      }
    }
    return bytes
  }
}

/// Reads fields; unlike `WireReader` of all wire types that other programs use.
private struct ProtoReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// The next field; nil where there is none.
  mutating func field() -> ProtoMessage.Field? {
    guard let key = varint(), key >> 3 > 0, key >> 3 < 1 << 29 else { return nil }
    let number = UInt32(key >> 3)
    let value: ProtoMessage.Value? =
      switch key & 7 {
      case 0: varint().map { .varint($0) }
      case 1: fixed(8).map { .fixed64($0) }
      case 2: content().map { .bytes($0) }
      case 5: fixed(4).map { .fixed32(UInt32($0)) }
      default: nil
      }
    return value.map { ProtoMessage.Field(number: number, value: $0) }
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      offset += 1
      guard shift < 63 || byte < 2 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard bytes.count - offset >= count else { return nil }
    defer { offset += count }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  private mutating func content() -> [UInt8]? {
    guard let count = varint(), count <= UInt64(bytes.count - offset) else { return nil }
    defer { offset += Int(count) }
    return Array(bytes[offset..<(offset + Int(count))])
  }
}

extension Array<UInt8> {
  /// A number, seven bits a byte.
  mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// A number of four bytes, the least first.
  mutating func appendFixed32(_ value: UInt32) {
    for index in 0..<4 { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}
