import DaybookEvents
import DaybookLog

/// Reads a stored row in place: first the events its writes come from, then register by register.
///
/// A row is the local log number of each event, which only this store understands, and after it
/// the facts, which are the same bytes on every replica that holds the same facts:
///
/// ```
/// row      = count logNumber*  facts
/// facts    = count replica*  event*  count register*
/// event    = replica-index sequence tag(8) stamp(8) recordedAt-stamp offset<<1|isRuleMade
/// register = field<<1|hasPart part(16)? count head*
/// head     = event-index count value
/// ```
///
/// Numbers are varints, differences zigzag; replicas, tags, stamps and parts are big-endian.
/// Registers are in the order of their keys, heads in that of their names, events and replicas in
/// the order in which they are first named.
struct FactsReader {
  /// The events, as heads name them.
  let origins: [WriteOrigin]
  /// Where the facts begin.
  let factsStart: Int
  private var reader: WireReader
  private var registersLeft: Int
  private let end: Int

  /// Reads up to the first register.
  init(_ bytes: Span<UInt8>) throws(ViewError) {
    do throws(WireError) {
      reader = WireReader(bytes)
      end = bytes.count
      let count = try Self.count(&reader, bytes)
      var logs: [LogNumber] = []
      logs.reserveCapacity(count)
      for _ in 0..<count {
        logs.append(LogNumber(truncatingIfNeeded: try reader.varint(in: bytes)))
      }
      factsStart = reader.position
      var replicas: [UInt64] = []
      for _ in 0..<(try Self.count(&reader, bytes)) {
        replicas.append(try reader.fixed64(in: bytes).byteSwapped)
      }
      var origins: [WriteOrigin] = []
      origins.reserveCapacity(count)
      for log in logs { origins.append(try Self.origin(log, replicas, &reader, bytes)) }
      self.origins = origins
      registersLeft = try Self.count(&reader, bytes)
    } catch {
      throw .damagedRow
    }
  }

  /// The next register, and how many heads follow; nil after the last.
  mutating func nextRegister(
    in bytes: Span<UInt8>
  ) throws(ViewError) -> (key: FieldKey, heads: Int)? {
    guard registersLeft > 0 else {
      guard reader.isAtEnd else { throw .damagedRow }
      return nil
    }
    registersLeft -= 1
    do throws(WireError) {
      let code = try reader.varint(in: bytes)
      guard let field = Field(rawValue: UInt8(truncatingIfNeeded: code >> 1)) else {
        throw .malformed(offset: 0)
      }
      var part: UInt128 = 0
      if code & 1 == 1 {
        let high = try reader.fixed64(in: bytes).byteSwapped
        part = UInt128(high) << 64 | UInt128(try reader.fixed64(in: bytes).byteSwapped)
      }
      return (FieldKey(field, part), try Self.count(&reader, bytes))
    } catch {
      throw .damagedRow
    }
  }

  /// The next head of the register: the index of its event, and where its value lies.
  mutating func nextHead(
    in bytes: Span<UInt8>
  ) throws(ViewError) -> (origin: Int, value: Range<Int>) {
    do throws(WireError) {
      let index = try reader.varint(in: bytes)
      guard index < UInt64(origins.count) else { throw .malformed(offset: 0) }
      return (Int(index), try reader.content(in: bytes))
    } catch {
      throw .damagedRow
    }
  }

  private static func origin(
    _ log: LogNumber, _ replicas: [UInt64], _ reader: inout WireReader, _ bytes: Span<UInt8>
  ) throws(WireError) -> WriteOrigin {
    let replica = try reader.varint(in: bytes)
    guard replica < UInt64(replicas.count) else { throw .malformed(offset: 0) }
    let sequence = try reader.varint(in: bytes)
    let tag = try reader.fixed64(in: bytes).byteSwapped
    let stamp = Stamp(rawValue: try reader.fixed64(in: bytes).byteSwapped)
    let recordedAt = stamp.milliseconds &+ (try reader.signed(in: bytes))
    let flags = try reader.varint(in: bytes)
    let offset = Int64(bitPattern: flags >> 2) ^ -Int64(bitPattern: flags >> 1 & 1)
    return WriteOrigin(
      log: log,
      event: EventName(
        replica: ReplicaID(rawValue: replicas[Int(replica)]), sequence: sequence, tag: tag),
      stamp: stamp, recordedAt: recordedAt, offsetMinutes: Int(offset),
      isRuleMade: flags & 1 == 1)
  }

  /// How many of something follow: never more than there are bytes.
  private static func count(
    _ reader: inout WireReader, _ bytes: Span<UInt8>
  ) throws(WireError) -> Int {
    let count = try reader.varint(in: bytes)
    guard count <= UInt64(bytes.count) else { throw .malformed(offset: 0) }
    return Int(count)
  }
}

extension Array where Element == UInt8 {
  /// Adds a number as a varint.
  mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Adds a signed number as a zigzag varint.
  mutating func appendSigned(_ value: Int64) {
    appendVarint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Adds the 8 bytes of a number, most significant first.
  mutating func append(bigEndian value: UInt64) {
    append(addingCapacity: 8) { end in
      for shift in 0..<8 {
        end.append(UInt8(truncatingIfNeeded: value &>> UInt64(56 &- 8 &* shift)))
      }
    }
  }

  /// Adds the 16 bytes of a number, most significant first.
  mutating func append(bigEndian value: UInt128) {
    append(bigEndian: UInt64(truncatingIfNeeded: value >> 64))
    append(bigEndian: UInt64(truncatingIfNeeded: value))
  }
}
