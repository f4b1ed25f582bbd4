import DaybookEvents

extension Segment {
  /// Walks the chain of digests to the signed link and cuts the events into commands, which
  /// share the segment's bytes.
  ///
  /// - Throws: ``LogError/segmentBroken(replica:sequence:)``,
  ///   ``LogError/segmentForged(replica:)``; nothing of such a segment may be used.
  package func verified() throws(LogError) -> [ReceivedCommand] {
    let origin = ReceivedCommand.Origin(publicKey: publicKey, name: name, content: content)
    let (events, ends) = try verifiedEvents()
    let last = events[events.count - 1].link
    guard ReplicaKey.isValid(signature, of: last, by: publicKey) else {
      throw .segmentForged(replica: replica)
    }
    var commands: [ReceivedCommand] = []
    commands.reserveCapacity(ends.count)
    var start = 0
    for end in ends {
      commands.append(
        ReceivedCommand(
          origin: origin, previous: start == 0 ? previous : events[start - 1].link,
          events: events[start..<end], signature: end == events.count ? signature : nil))
      start = end
    }
    return commands
  }

  /// The events, and where each command ends among them.
  private func verifiedEvents() throws(LogError) -> ([ReceivedCommand.Event], [Int]) {
    let replica = replica
    let bytes = content.span
    var events: [ReceivedCommand.Event] = []
    events.reserveCapacity(places.count)
    var ends: [Int] = []
    var start = 0
    var link = previous
    for place in places {
      let sequence = firstSequence + UInt64(events.count)
      guard
        let event = ReceivedCommand.Event(
          reading: bytes, at: place, replica: replica, sequence: sequence, after: link)
      else { throw .segmentBroken(replica: replica, sequence: sequence) }
      link = event.link
      events.append(event)
      let (first, size) = (events[start].header.sequence, events[start].header.commandSize)
      guard events[start].header.commandFirst == first, event.header.commandFirst == first,
        event.header.commandSize == size
      else { throw .segmentBroken(replica: replica, sequence: sequence) }
      if UInt64(events.count - start) == size {
        ends.append(events.count)
        start = events.count
      }
    }
    guard start == events.count, !events.isEmpty else { throw .segmentMalformed }
    return (events, ends)
  }
}

extension ReceivedCommand.Event {
  /// Reads an event inside `content`, checks its digest and links it to the one before; nil when
  /// it is not what `replica` wrote there.
  init?(
    reading content: Span<UInt8>, at place: Range<Int>, replica: ReplicaID, sequence: UInt64,
    after link: Link
  ) {
    let bytes = content.extracting(place)
    // Whatever is wrong with the bytes, they are not the event that should be here.
    guard let parts = try? EventBytes(reading: bytes),
      let header = try? EventHeader(reading: bytes, in: parts.header),  // as above
      header.replica == replica, header.sequence == sequence,
      let digest = parts.verifiedDigest(of: bytes)
    else { return nil }
    self.init(
      place: place,
      payload: parts.payload.map {
        place.lowerBound + $0.lowerBound..<place.lowerBound + $0.upperBound
      },
      header: header, link: link.next(header: bytes.extracting(parts.header), digest: digest))
  }
}
