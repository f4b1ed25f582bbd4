package import DaybookEvents
package import LMDB

/// Asking a log with damaged events what its sound ones still prove.
extension Log {
  /// The tag of an event whose row is as it was written; nil where it is damaged or not there.
  func soundTag(
    of sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> UInt64? {
    guard let position = try position(of: sequence, in: number, state, transaction) else {
      return nil
    }
    return try transaction.value(in: tables.events, for: Hexadecimal.inline(position).span) {
      // Damaged, for whatever reason.
      try? EventPlace(reading: $0).tag
    } ?? nil
  }

  /// Whether a link is that of the event at a place of a log, of which the row may be damaged: it
  /// is the tag that the row bears, what the head or a checkpoint says, or what the next event
  /// follows.
  func proves(
    _ link: Link, at sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let record = state.logs[Int(number)]
    if sequence == record.head { return record.headLink == link }
    let name = EventName(replica: record.replica, sequence: sequence, tag: link.tag)
    if try locate(name, state, transaction) == number { return true }
    let kept = try transaction.value(
      in: tables.meta, for: MetaKey.checkpoint(number, sequence)
    ) { Link(reading: $0.extracting(0..<min(32, $0.count))) }
    if let kept { return kept == link }
    return try follows(link, sequence + 1, in: number, state, transaction)
  }

  /// Whether the event at a place of a log is sound and follows a link.
  func follows(
    _ link: Link, _ sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let position = try position(of: sequence, in: number, state, transaction) else {
      return false
    }
    let follows = try transaction.value(
      in: tables.events, for: Hexadecimal.inline(position).span
    ) { value in
      // What is damaged proves nothing.
      guard let place = try? EventPlace(reading: value) else { return false }
      let bytes = value.extracting(place.start..<value.count)
      guard let parts = try? EventBytes(reading: bytes),  // as above
        let digest = parts.verifiedDigest(of: bytes)
      else { return false }
      return link.next(header: bytes.extracting(parts.header), digest: digest).tag == place.tag
    }
    return follows ?? false
  }

  /// Whether an erasure that is applied here takes the payload of an event.
  func erases(
    _ header: EventHeader, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try erasures(of: header.entity, state, transaction).contains { $0.covers(header, in: number) }
  }

  /// Whether a damaged event is one that was erased, if it is about an entity in the first place:
  /// then it says nothing, whatever it said.
  package func isErased(
    damagedAt position: UInt64, about entity: EntityID, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let place = try place(of: position, state, transaction) else { return false }
    return try erasures(of: entity, state, transaction).contains {
      $0.observed.covers(place.log, place.sequence)
    }
  }

  /// The erasures of a thing that are applied here.
  func erasures(
    of entity: EntityID, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> [Erasure] {
    var found: [Erasure] = []
    for position in try history(of: entity, transaction) {
      // A damaged event erases nothing that can be told.
      guard let event = try? event(at: position, transaction),
        event.header.knownKind == .thingErased, event.header.entity == entity
      else { continue }
      found.append(
        Erasure(
          entity: entity,
          observed: try observed(by: event.header.commandFirst, in: event.log, state, transaction)))
    }
    return found
  }

  /// The place of a position among the logs, as it is kept apart from the events; nil where
  /// nothing is kept of it.
  package func place(
    of position: UInt64, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> (log: LogNumber, sequence: UInt64)? {
    for (index, record) in state.logs.enumerated() where record.head >= record.fork {
      let number = LogNumber(index)
      if record.runFirst > 0, position >= record.runPosition,
        position - record.runPosition <= record.head - record.runFirst
      {
        return (number, record.runFirst + (position - record.runPosition))
      }
      var found: UInt64?
      try transaction.scan(
        tables.meta, from: MetaKey.run(number, 0), below: MetaKey.run(number, .max)
      ) { key, value in
        guard MetaCheck.isSound(key, value) else { throw LogError.damaged(.logRecord) }
        let start = Self.big(value, 0..<8)
        guard position >= start, position - start < Self.big(value, 8..<16) else { return .next }
        found = Self.big(key, 5..<13) &+ (position - start)
        return .stop
      }
      if let found { return (number, found) }
    }
    return nil
  }
}
