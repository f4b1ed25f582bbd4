import DaybookEvents
import LMDB

/// How a command that waits for what it observed is kept: like a segment of one command, with
/// its signature only where the writer's segment ended.
extension ReceivedCommand {
  /// Replica, sequence and tag of the first event.
  var waitingKey: [UInt8] {
    Hexadecimal.bytes(replica.rawValue) + Hexadecimal.bytes(sequence)
      + Hexadecimal.bytes(first.tag)
  }

  func encodedWaiting() -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, origin.publicKey)
    wire.bytes(2, origin.name)
    wire.bytes(4, previous.bytes)
    for event in events { wire.bytes(5, origin.content[event.place]) }
    if let signature { wire.bytes(6, signature) }
    return wire.bytes
  }

  /// Reads a waiting command; it was verified when it came.
  package init(readingWaiting bytes: Span<UInt8>) throws {
    var parts: (key: [UInt8], name: [UInt8], previous: Link?, signature: [UInt8]?) = (
      [], [], nil, nil
    )
    var places: [Range<Int>] = []
    var reader = WireReader(bytes)
    while let field = try reader.next(in: bytes) {
      let range = field.range ?? 0..<0
      switch field.number {
      case 1: parts.key = bytes.array(range)
      case 2: parts.name = bytes.array(range)
      case 4: parts.previous = Link(reading: bytes.extracting(range))
      case 5: places.append(range)
      case 6: parts.signature = bytes.array(range)
      default: break
      }
    }
    guard let previous = parts.previous else { throw LogError.damaged(.waitingCommand) }
    let replica = ReplicaID(publicKey: parts.key)
    var events: [Event] = []
    for place in places {
      let last = events.last
      let header = try EventHeader(waiting: bytes.extracting(place))
      guard last.map({ header.sequence == $0.header.sequence &+ 1 }) ?? true,
        let event = Event(
          reading: bytes, at: place, replica: replica, sequence: header.sequence,
          after: last?.link ?? previous)
      else { throw LogError.damaged(.waitingCommand) }
      events.append(event)
    }
    guard !events.isEmpty else { throw LogError.damaged(.waitingCommand) }
    self.init(
      origin: Origin(publicKey: parts.key, name: parts.name, content: bytes.array()),
      previous: previous, events: events[...], signature: parts.signature)
  }
}

extension EventHeader {
  /// The header of an event in place.
  fileprivate init(waiting event: Span<UInt8>) throws(WireError) {
    self = try EventHeader(reading: event, in: try EventBytes(reading: event).header)
  }
}
