package import DaybookEvents

/// A stretch of one replica's log on its way to another store: whole commands, and the writer's
/// signature over the link at its end.
package struct Segment: Equatable, Sendable {
  /// The most events of a segment that is read.
  package static let eventLimit = 16_384
  /// The most bytes of a segment that is read.
  package static let byteLimit = 16 << 20

  /// The writer's 32-byte public key.
  package var publicKey: [UInt8]
  /// The writer's human name.
  package var name: [UInt8]
  /// The sequence of the first event.
  package var firstSequence: UInt64
  /// The link of the event before.
  package var previous: Link
  /// The events' stored bytes.
  package var events: [[UInt8]]
  /// The writer's signature over the link of the last event.
  package var signature: [UInt8]

  /// Who wrote it.
  package var replica: ReplicaID { ReplicaID(publicKey: publicKey) }

  /// The bytes to send.
  package func encoded() -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, publicKey)
    wire.bytes(2, name)
    wire.varint(3, firstSequence)
    wire.bytes(4, previous.bytes)
    for event in events { wire.bytes(5, event) }
    wire.bytes(6, signature)
    return wire.bytes
  }

  /// Reads a segment; its events are not looked into yet.
  ///
  /// - Throws: ``LogError/segmentMalformed``.
  package init(reading bytes: Span<UInt8>) throws {
    self.init(
      publicKey: [], name: [], firstSequence: 0, previous: .start, events: [], signature: [])
    guard bytes.count <= Self.byteLimit else { throw LogError.segmentMalformed }
    do {
      var reader = WireReader(bytes)
      while let field = try reader.next(in: bytes) {
        let content = field.range.map { bytes.array($0) } ?? []
        switch field.number {
        case 1: publicKey = content
        case 2: name = Array(content.prefix(256))
        case 3: firstSequence = field.value
        case 4:
          guard let link = Link(bytes: content) else { throw LogError.segmentMalformed }
          previous = link
        case 5: events.append(content)
        case 6: signature = content
        default: break
        }
      }
    } catch is WireError {
      throw LogError.segmentMalformed
    }
    guard publicKey.count == 32, signature.count == 64, firstSequence > 0, !events.isEmpty,
      events.count <= Self.eventLimit, firstSequence <= UInt64.max / 2
    else { throw LogError.segmentMalformed }
  }

  /// Puts a segment together.
  package init(
    publicKey: [UInt8], name: [UInt8], firstSequence: UInt64, previous: Link, events: [[UInt8]],
    signature: [UInt8]
  ) {
    self.publicKey = publicKey
    self.name = name
    self.firstSequence = firstSequence
    self.previous = previous
    self.events = events
    self.signature = signature
  }
}
