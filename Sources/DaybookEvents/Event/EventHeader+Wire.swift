extension EventHeader {
  /// The most `observed` entries read from one header.
  package static let observedLimit = 4096

  /// The times there are, in milliseconds since 1970: 100 million days either way. Others are
  /// moved to its ends at reading, so that sums of what strangers wrote cannot overflow.
  package static let timeRange: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

  /// A time moved into ``timeRange``.
  package static func inTimeRange(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, timeRange.lowerBound), timeRange.upperBound)
  }

  /// Minutes east of UTC moved into one day either way.
  static func inOffsetRange(_ minutes: Int64) -> Int { Int(max(-1440, min(1440, minutes))) }

  /// The one encoding of this header.
  package func encoded() -> [UInt8] {
    var wire = WireWriter()
    wire.fixed64(1, replica.rawValue)
    wire.varint(2, sequence)
    wire.fixed64(3, stamp.rawValue)
    wire.signed(4, recordedAt)
    if offsetMinutes != 0 { wire.signed(5, Int64(offsetMinutes)) }
    if commandFirst != sequence { wire.varint(6, commandFirst) }
    if commandSize != 1 { wire.varint(7, commandSize) }
    if let batch {
      wire.varint(8, batch.first)
      wire.varint(9, batch.reason.rawValue)
    }
    wire.varint(10, UInt64(kind))
    if version != 1 { wire.varint(11, UInt64(version)) }
    wire.bytes(12, entity.bytes)
    if let second { wire.bytes(13, second.bytes) }
    for name in observed {
      wire.message(14) { inner in
        inner.fixed64(1, name.replica.rawValue)
        inner.varint(2, name.sequence)
        inner.fixed64(3, name.tag)
      }
    }
    if let occurredAt { wire.signed(15, occurredAt) }
    return wire.bytes
  }

  /// Reads a header in place; unknown fields are passed over and stay in the stored bytes.
  ///
  /// - Throws: ``WireError`` when the bytes are no header.
  package init(reading bytes: Span<UInt8>, in range: Range<Int>) throws(WireError) {
    self.init(
      replica: ReplicaID(rawValue: 0), sequence: 0, stamp: Stamp(rawValue: 0), recordedAt: 0,
      offsetMinutes: 0, commandFirst: 0, commandSize: 1, batch: nil, kind: 0, version: 1,
      entity: EntityID(rawValue: 0), second: nil, observed: [], occurredAt: nil)
    var reader = WireReader(bytes, in: range)
    var batchFirst: UInt64?
    var hasEntity = false
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case 1: replica = ReplicaID(rawValue: field.value)
      case 2: sequence = field.value
      case 3: stamp = Stamp(rawValue: field.value)
      case 4: recordedAt = Self.inTimeRange(field.signed)
      case 5: offsetMinutes = Self.inOffsetRange(field.signed)
      case 6: commandFirst = field.value
      case 7: commandSize = field.value
      case 8: batchFirst = field.value
      case 9: batch = Batch(first: batchFirst ?? 0, reason: .init(rawValue: field.value))
      case 10: kind = UInt32(truncatingIfNeeded: field.value)
      case 11: version = UInt32(truncatingIfNeeded: field.value)
      case 12:
        entity = try Self.entity(field, in: bytes)
        hasEntity = true
      case 13: second = try Self.entity(field, in: bytes)
      case 14:
        guard observed.count < Self.observedLimit else {
          throw .malformed(offset: range.lowerBound)
        }
        observed.append(try Self.name(field, in: bytes))
      case 15: occurredAt = Self.inTimeRange(field.signed)
      default: break
      }
    }
    if commandFirst == 0 { commandFirst = sequence }
    guard sequence > 0, hasEntity, commandFirst > 0, commandFirst <= sequence,
      sequence - commandFirst < commandSize, commandSize <= 4096
    else { throw .malformed(offset: range.lowerBound) }
  }

  private static func entity(
    _ field: WireField, in bytes: Span<UInt8>
  ) throws(WireError) -> EntityID {
    guard let range = field.range, range.count == 16 else { throw .malformed(offset: 0) }
    var value: UInt128 = 0
    for index in range { value = value << 8 | UInt128(bytes[index]) }
    return EntityID(rawValue: value)
  }

  private static func name(
    _ field: WireField, in bytes: Span<UInt8>
  ) throws(WireError) -> EventName {
    guard let range = field.range else { throw .malformed(offset: 0) }
    var reader = WireReader(bytes, in: range)
    var (replica, sequence, tag): (UInt64, UInt64, UInt64) = (0, 0, 0)
    while let inner = try reader.next(in: bytes) {
      switch inner.number {
      case 1: replica = inner.value
      case 2: sequence = inner.value
      case 3: tag = inner.value
      default: break
      }
    }
    return EventName(replica: ReplicaID(rawValue: replica), sequence: sequence, tag: tag)
  }
}
