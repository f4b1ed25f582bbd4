package import DaybookEvents

/// What the store keeps of one log: a replica's only one, or one branch of a forked one.
package struct LogRecord: Equatable, Sendable {
  /// Who writes it.
  package var replica: ReplicaID
  /// The writer's 32-byte public key.
  package var publicKey: [UInt8]
  /// The writer's human name, as last heard.
  package var name: [UInt8]
  /// The log this one branched off from.
  package var parent: LogNumber?
  /// The first sequence that is its own: 1, or where it branched off.
  package var fork: UInt64 = 1
  /// The last applied sequence.
  package var head: UInt64 = 0
  /// The link of the head.
  package var headLink: Link = .start
  /// The stamp of the head.
  package var headStamp = Stamp(rawValue: 0)
  /// The last sequence with a known signature; 0 when there is none.
  package var signed: UInt64 = 0
  /// The link at ``signed``.
  package var signedLink: Link = .start
  /// The writer's signature over ``signedLink``.
  package var signature: [UInt8] = []
  /// The first sequence of the run of adjacent positions that is still growing.
  package var runFirst: UInt64 = 0
  /// The position of ``runFirst``.
  package var runPosition: UInt64 = 0
  /// Events since the last checkpoint.
  package var eventsSinceCheckpoint: UInt64 = 0
  /// Bytes since the last checkpoint.
  package var bytesSinceCheckpoint: UInt64 = 0
  /// How its stamps count, where its writer's clock was corrected.
  package var shift: StampShift?

  /// The name of the head as peers know it; nil while nothing is applied.
  package var headName: EventName? {
    head >= fork ? EventName(replica: replica, sequence: head, tag: headLink.tag) : nil
  }
}

extension LogRecord {
  /// No log has a sequence as great as this.
  package static let sequenceLimit: UInt64 = 1 << 62

  /// Whether a record can be that of a log of this number, wherever its events lie. LMDB does not
  /// notice a flipped bit, and reckoning with such numbers could end the process.
  func isPossible(asNumber number: Int) -> Bool {
    parent.map { Int($0) < number } ?? true && fork > 0 && head < LogRecord.sequenceLimit
      && fork <= head + 1 && signed <= head
  }

  /// The same in a store of so many events.
  func isPossible(asNumber number: Int, before nextPosition: UInt64) -> Bool {
    guard isPossible(asNumber: number), nextPosition <= 1 << 62 else { return false }
    guard runFirst > 0 else { return runPosition == 0 || head < fork }
    return runFirst <= head && runFirst >= fork && runPosition < nextPosition
      && head - runFirst < nextPosition - runPosition
  }

  /// Goes on by one event of its own part.
  mutating func advance(to header: EventHeader, link: Link, byteCount: Int) {
    head = header.sequence
    headLink = link
    headStamp = header.stamp
    eventsSinceCheckpoint += 1
    bytesSinceCheckpoint += UInt64(byteCount)
  }

  func encoded() -> [UInt8] {
    var wire = WireWriter()
    wire.fixed64(1, replica.rawValue)
    wire.bytes(2, publicKey)
    wire.bytes(3, name)
    if let parent { wire.varint(4, UInt64(parent) + 1) }
    wire.varint(5, fork)
    wire.varint(6, head)
    wire.bytes(7, headLink.bytes)
    wire.fixed64(8, headStamp.rawValue)
    wire.varint(9, signed)
    wire.bytes(10, signedLink.bytes)
    wire.bytes(11, signature)
    wire.varint(12, runFirst)
    wire.varint(13, runPosition)
    wire.varint(14, eventsSinceCheckpoint)
    wire.varint(15, bytesSinceCheckpoint)
    if let shift { wire.message(16) { shift.encode(to: &$0) } }
    wire.seal()
    return wire.bytes
  }

  init(reading bytes: Span<UInt8>) throws {
    guard bytes.hasNoBrokenSeal else { throw LogError.damaged(.logRecord) }
    self.init(replica: ReplicaID(rawValue: 0), publicKey: [], name: [], parent: nil)
    var reader = WireReader(bytes)
    while let field = try reader.next(in: bytes) {
      let content = bytes.extracting(field.range ?? 0..<0)
      switch field.number {
      case 1: replica = ReplicaID(rawValue: field.value)
      case 2: publicKey = content.array()
      case 3: name = content.array()
      case 4: parent = LogNumber(truncatingIfNeeded: field.value &- 1)
      case 5: fork = field.value
      case 6: head = field.value
      case 7: headLink = try Self.link(content)
      case 8: headStamp = Stamp(rawValue: field.value)
      case 9: signed = field.value
      case 10: signedLink = try Self.link(content)
      case 11: signature = content.array()
      case 12: runFirst = field.value
      case 13: runPosition = field.value
      case 14: eventsSinceCheckpoint = field.value
      case 15: bytesSinceCheckpoint = field.value
      case 16: shift = try StampShift(reading: content)
      default: break
      }
    }
  }

  private static func link(_ bytes: Span<UInt8>) throws -> Link {
    guard let link = Link(reading: bytes) else { throw LogError.damaged(.logRecord) }
    return link
  }
}
