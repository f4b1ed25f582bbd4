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
    encode(to: &wire)
    return wire.bytes
  }

  /// Writes the one encoding of this header behind what is in `wire` already.
  package func encode(to wire: inout WireWriter) {
    wire.reserve(128)
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
    wire.bytes(12, entity.inlineBytes.span)
    if let second { wire.bytes(13, second.inlineBytes.span) }
    for name in observed { wire.message(14) { name.encode(to: &$0) } }
    if let occurredAt { wire.signed(15, occurredAt) }
  }

  /// A header that says nothing yet, to be read into.
  package static let blank = EventHeader(
    replica: ReplicaID(rawValue: 0), sequence: 0, stamp: Stamp(rawValue: 0), recordedAt: 0,
    offsetMinutes: 0, commandFirst: 0, commandSize: 1, batch: nil, kind: 0, version: 1,
    entity: EntityID(rawValue: 0), second: nil, observed: [], occurredAt: nil)

  /// Reads a header in place; unknown fields are passed over and stay in the stored bytes.
  ///
  /// - Throws: ``WireError`` when the bytes are no header.
  package init(reading bytes: Span<UInt8>, in range: Range<Int>) throws(WireError) {
    self = .blank
    try readFields(bytes, in: range)
  }

  /// Reads another header over this one, which spares a scan the copies of each.
  ///
  /// - Throws: ``WireError`` when the bytes are no header; this one is of no use then.
  package mutating func read(_ bytes: Span<UInt8>, in range: Range<Int>) throws(WireError) {
    (sequence, offsetMinutes, commandFirst, commandSize) = (0, 0, 0, 1)
    (batch, version, second, occurredAt) = (nil, 1, nil, nil)
    (replica, stamp) = (ReplicaID(rawValue: 0), Stamp(rawValue: 0))
    (recordedAt, kind) = (0, 0)
    if !observed.isEmpty { observed = [] }
    try readFields(bytes, in: range)
  }

  /// Every byte of a log goes through here, so known fields are told apart by the one byte that
  /// number and wire type make.
  private mutating func readFields(
    _ bytes: Span<UInt8>, in range: Range<Int>
  ) throws(WireError) {
    var reader = WireReader(bytes, in: range)
    var batchFirst: UInt64 = 0
    var hasEntity = false
    while let key = reader.key(in: bytes) {
      switch key {
      case 1 << 3 | 1: replica = ReplicaID(rawValue: try reader.fixed64(in: bytes))
      case 2 << 3: sequence = try reader.varint(in: bytes)
      case 3 << 3 | 1: stamp = Stamp(rawValue: try reader.fixed64(in: bytes))
      case 4 << 3: recordedAt = Self.inTimeRange(try reader.signed(in: bytes))
      case 5 << 3: offsetMinutes = Self.inOffsetRange(try reader.signed(in: bytes))
      case 6 << 3: commandFirst = try reader.varint(in: bytes)
      case 7 << 3: commandSize = try reader.varint(in: bytes)
      case 8 << 3: batchFirst = try reader.varint(in: bytes)
      case 9 << 3:
        batch = Batch(first: batchFirst, reason: .init(rawValue: try reader.varint(in: bytes)))
      case 10 << 3: kind = UInt32(truncatingIfNeeded: try reader.varint(in: bytes))
      case 11 << 3: version = UInt32(truncatingIfNeeded: try reader.varint(in: bytes))
      case 12 << 3 | 2:
        entity = try reader.entity(in: bytes)
        hasEntity = true
      case 13 << 3 | 2: second = try reader.entity(in: bytes)
      case 14 << 3 | 2:
        guard observed.count < Self.observedLimit else {
          throw .malformed(offset: range.lowerBound)
        }
        observed.append(try EventName(reading: bytes, in: try reader.content(in: bytes)))
      case 15 << 3: occurredAt = Self.inTimeRange(try reader.signed(in: bytes))
      default: try reader.skip(key, in: bytes)
      }
    }
    if commandFirst == 0 { commandFirst = sequence }
    guard sequence > 0, hasEntity, commandFirst > 0, commandFirst <= sequence,
      sequence - commandFirst < commandSize, commandSize <= 4096
    else { throw .malformed(offset: range.lowerBound) }
  }
}

extension WireReader {
  /// The 16 bytes of an entity id, behind their length.
  fileprivate mutating func entity(in bytes: Span<UInt8>) throws(WireError) -> EntityID {
    let range = try content(in: bytes)
    guard range.count == 16 else { throw .malformed(offset: range.lowerBound) }
    return EntityID(rawValue: bytes.bigEndian128(at: range.lowerBound))
  }
}
