import DaybookEvents
package import DaybookLog

extension Record {
  /// The row as it is stored: the events of its heads once each, then the registers.
  package func encoded() -> [UInt8] {
    var events: [Head] = []
    for head in registers.lazy.flatMap({ $0.register.heads })
    where !events.contains(where: { $0.event == head.event && $0.log == head.log }) {
      events.append(head)
    }
    var wire = WireWriter()
    wire.raw(UInt64(events.count))
    for head in events { Self.write(head, to: &wire) }
    wire.raw(UInt64(registers.count))
    for (key, register) in registers {
      wire.raw(UInt64(key.field.rawValue) << 1 | (key.part == 0 ? 0 : 1))
      if key.part != 0 { wire.append(EntityID(rawValue: key.part).bytes) }
      wire.raw(UInt64(register.heads.count))
      for head in register.heads {
        let index = events.firstIndex { $0.event == head.event && $0.log == head.log } ?? 0
        wire.raw(UInt64(index))
        wire.raw(UInt64(head.value.count))
        wire.append(head.value)
      }
    }
    return wire.bytes
  }

  /// Reads a stored row.
  ///
  /// - Throws: ``ViewError/damagedRow`` when the bytes are no row of ours.
  package init(reading bytes: Span<UInt8>, _ logs: [LogRecord]) throws {
    self.init()
    var reader = WireReader(bytes)
    do {
      var events: [Head] = []
      for _ in 0..<(try Self.count(&reader, bytes)) {
        events.append(try Self.head(&reader, bytes, logs))
      }
      var registers: [(key: FieldKey, register: Register)] = []
      for _ in 0..<(try Self.count(&reader, bytes)) {
        registers.append(try Self.register(&reader, bytes, events))
      }
      self.init(registers: registers)
    } catch is WireError {
      throw ViewError.damagedRow
    }
  }

  private static func write(_ head: Head, to wire: inout WireWriter) {
    wire.raw(UInt64(head.log))
    wire.raw(head.event.sequence)
    wire.append(Hexadecimal.bytes(head.event.tag))
    wire.append(Hexadecimal.bytes(head.stamp.rawValue))
    wire.raw(zigzag(head.recordedAt &- head.stamp.milliseconds))
    wire.raw(zigzag(Int64(head.offsetMinutes)) << 1 | (head.isRuleMade ? 1 : 0))
  }

  private static func head(
    _ reader: inout WireReader, _ bytes: Span<UInt8>, _ logs: [LogRecord]
  ) throws -> Head {
    let log = LogNumber(truncatingIfNeeded: try reader.varint(in: bytes))
    guard Int(log) < logs.count else { throw ViewError.damagedRow }
    let sequence = try reader.varint(in: bytes)
    let tag = Hexadecimal.bigEndian(try reader.take(8, in: bytes))
    let stamp = Stamp(rawValue: Hexadecimal.bigEndian(try reader.take(8, in: bytes)))
    let recordedAt = stamp.milliseconds &+ signed(try reader.varint(in: bytes))
    let flags = try reader.varint(in: bytes)
    return Head(
      log: log,
      event: EventName(replica: logs[Int(log)].replica, sequence: sequence, tag: tag),
      stamp: stamp, recordedAt: recordedAt, offsetMinutes: Int(signed(flags >> 1)),
      isRuleMade: flags & 1 == 1, value: [])
  }

  private static func register(
    _ reader: inout WireReader, _ bytes: Span<UInt8>, _ events: [Head]
  ) throws -> (FieldKey, Register) {
    let code = try reader.varint(in: bytes)
    guard let field = Field(rawValue: UInt8(truncatingIfNeeded: code >> 1)) else {
      throw ViewError.damagedRow
    }
    let part = code & 1 == 0 ? [] : try reader.take(16, in: bytes)
    var heads: [Head] = []
    for _ in 0..<(try count(&reader, bytes)) {
      let index = try reader.varint(in: bytes)
      let length = try reader.varint(in: bytes)
      guard index < events.count, length <= UInt64(bytes.count) else { throw ViewError.damagedRow }
      let event = events[Int(index)]
      heads.append(event.holding(try reader.take(Int(length), in: bytes)))
    }
    return (FieldKey(field, part.reduce(0) { $0 << 8 | UInt128($1) }), Register(heads: heads))
  }

  private static func count(_ reader: inout WireReader, _ bytes: Span<UInt8>) throws -> Int {
    let count = try reader.varint(in: bytes)
    guard count <= UInt64(bytes.count) else { throw ViewError.damagedRow }
    return Int(count)
  }

  private static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value << 1 ^ value >> 63)
  }

  private static func signed(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}

extension Head {
  /// The same write with another value.
  func holding(_ value: [UInt8]) -> Head {
    Head(
      log: log, event: event, stamp: stamp, recordedAt: recordedAt, offsetMinutes: offsetMinutes,
      isRuleMade: isRuleMade, value: value)
  }
}
