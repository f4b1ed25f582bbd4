package import DaybookEvents
package import LMDB

/// One event of the log as it lies in the store: what it says but the payload, and where that is.
package struct StoredEvent: Sendable {
  /// Its position in this store's order of application.
  package let position: UInt64
  /// The log it lies in.
  package let log: LogNumber
  /// The first 8 bytes of its link.
  package let tag: UInt64
  /// Everything but the payload.
  package let header: EventHeader
  /// Where in the event's bytes the payload lies; nil when erased.
  package let payload: Range<Int>?

  /// The event's name.
  package var name: EventName {
    EventName(replica: header.replica, sequence: header.sequence, tag: tag)
  }

  /// A copy that can be kept when the bytes cannot.
  package func copied(from bytes: Span<UInt8>) -> AppliedEvent {
    let kept = payload.map { bytes.array($0) }
    return AppliedEvent(
      position: position, log: log, tag: tag, header: header, bytes: kept ?? [],
      payloadPlace: kept?.indices)
  }
}

extension Log {
  /// Hands over every event about an entity, in the order of application, with its bytes in place.
  ///
  /// - Parameters:
  ///   - bound: what is known to lie after it is passed over without being read.
  ///   - onDamage: as in ``scanEvents(from:_:onDamage:_:)``.
  /// - Throws: ``LogError/damaged(_:)`` when its bytes are not what was written, unless `onDamage`
  ///   does not, or not there, and where the index names other events.
  package func scanHistory(
    of entity: EntityID, within bound: HistoryBound = .none,
    _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) throws -> Void = Self.refuse,
    _ body: (StoredEvent, _ bytes: Span<UInt8>) throws -> ScanStep
  ) throws {
    let positions = try positions(
      history(of: entity, transaction), within: bound, transaction)
    guard !positions.isEmpty else { return }
    for position in positions {
      let step = try transaction.value(
        in: tables.events, for: Hexadecimal.inline(position).span
      ) { value in
        try Self.read(position, value, onDamage) { event, bytes in
          guard event.header.isAbout(entity) else { throw LogError.damaged(.index) }
          return try body(event, bytes)
        }
      }
      guard let step else { throw LogError.damaged(.missingEvent) }
      if step == .stop { return }
    }
  }

  /// Hands over every event from a position on, with its bytes in place.
  ///
  /// - Parameter onDamage: hears of the position of each event whose bytes are not what was
  ///   written, and decides whether that ends the scan; by default it does.
  /// - Throws: ``LogError/damaged(_:)``, unless `onDamage` does not.
  package func scanEvents(
    from position: UInt64, _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) throws -> Void = Self.refuse,
    _ body: (StoredEvent, _ bytes: Span<UInt8>) throws -> ScanStep
  ) throws {
    var order = PositionOrder(first: max(position, 1))
    // The first of all is not looked for: a key that became another might be found instead.
    let start = position > 1 ? Hexadecimal.bytes(position) : []
    try transaction.scan(tables.events, from: start, below: nil) {
      try Self.read(Self.big($0, 0..<8), &order, $1, onDamage, body)
    }
  }

  /// The same from the last event back to the first.
  ///
  /// - Throws: As ``scanEvents(from:_:_:)``.
  package func scanEventsBackwards(
    _ transaction: borrowing ReadTransaction, onDamage: (UInt64) throws -> Void = Self.refuse,
    _ body: (StoredEvent, _ bytes: Span<UInt8>) throws -> ScanStep
  ) throws {
    var order = PositionOrder(first: nil, isBackwards: true)
    try transaction.scanBackwards(tables.events) {
      try Self.read(Self.big($0, 0..<8), &order, $1, onDamage, body)
    }
  }

  /// Ends a scan at a damaged event.
  package static func refuse(_ position: UInt64) throws { throw LogError.damaged(.event) }

  /// Lends the event at a position, with its bytes in place.
  ///
  /// - Throws: ``LogError/damaged(_:)`` when its bytes are not what was written, or not there.
  package func withEvent<Result>(
    at position: UInt64, _ transaction: borrowing ReadTransaction,
    _ body: (StoredEvent, _ bytes: Span<UInt8>) throws -> Result
  ) throws -> Result {
    let result = try transaction.value(
      in: tables.events, for: Hexadecimal.inline(position).span
    ) { value in
      let event = try StoredEvent.read(value, at: position)
      return try body(event.event, value.extracting(event.start..<value.count))
    }
    guard let result else { throw LogError.damaged(.missingEvent) }
    return result
  }

  private static func read(
    _ position: UInt64, _ order: inout PositionOrder, _ value: Span<UInt8>,
    _ onDamage: (UInt64) throws -> Void,
    _ body: (StoredEvent, Span<UInt8>) throws -> ScanStep
  ) throws -> ScanStep {
    if let damaged = order.damaged(at: position) {
      try onDamage(damaged)
      return .next
    }
    return try read(position, value, onDamage, body)
  }

  private static func read(
    _ position: UInt64, _ value: Span<UInt8>, _ onDamage: (UInt64) throws -> Void,
    _ body: (StoredEvent, Span<UInt8>) throws -> ScanStep
  ) throws -> ScanStep {
    let read: (event: StoredEvent, start: Int)
    do throws(LogError) {
      read = try StoredEvent.read(value, at: position)
    } catch {
      try onDamage(position)
      return .next
    }
    return try body(read.event, value.extracting(read.start..<value.count))
  }
}

extension StoredEvent {
  /// Reads a row of `events`; also says where in it the event's bytes begin.
  fileprivate static func read(
    _ value: Span<UInt8>, at position: UInt64
  ) throws(LogError) -> (event: StoredEvent, start: Int) {
    let place = try EventPlace(reading: value)
    let bytes = value.extracting(place.start..<value.count)
    do throws(WireError) {
      let parts = try EventBytes(reading: bytes)
      let event = StoredEvent(
        position: position, log: place.log, tag: place.tag,
        header: try EventHeader(reading: bytes, in: parts.header), payload: parts.payload)
      return (event, place.start)
    } catch {
      throw .damaged(.event)
    }
  }
}
