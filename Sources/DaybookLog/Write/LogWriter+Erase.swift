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
        // A damaged event is put back without its payload, if at all.
        guard let event = try? log.event(at: position, transaction.reading) else { continue }
        guard event.payloadPlace != nil, erasure.covers(event.header, in: event.log) else {
          continue
        }
        try log.dropPayload(at: position, &transaction)
        state.erasedEvents += 1
        erasedEvents.append(event)
      }
    }
    if !erasedEvents.isEmpty { state.refolds += 1 }
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
