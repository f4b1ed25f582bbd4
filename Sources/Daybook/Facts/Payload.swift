package import DaybookEvents

/// A payload's fields by number, read once; feature payloads pick theirs.
package struct Payload {
  private var numbers: [UInt32: UInt64] = [:]
  private var contents: [UInt32: [UInt8]] = [:]
  private var repeated: [UInt32: [[UInt8]]] = [:]

  /// Reads a payload.
  package init(_ payload: [UInt8]) throws(WireError) {
    let bytes = payload.span
    var reader = WireReader(bytes)
    while let field = try reader.next(in: bytes) {
      if let range = field.range {
        let content = bytes.array(range)
        contents[field.number] = content
        repeated[field.number, default: []].append(content)
      } else {
        numbers[field.number] = field.value
      }
    }
  }

  /// A number, if there is one.
  package func number(_ field: UInt32) -> UInt64? { numbers[field] }

  /// A zigzag number, if there is one: a time or a day, moved into ``EventHeader/timeRange``.
  package func signed(_ field: UInt32) -> Int64? {
    numbers[field].map {
      EventHeader.inTimeRange(Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1))
    }
  }

  /// Bytes, if there are any.
  package func bytes(_ field: UInt32) -> [UInt8]? { contents[field] }

  /// All values of a repeated field.
  package func all(_ field: UInt32) -> [[UInt8]] { repeated[field] ?? [] }
}
