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
    wire.bytes(1, publicKey)
    wire.bytes(2, name)
    wire.bytes(4, previous.bytes)
    for event in events { wire.bytes(5, event.bytes) }
    if let signature { wire.bytes(6, signature) }
    return wire.bytes
  }

  /// Reads a waiting command; it was verified when it came.
  init(readingWaiting bytes: Span<UInt8>) throws {
    var parts: (key: [UInt8], name: [UInt8], previous: Link?, signature: [UInt8]?) = (
      [], [], nil, nil
    )
    var raw: [[UInt8]] = []
    var reader = WireReader(bytes)
    while let field = try reader.next(in: bytes) {
      let content = field.range.map { bytes.array($0) } ?? []
      switch field.number {
      case 1: parts.key = content
      case 2: parts.name = content
      case 4: parts.previous = Link(bytes: content)
      case 5: raw.append(content)
      case 6: parts.signature = content
      default: break
      }
    }
    guard let previous = parts.previous, !raw.isEmpty else {
      throw LogError.damaged(.waitingCommand)
    }
    var events: [ReceivedEvent] = []
    var link = previous
    for bytes in raw {
      let layout = try EventBytes(reading: bytes.span)
      guard let digest = layout.verifiedDigest(of: bytes.span) else {
        throw LogError.damaged(.waitingCommand)
      }
      link = link.next(header: bytes.span.extracting(layout.header), digest: digest)
      events.append(
        ReceivedEvent(
          bytes: bytes, header: try EventHeader(reading: bytes.span, in: layout.header),
          payload: layout.payload.map { bytes.span.array($0) }, link: link))
    }
    self.init(
      publicKey: parts.key, name: parts.name, previous: previous, events: events,
      signature: parts.signature)
  }
}
