/// The kinds of values that Anki's messages hold. A value that is the default of its kind (0,
/// false, no text) is not written, as Protocol Buffers has it; the `optional` ones are.
extension ProtoMessage {
  /// A whole number; nil where there is none.
  package func optionalInteger(_ number: UInt32) -> Int? {
    guard case .varint(let value) = self[number] else { return nil }
    return Int(Int64(bitPattern: value))
  }

  /// A whole number, 0 where there is none.
  package func integer(_ number: UInt32) -> Int { optionalInteger(number) ?? 0 }

  /// Puts a whole number; none for 0.
  package mutating func set(_ number: UInt32, integer value: Int) {
    set(number, optional: value == 0 ? nil : value)
  }

  /// Puts a whole number, 0 too; none for nil.
  package mutating func set(_ number: UInt32, optional value: Int?) {
    set(number, value.map { [.varint(UInt64(bitPattern: Int64($0)))] } ?? [])
  }

  /// A truth, false where there is none.
  package func bool(_ number: UInt32) -> Bool { integer(number) != 0 }

  /// Puts a truth; none for false.
  package mutating func set(_ number: UInt32, bool value: Bool) {
    set(number, integer: value ? 1 : 0)
  }

  /// A text, empty where there is none. What is not UTF-8 is mended.
  package func text(_ number: UInt32) -> String {
    guard case .bytes(let value) = self[number] else { return "" }
    return String(decoding: value, as: UTF8.self)
  }

  /// Puts a text; none for an empty one.
  package mutating func set(_ number: UInt32, text value: String) {
    set(number, value.isEmpty ? [] : [.bytes(Array(value.utf8))])
  }

  /// A number with a fraction; nil where there is none.
  package func optionalFloat(_ number: UInt32) -> Float? {
    guard case .fixed32(let value) = self[number] else { return nil }
    return Float(bitPattern: value)
  }

  /// Puts a number with a fraction, 0 too; none for nil.
  package mutating func set(_ number: UInt32, optional value: Float?) {
    set(number, value.map { [.fixed32($0.bitPattern)] } ?? [])
  }

  /// A number with a fraction, 0 where there is none.
  package func float(_ number: UInt32) -> Float { optionalFloat(number) ?? 0 }

  /// Puts a number with a fraction; none for 0.
  package mutating func set(_ number: UInt32, float value: Float) {
    set(number, optional: value == 0 ? nil : value)
  }

  /// Numbers with fractions, packed or each a field of its own.
  package func floats(_ number: UInt32) -> [Float] {
    all(number).flatMap { value -> [Float] in
      switch value {
      case .fixed32(let value): [Float(bitPattern: value)]
      case .bytes(let bytes):
        stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
          let pattern = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
          return Float(bitPattern: pattern)
        }
      case .varint, .fixed64: []
      }
    }
  }

  /// Puts numbers with fractions, packed.
  package mutating func set(_ number: UInt32, floats values: [Float]) {
    var bytes: [UInt8] = []
    for value in values { bytes.appendFixed32(value.bitPattern) }
    set(number, values.isEmpty ? [] : [.bytes(bytes)])
  }

  /// Whole numbers, packed or each a field of its own.
  package func integers(_ number: UInt32) -> [Int] {
    all(number).flatMap { value -> [Int] in
      switch value {
      case .varint(let value): return [Int(Int64(bitPattern: value))]
      case .bytes(let bytes):
        // Each packed number is read as a field's would be, behind the key of a varint.
        var numbers: [Int] = []
        var rest = bytes[...]
        while !rest.isEmpty {
          let end = rest.firstIndex { $0 < 0x80 } ?? rest.endIndex - 1
          guard let one = ProtoMessage([8] + rest[...end])?.optionalInteger(1) else { break }
          numbers.append(one)
          rest = rest[(end + 1)...]
        }
        return numbers
      case .fixed32, .fixed64: return []
      }
    }
  }

  /// Puts whole numbers, packed.
  package mutating func set(_ number: UInt32, integers values: [Int]) {
    var bytes: [UInt8] = []
    for value in values { bytes.appendVarint(UInt64(bitPattern: Int64(value))) }
    set(number, values.isEmpty ? [] : [.bytes(bytes)])
  }

  /// The messages of a field; those that cannot be read are left out.
  package func messages(_ number: UInt32) -> [ProtoMessage] {
    all(number).compactMap { value in
      if case .bytes(let bytes) = value { ProtoMessage(bytes) } else { nil }
    }
  }

  /// Puts messages.
  package mutating func set(_ number: UInt32, messages: [ProtoMessage]) {
    set(number, messages.map { .bytes($0.bytes) })
  }
}
