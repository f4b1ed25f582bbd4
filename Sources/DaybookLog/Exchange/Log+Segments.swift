package import DaybookEvents
package import LMDB

extension Log {
  /// How far a peer holds each log, from the heads it names: those it shares with this store.
  /// A peer that names a head this store does not know is ahead there, or on another branch.
  package func known(
    to heads: [EventName], _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    var known = LocalVector()
    for name in heads {
      if let number = try locate(name, state, transaction) {
        known.raise(number, to: name.sequence, in: state.logs)
      }
    }
    return known
  }

  /// Hands over everything a peer lacks as segments, what waits here included, each at most a
  /// few MiB; what a log observed may come in a later segment.
  package func segments(
    lackedBy known: LocalVector, _ state: LogState, _ transaction: borrowing ReadTransaction,
    _ body: (Segment) throws -> Void
  ) throws {
    for (index, record) in state.logs.enumerated() {
      let number = LogNumber(index)
      var from = max(known[number], record.fork - 1)
      for checkpoint in try checkpoints(of: number, after: from, state, transaction) {
        try body(try segment(from, checkpoint, number, record, state, transaction))
        from = checkpoint.sequence
      }
      if from < record.head {
        try relayUnsigned(from, number, record, state, transaction, body)
      }
    }
    try relayWaiting(transaction, body)
  }

  private func segment(
    _ from: UInt64, _ end: Checkpoint, _ number: LogNumber, _ record: LogRecord,
    _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> Segment {
    Segment(
      publicKey: record.publicKey, name: record.name, firstSequence: from + 1,
      previous: try link(at: from, in: number, state, transaction),
      events: try rawEvents(from + 1, end.sequence, number, state, transaction),
      signature: end.signature)
  }

  /// The stored bytes of a stretch of one log's own part.
  func rawEvents(
    _ first: UInt64, _ last: UInt64, _ number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> [[UInt8]] {
    var events: [[UInt8]] = []
    var sequence = first
    while sequence <= last {
      guard let position = try position(of: sequence, in: number, state, transaction),
        let bytes = try transaction.value(
          in: tables.events, for: Hexadecimal.bytes(position),
          { value in
            value.array(try EventPlace(reading: value).start..<value.count)
          })
      else { throw LogError.damaged(.missingEvent) }
      events.append(bytes)
      sequence += 1
    }
    return events
  }

  /// A head without a signature of its own is followed by waiting commands up to a signed one:
  /// they go out together.
  private func relayUnsigned(
    _ from: UInt64, _ number: LogNumber, _ record: LogRecord, _ state: LogState,
    _ transaction: borrowing ReadTransaction, _ body: (Segment) throws -> Void
  ) throws {
    var events = try rawEvents(from + 1, record.head, number, state, transaction)
    var link = record.headLink
    var sequence = record.head + 1
    while let command = try waiting(after: link, record.replica, sequence, transaction) {
      events += command.events.map(\.bytes)
      link = command.link
      sequence += UInt64(command.events.count)
      guard let signature = command.signature else { continue }
      try body(
        Segment(
          publicKey: record.publicKey, name: record.name, firstSequence: from + 1,
          previous: try self.link(at: from, in: number, state, transaction), events: events,
          signature: signature))
      return
    }
  }

  private func waiting(
    after link: Link, _ replica: ReplicaID, _ sequence: UInt64,
    _ transaction: borrowing ReadTransaction
  ) throws -> ReceivedCommand? {
    let prefix = Hexadecimal.bytes(replica.rawValue) + Hexadecimal.bytes(sequence)
    var found: ReceivedCommand?
    try transaction.scan(tables.waiting, from: prefix, below: MetaKey.end(of: prefix)) {
      _, value in
      let command = try ReceivedCommand(readingWaiting: value)
      guard command.previous == link else { return .next }
      found = command
      return .stop
    }
    return found
  }
}
