import DaybookEvents
package import LMDB

extension Log {
  /// Hands every applied command to `body`, in the order of application, from the one that
  /// begins at `position` on.
  ///
  /// - Returns: the position after the last command handed over.
  /// - Throws: ``LogError/damaged(_:)`` at the first event whose bytes are not what was written.
  @discardableResult
  package func scanCommands(
    from position: UInt64, _ state: LogState, _ transaction: borrowing ReadTransaction,
    _ body: (AppliedCommand) throws -> ScanStep
  ) throws -> UInt64 {
    var reading = CommandReading(self, state)
    var next = position
    try scanRows(from: position, state, transaction) { position, value in
      guard try reading.add(position: position, value, transaction) else { return .next }
      next = position + 1
      let step = try body(reading.command)
      reading.clear()
      return step
    }
    return next
  }

  /// Lends every applied event to `body` with its payload in place, from the command that begins
  /// at `position` on; a payload is nil when erased. What `body` answers counts at the end of a
  /// command.
  ///
  /// - Returns: the position after the last command lent.
  /// - Throws: As ``scanCommands(from:_:_:_:)``.
  @discardableResult
  package func scanEvents(
    from position: UInt64, _ state: LogState, _ transaction: borrowing ReadTransaction,
    _ body: (borrowing LentEvent, _ payload: Span<UInt8>?) throws -> ScanStep
  ) throws -> UInt64 {
    var reading = CommandReading(self, state)
    var next = position
    try scanRows(from: position, state, transaction) { position, value in
      guard let step = try reading.lend(position: position, value, transaction, body) else {
        return .next
      }
      next = position + 1
      return step
    }
    return next
  }

  /// Lends the row of every event, none left out.
  ///
  /// - Throws: ``LogError/damaged(_:)`` where one is missing, at the end, too.
  private func scanRows(
    from position: UInt64, _ state: LogState, _ transaction: borrowing ReadTransaction,
    _ body: (_ position: UInt64, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    var next = position
    var step = ScanStep.next
    let start = position > 1 ? Hexadecimal.bytes(position) : []
    try transaction.scan(tables.events, from: start, below: nil) {
      key, value in
      guard Self.big(key, 0..<8) == next else { throw LogError.damaged(.missingEvent) }
      step = try body(next, value)
      next += 1
      return step
    }
    if step == .next, next < state.nextPosition { throw LogError.damaged(.missingEvent) }
  }

  /// Hands the bytes of every applied event to `body`, as they are hashed, sent and kept.
  ///
  /// - Throws: ``LogError/damaged(_:)`` at the first that are not what was written.
  package func scanBytes(
    _ transaction: borrowing ReadTransaction, _ body: (Span<UInt8>) throws -> ScanStep
  ) throws {
    try transaction.scan(tables.events) { _, value in
      try body(value.extracting(try EventPlace(reading: value).start..<value.count))
    }
  }

  /// The whole command that holds an event.
  package func command(
    of event: StoredEvent, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> AppliedCommand {
    try command(
      at: event.position - (event.header.sequence - event.header.commandFirst), state, transaction)
  }

  /// The command that begins at a position.
  package func command(
    at position: UInt64, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> AppliedCommand {
    var found: AppliedCommand?
    try scanCommands(from: position, state, transaction) {
      found = $0
      return .stop
    }
    guard let found else { throw LogError.damaged(.missingEvent) }
    return found
  }

  /// The stamp of the event before a sequence in a log's chain; zero before the first.
  func stamp(
    before sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Stamp {
    guard sequence > 1 else { return Stamp(rawValue: 0) }
    let owner = state.owner(number, sequence - 1)
    guard let position = try position(of: sequence - 1, in: owner, state, transaction),
      let event = try event(at: position, transaction)
    else { throw LogError.damaged(.missingEvent) }
    return event.header.stamp
  }
}
