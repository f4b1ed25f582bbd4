package import DaybookEvents

/// A stretch of one replica's log on its way to another store: whole commands, and the writer's
/// signature over the link at its end.
package struct Segment: Sendable {
  /// The most events of a segment that is written.
  package static let eventLimit = 4_096
  /// The most bytes of a segment that is written.
  package static let byteLimit = 4 << 20
  /// The most events of a segment that is read: programs before wrote longer ones.
  package static let readEventLimit = 16_384
  /// The most bytes of a segment that is read.
  package static let readByteLimit = 16 << 20

  /// The writer's 32-byte public key.
  package var publicKey: [UInt8]
  /// The writer's human name.
  package var name: [UInt8]
  /// The sequence of the first event.
  package var firstSequence: UInt64
  /// The link of the event before.
  package var previous: Link
  /// The writer's signature over the link of the last event.
  package var signature: [UInt8]
  /// The link of the last event, where whoever put the segment together knew it.
  package var link: Link?
  /// What the events are part of: what was read, or the events one after the other.
  package private(set) var content: [UInt8] = []
  /// Where in ``content`` the events lie.
  private(set) var places: [Range<Int>] = []

  /// Who wrote it.
  package var replica: ReplicaID { ReplicaID(publicKey: publicKey) }

  /// How many events it has.
  package var eventCount: Int { places.count }

  /// Copies of the events' stored bytes.
  package var events: [[UInt8]] {
    get { places.map { Array(content[$0]) } }
    set {
      (content, places) = ([], [])
      for event in newValue { append(event.span) }
    }
  }

  /// Adds an event's stored bytes.
  mutating func append(_ event: Span<UInt8>) {
    let start = content.count
    content.append(event)
    places.append(start..<content.count)
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
    self.signature = signature
    self.events = events
  }
}

extension Segment {
  /// The bytes to send.
  package func encoded() -> [UInt8] {
    var wire = WireWriter()
    wire.reserve(content.count + 4 * places.count + name.count + 256)
    wire.bytes(1, publicKey)
    wire.bytes(2, name)
    wire.varint(3, firstSequence)
    wire.bytes(4, previous.bytes)
    for place in places { wire.bytes(5, content[place]) }
    wire.bytes(6, signature)
    return wire.bytes
  }

  /// Reads a segment; its events are not looked into yet.
  ///
  /// - Throws: ``LogError/segmentMalformed``.
  package init(reading content: [UInt8]) throws(LogError) {
    self.init(
      publicKey: [], name: [], firstSequence: 0, previous: .start, events: [], signature: [])
    guard content.count <= Self.readByteLimit else { throw .segmentMalformed }
    self.content = content
    let bytes = content.span
    do throws(WireError) {
      var reader = WireReader(bytes)
      while let field = try reader.next(in: bytes) {
        let range = field.range ?? 0..<0
        switch field.number {
        case 1: publicKey = Array(content[range])
        case 2: name = Array(content[range].prefix(256))
        case 3: firstSequence = field.value
        case 4:
          guard let link = Link(reading: bytes.extracting(range)) else {
            throw .malformed(offset: range.lowerBound)
          }
          previous = link
        case 5: places.append(range)
        case 6: signature = Array(content[range])
        default: break
        }
      }
    } catch {
      throw .segmentMalformed
    }
    guard publicKey.count == 32, signature.count == 64, firstSequence > 0, !places.isEmpty,
      places.count <= Self.readEventLimit, firstSequence <= UInt64.max / 2
    else { throw .segmentMalformed }
  }
}

extension Segment: Equatable {
  /// Whether two segments say the same, wherever their events' bytes lie.
  package static func == (left: Segment, right: Segment) -> Bool {
    left.publicKey == right.publicKey && left.name == right.name
      && left.firstSequence == right.firstSequence && left.previous == right.previous
      && left.signature == right.signature && left.events == right.events
  }
}
