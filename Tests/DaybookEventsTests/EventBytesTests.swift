import DaybookEvents
import TestSupport
import Testing

/// The wire format: deterministic, read in place, strict about what it does not understand.
struct EventBytesTests {
  @Test func `a header survives writing and reading`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let header = Self.header(&random)
      let bytes = header.encoded()
      let read = try EventHeader(reading: bytes.span, in: 0..<bytes.count)
      #expect(read == header)
      #expect(read.encoded() == bytes)
    }
  }

  @Test func `unknown header fields are passed over`() throws {
    var random = SeededGenerator(seed: 2)
    let header = Self.header(&random)
    var wire = WireWriter()
    wire.append(header.encoded())
    wire.varint(99, 7)
    wire.bytes(100, [1, 2, 3])
    #expect(try EventHeader(reading: wire.bytes.span, in: 0..<wire.bytes.count) == header)
  }

  @Test func `an event's digest notices every flipped bit`() throws {
    var random = SeededGenerator(seed: 3)
    let (bytes, _) = EventBytes.encode(
      header: Self.header(&random).encoded(), random: 42, payload: Array("hello".utf8),
      after: .start)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(Self.isRefused(damaged))
      }
    }
    #expect(!Self.isRefused(bytes))
  }

  @Test func `no bytes make the reader trap`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let bytes = (0..<Int(random.next() % 80)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      _ = Self.isRefused(bytes)
    }
  }

  @Test func `the same content after another link has another link`() {
    var random = SeededGenerator(seed: 5)
    let header = Self.header(&random).encoded()
    let first = EventBytes.encode(header: header, random: 1, payload: [], after: .start)
    let second = EventBytes.encode(header: header, random: 1, payload: [], after: first.link)
    #expect(first.bytes == second.bytes)
    #expect(first.link != second.link)
  }

  @Test func `a signature holds for its link and key alone`() throws {
    var random = SystemRandomNumberGenerator()
    let (key, other) = (ReplicaKey(random: &random), ReplicaKey(random: &random))
    let link = EventBytes.encode(header: [], random: 1, payload: [], after: .start).link
    let signature = try key.sign(link)
    #expect(ReplicaKey.isValid(signature, of: link, by: key.publicKey))
    #expect(!ReplicaKey.isValid(signature, of: .start, by: key.publicKey))
    #expect(!ReplicaKey.isValid(signature, of: link, by: other.publicKey))
    #expect(!ReplicaKey.isValid(signature, of: link, by: [1, 2, 3]))
  }

  private static func isRefused(_ bytes: [UInt8]) -> Bool {
    guard let parts = try? EventBytes(reading: bytes.span),  // refused: that is the question
      (try? EventHeader(reading: bytes.span, in: parts.header)) != nil  // as above
    else { return true }
    return parts.verifiedDigest(of: bytes.span) == nil
  }

  private static func header(_ random: inout SeededGenerator) -> EventHeader {
    let sequence = random.next() % 1_000_000 + 1
    let size = random.next() % 20 + 1
    let place = min(random.next() % size, sequence - 1)
    return EventHeader(
      replica: ReplicaID(rawValue: random.next()), sequence: sequence,
      stamp: Stamp(rawValue: random.next()), recordedAt: Int64(bitPattern: random.next() >> 8),
      offsetMinutes: Int(random.next() % 2_000) - 1_000, commandFirst: sequence - place,
      commandSize: size,
      batch: random.next() % 2 == 0
        ? nil : Batch(first: random.next() % 100 + 1, reason: .import),
      kind: UInt32(random.next() % 200), version: UInt32(random.next() % 3 + 1),
      entity: EntityID(rawValue: UInt128(random.next()) << 64 | UInt128(random.next())),
      second: random.next() % 2 == 0 ? nil : EntityID(rawValue: UInt128(random.next())),
      observed: (0..<Int(random.next() % 4)).map { _ in
        EventName(
          replica: ReplicaID(rawValue: random.next()), sequence: random.next() >> 8,
          tag: random.next())
      },
      occurredAt: random.next() % 2 == 0 ? nil : Int64(bitPattern: random.next() >> 4))
  }
}

/// Random numbers that a seed decides.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
