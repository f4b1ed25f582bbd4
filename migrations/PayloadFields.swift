package import DaybookEvents

/// A payload taken apart into its fields, so that a step can change its shape without knowing
/// today's types. Fields a step does not name keep their place and bytes.
package struct PayloadFields: Equatable, Sendable {
  /// What one field holds.
  package enum Value: Equatable, Sendable {
    /// A varint.
    case number(UInt64)
    /// A fixed 8-byte number.
    case fixed(UInt64)
    /// Bytes, text or a nested message.
    case bytes([UInt8])
  }

  /// The fields in their order.
  package private(set) var fields: [(number: UInt32, value: Value)] = []

  /// Takes a payload apart.
  package init(_ payload: [UInt8]) throws(WireError) {
    let bytes = payload.span
    var reader = WireReader(bytes)
    while let field = try reader.next(in: bytes) {
      if let range = field.range {
        fields.append((field.number, .bytes(bytes.array(range))))
      } else {
        fields.append((field.number, field.isFixed ? .fixed(field.value) : .number(field.value)))
      }
    }
  }

  /// The last value of a field, which is the one that counts where it is written twice; setting
  /// nil removes all its values.
  package subscript(_ number: UInt32) -> Value? {
    get { fields.last { $0.number == number }?.value }
    set {
      fields.removeAll { $0.number == number }
      guard let newValue else { return }
      let index = fields.firstIndex { $0.number > number } ?? fields.count
      fields.insert((number, newValue), at: index)
    }
  }

  /// The last bytes, text or message in a field, whatever else stands there under its number.
  package func bytes(_ number: UInt32) -> [UInt8]? {
    for field in fields.reversed() where field.number == number {
      if case .bytes(let content) = field.value { return content }
    }
    return nil
  }

  /// The payload put together again.
  package var payload: [UInt8] {
    var wire = WireWriter()
    for field in fields {
      switch field.value {
      case .number(let value): wire.varint(field.number, value)
      case .fixed(let value): wire.fixed64(field.number, value)
      case .bytes(let value): wire.bytes(field.number, value)
      }
    }
    return wire.bytes
  }

  /// Whether two payloads have the same fields.
  package static func == (left: PayloadFields, right: PayloadFields) -> Bool {
    left.payload == right.payload
  }
}
