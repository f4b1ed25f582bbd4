package import DaybookEvents
package import LMDB

/// One erasure: it takes the payloads of the events about an entity that its command observed.
struct Erasure {
  let entity: EntityID
  let observed: LocalVector

  /// Whether it takes the payload of an event.
  func covers(_ header: EventHeader, in log: LogNumber) -> Bool {
    header.entity == entity && observed.covers(log, header.sequence)
      && header.knownKind?.isErasable ?? true
  }
}

/// A command that was applied without payloads.
struct UnprovenErasure {
  let command: EventName
  let log: LogNumber
  /// The headers of its events that have none.
  let headers: [EventHeader]
}

/// A thing of which events were erased that cannot be read: nobody can tell which rows they wrote
/// to, but only those about the thing, some together with another one.
package struct UnreadErasure: Sendable {
  /// The thing.
  package let entity: EntityID
  /// What those events may be about as well.
  package let others: [EntityID]
}

/// Which commands may be applied without their payloads, before the erasure that covers them: it
/// observed them, so that it can only be applied after them, in the same transaction.
package enum ErasureTrust: Sendable {
  /// None of them: what lacks payloads waits.
  case none
  /// All of them but those that turned out not to be covered; see
  /// ``LogWriter/unprovenCommands``.
  case all(except: Set<EventName>)

  func covers(_ command: EventName) -> Bool {
    switch self {
    case .none: false
    case .all(let others): !others.contains(command)
    }
  }
}

extension LogWriter {
  /// Notes the erasures in a command that was applied. They take effect when the transaction
  /// finishes: until then the index of entities does not know what the transaction placed.
  mutating func noteErasures(of command: AppliedCommand) {
    guard !command.isImpossible else { return }
    for event in command.events where event.header.knownKind == .thingErased {
      erasures.append(Erasure(entity: event.header.entity, observed: command.observed))
    }
  }

  /// Notes every erasure in the log again: those that an older program applied without knowing
  /// what they are take effect when the transaction finishes.
  ///
  /// - Complexity: O(*n*) in all events.
  package mutating func repeatErasures(_ transaction: borrowing ReadTransaction) throws {
    try log.scanCommands(from: 1, state, transaction) { command in
      noteErasures(of: command)
      return .next
    }
  }

  /// Notes a command that was applied without payloads.
  mutating func noteUnproven(_ command: AppliedCommand) {
    guard let first = command.events.first else { return }
    let erased = command.events.filter { $0.payloadPlace == nil }.map(\.header)
    unproven.append(UnprovenErasure(command: first.name, log: command.log, headers: erased))
    state.erasedEvents += UInt64(erased.count)
  }

  /// The first events of the commands that were applied without payloads in this transaction and
  /// that no erasure in it covers. Where there are any, the transaction must be given up: each of
  /// them has to wait for its erasure, or for somebody who sends it whole.
  package var unprovenCommands: Set<EventName> {
    let others = unproven.filter { command in
      !command.headers.allSatisfy { header in
        erasures.contains { $0.covers(header, in: command.log) }
      }
    }
    return Set(others.map(\.command))
  }

  /// Drops what the erasures of this transaction cover.
  mutating func dropErased(_ transaction: inout WriteTransaction) throws {
    for erasure in erasures {
      for position in try log.history(of: erasure.entity, transaction.reading) {
        do {
          let event = try log.event(at: position, transaction.reading)
          guard let event, event.payloadPlace != nil, erasure.covers(event.header, in: event.log)
          else { continue }
          try log.dropPayload(at: position, &transaction)
          state.erasedEvents += 1
          erasedEvents.append(event)
        } catch LogError.damaged(.event) {
          try dropDamaged(at: position, erasure, &transaction)
        }
      }
    }
    if !erasedEvents.isEmpty || !unreadErasures.isEmpty { state.refolds += 1 }
  }

  /// Drops what is left of a damaged event that an erasure covers: what is erased need not be
  /// proven. Its row stays one of a damaged event; should somebody have the event, it is put back
  /// without its payload.
  private mutating func dropDamaged(
    at position: UInt64, _ erasure: Erasure, _ transaction: inout WriteTransaction
  ) throws {
    guard let place = try log.place(of: position, state, transaction.reading),
      erasure.observed.covers(place.log, place.sequence),
      try !log.isSecond(erasure.entity, inDamagedEventAt: position, transaction.reading),
      let said = try log.dropDamaged(at: position, &transaction)
    else { return }
    if said { state.erasedEvents += 1 }
    let entities = try log.entities(at: [position], transaction.reading)[position] ?? []
    unreadErasures.append(
      UnreadErasure(entity: erasure.entity, others: entities.filter { $0 != erasure.entity }))
  }
}

extension Log {
  /// Puts what an erasure leaves of an event in its place.
  package func dropPayload(
    at position: UInt64, _ transaction: inout WriteTransaction
  ) throws {
    let key = Hexadecimal.bytes(position)
    let erased = try transaction.reading.value(in: tables.events, for: key) { value in
      let bytes = value.extracting(try EventPlace(reading: value).start..<value.count)
      return try EventBytes(reading: bytes).erased(bytes)
    }
    guard let erased = erased ?? nil else { throw LogError.damaged(.event) }
    try put(erased, at: position, &transaction)
  }

  /// Whether a damaged event, as far as it can be read, is about another thing in the first place,
  /// which the index of entities confirms.
  fileprivate func isSecond(
    _ entity: EntityID, inDamagedEventAt position: UInt64,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let header = try transaction.value(
      in: tables.events, for: Hexadecimal.inline(position).span
    ) { value -> EventHeader? in
      let start = EventPlace.unprovenStart(in: value)
      guard start < value.count else { return nil }
      return try? EventHeader(event: value.extracting(start..<value.count))  // nothing to be read
    }
    guard let header = header ?? nil, header.second == entity, header.entity != entity else {
      return false
    }
    return try history(of: header.entity, transaction).contains(position)
  }

  /// Leaves of the row of a damaged event the tag that it bears, by which those that observed it
  /// know that it is here.
  ///
  /// - Returns: whether it may have had a payload; nil where that was done before.
  fileprivate func dropDamaged(
    at position: UInt64, _ transaction: inout WriteTransaction
  ) throws -> Bool? {
    let key = Hexadecimal.bytes(position)
    guard let row = try transaction.reading.bytes(in: tables.events, for: key) else { return nil }
    let start = EventPlace.unprovenStart(in: row.span)
    let kept = row.prefix(start - 4) + [0, 0, 0, 0, 0]
    guard row.count > start, row != Array(kept) else { return nil }
    try transaction.put(key, Array(kept), in: tables.events)
    // What cannot be read is taken for whole.
    return (try? EventBytes(reading: row.span.extracting(start..<row.count)))?.isErased != true
  }

  /// Puts other bytes of the same event, whole or erased, in its place.
  package func put(
    _ event: [UInt8], at position: UInt64, _ transaction: inout WriteTransaction
  ) throws {
    let key = Hexadecimal.bytes(position)
    let place = try transaction.reading.value(in: tables.events, for: key) {
      try EventPlace(reading: $0)
    }
    guard let place else { throw LogError.damaged(.missingEvent) }
    var row = WireWriter()
    EventPlace.write(log: place.log, tag: place.tag, before: event.span, to: &row)
    row.append(event)
    try transaction.put(key, row.bytes, in: tables.events)
  }
}
