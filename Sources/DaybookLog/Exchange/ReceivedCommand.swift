package import DaybookEvents

/// One command out of a verified segment, or out of the waiting ones.
package struct ReceivedCommand: Equatable, Sendable {
  /// One of its events.
  package struct ReceivedEvent: Equatable, Sendable {
    let bytes: [UInt8]
    let header: EventHeader
    let payload: [UInt8]?
    let link: Link
  }

  let publicKey: [UInt8]
  let name: [UInt8]
  /// The link of the event before.
  let previous: Link
  let events: [ReceivedEvent]
  /// The writer's signature over the last link, where the segment ended here.
  var signature: [UInt8]?

  var replica: ReplicaID { events[0].header.replica }
  var sequence: UInt64 { events[0].header.sequence }
  /// The link of its last event.
  package var link: Link { events[events.count - 1].link }
  var isErased: Bool { events.contains { $0.payload == nil } }

  /// The name of the event it follows in its log; of the first command, of none there is.
  var before: EventName {
    EventName(replica: replica, sequence: sequence - 1, tag: previous.tag)
  }

  /// The name of its first event.
  var first: EventName {
    EventName(replica: replica, sequence: sequence, tag: events[0].link.tag)
  }

  /// The same command with the payloads and the signature that another copy of it has and this
  /// one lacks.
  func completed(by other: ReceivedCommand) -> ReceivedCommand {
    guard other.events.count == events.count else { return self }
    var completed = ReceivedCommand(
      publicKey: publicKey, name: name, previous: previous,
      events: zip(events, other.events).map { $0.payload == nil ? $1 : $0 }, signature: signature)
    completed.signature = signature ?? other.signature
    return completed
  }
}

extension Segment {
  /// Walks the chain of digests to the signed link and cuts the events into commands.
  ///
  /// - Throws: ``LogError/segmentBroken(replica:sequence:)``,
  ///   ``LogError/segmentForged(replica:)``; nothing of such a segment may be used.
  package func verified() throws -> [ReceivedCommand] {
    var commands: [ReceivedCommand] = []
    var open: [ReceivedCommand.ReceivedEvent] = []
    var before = previous
    var link = previous
    for (index, bytes) in events.enumerated() {
      let sequence = firstSequence + UInt64(index)
      let event = try received(bytes, sequence, after: link)
      link = event.link
      open.append(event)
      let first = open[0].header
      guard first.commandFirst == first.sequence, event.header.commandFirst == first.sequence,
        event.header.commandSize == first.commandSize
      else { throw LogError.segmentBroken(replica: replica, sequence: sequence) }
      if UInt64(open.count) == first.commandSize {
        commands.append(
          ReceivedCommand(
            publicKey: publicKey, name: name, previous: before, events: open, signature: nil))
        before = link
        open.removeAll(keepingCapacity: true)
      }
    }
    guard open.isEmpty, !commands.isEmpty else { throw LogError.segmentMalformed }
    guard ReplicaKey.isValid(signature, of: link, by: publicKey) else {
      throw LogError.segmentForged(replica: replica)
    }
    commands[commands.count - 1].signature = signature
    return commands
  }

  private func received(
    _ bytes: [UInt8], _ sequence: UInt64, after link: Link
  ) throws -> ReceivedCommand.ReceivedEvent {
    do {
      let parts = try EventBytes(reading: bytes.span)
      let header = try EventHeader(reading: bytes.span, in: parts.header)
      guard header.replica == replica, header.sequence == sequence,
        let digest = parts.verifiedDigest(of: bytes.span)
      else { throw LogError.segmentBroken(replica: replica, sequence: sequence) }
      return ReceivedCommand.ReceivedEvent(
        bytes: bytes, header: header, payload: parts.payload.map { bytes.span.array($0) },
        link: link.next(header: bytes.span.extracting(parts.header), digest: digest))
    } catch is WireError {
      throw LogError.segmentBroken(replica: replica, sequence: sequence)
    }
  }
}
