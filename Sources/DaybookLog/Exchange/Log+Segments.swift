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
  /// few MiB. They come in the order in which they begin here, so that little of what one
  /// observed comes much later.
  ///
  /// - Parameters:
  ///   - noted: links that are known besides, for what follows damage.
  ///   - relaysWaiting: whether what waits here goes along, which somebody may have what it lacks
  ///     for.
  ///   - withhold: hears of events that are damaged, and of those that cannot be sent without them.
  package func segments(
    lackedBy known: LocalVector, noting noted: [ReplicaID: [UInt64: Link]] = [:],
    relaysWaiting: Bool = true, _ state: LogState, _ transaction: borrowing ReadTransaction,
    withhold: (WithheldEvents) -> Void = { _ in }, _ body: (Segment) throws -> Void
  ) throws {
    for cut in try cuts(lackedBy: known, state, transaction) {
      let record = state.logs[Int(cut.log)]
      var sound: [Segment] = []
      do {
        sound = [try segment(cut.from, cut.end, cut.log, record, state, transaction)]
      } catch LogError.damaged {
        // Without an identity nothing can be signed; the rest goes out all the same.
        let key = try? StoreIdentity(tables, transaction).key
        let parts = try SoundSegments(log: self, state: state, noted: noted, key: key)
          .segments(after: cut.from, to: cut.end, in: cut.log, transaction)
        parts.withheld.forEach(withhold)
        sound = parts.segments
      }
      for segment in sound { try body(segment) }
    }
    for (index, record) in state.logs.enumerated() {
      let from = max(known[LogNumber(index)], record.fork - 1, record.signed)
      guard from < record.head else { continue }
      var segment: Segment?
      do {
        segment = try unsigned(from, LogNumber(index), record, state, transaction)
      } catch LogError.damaged {
        withhold(WithheldEvents(replica: record.replica, sequences: from + 1...record.head))
      }
      if let segment { try body(segment) }
    }
    if relaysWaiting { try relayWaiting(transaction, body) }
  }

  /// A stretch between two signatures of one log.
  private struct Cut {
    let position: UInt64
    let log: LogNumber
    let from: UInt64
    let end: Checkpoint
  }

  private func cuts(
    lackedBy known: LocalVector, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> [Cut] {
    var cuts: [Cut] = []
    for (index, record) in state.logs.enumerated() {
      let number = LogNumber(index)
      var from = max(known[number], record.fork - 1)
      for checkpoint in try checkpoints(of: number, after: from, state, transaction) {
        // Where it is not known, that shows again when the events are read.
        let position = try position(of: from + 1, in: number, state, transaction)
        cuts.append(Cut(position: position ?? 0, log: number, from: from, end: checkpoint))
        from = checkpoint.sequence
      }
    }
    return cuts.sorted { $0.position < $1.position }
  }

  private func segment(
    _ from: UInt64, _ end: Checkpoint, _ number: LogNumber, _ record: LogRecord,
    _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> Segment {
    var segment = Segment(
      publicKey: record.publicKey, name: record.name, firstSequence: from + 1,
      previous: try link(at: from, in: number, state, transaction), events: [],
      signature: end.signature)
    try append(from + 1, end.sequence, number, to: &segment, state, transaction)
    segment.link = end.link
    return segment
  }

  /// Adds the stored bytes of a stretch of one log's own part.
  func append(
    _ first: UInt64, _ last: UInt64, _ number: LogNumber, to segment: inout Segment,
    _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws {
    try transaction.readRows(in: tables.events) { rows in
      var sequence = first
      while sequence <= last {
        guard let position = try position(of: sequence, in: number, state, transaction),
          try rows.value(
            for: Hexadecimal.inline(position).span,
            { value in
              segment.append(value.extracting(try EventPlace(reading: value).start..<value.count))
            }) != nil
        else { throw LogError.damaged(.missingEvent) }
        sequence += 1
      }
    }
  }

  /// A head without a signature of its own is followed by waiting commands up to a signed one:
  /// they go out together.
  private func unsigned(
    _ from: UInt64, _ number: LogNumber, _ record: LogRecord, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Segment? {
    var segment = Segment(
      publicKey: record.publicKey, name: record.name, firstSequence: from + 1,
      previous: try self.link(at: from, in: number, state, transaction), events: [],
      signature: [])
    try append(from + 1, record.head, number, to: &segment, state, transaction)
    var link = record.headLink
    var sequence = record.head + 1
    while let command = try waiting(after: link, record.replica, sequence, transaction) {
      let content = command.origin.content
      for event in command.events { segment.append(content.span.extracting(event.place)) }
      link = command.link
      sequence += UInt64(command.events.count)
      guard let signature = command.signature else { continue }
      segment.signature = signature
      segment.link = link
      return segment
    }
    return nil
  }

  private func waiting(
    after link: Link, _ replica: ReplicaID, _ sequence: UInt64,
    _ transaction: borrowing ReadTransaction
  ) throws -> ReceivedCommand? {
    let prefix = Hexadecimal.bytes(replica.rawValue) + Hexadecimal.bytes(sequence)
    var found: ReceivedCommand?
    try transaction.scan(tables.waiting, from: prefix, below: MetaKey.end(of: prefix)) {
      _, value in
      // What is damaged cannot be relayed.
      guard let command = try? ReceivedCommand(readingWaiting: value), command.previous == link
      else { return .next }
      found = command
      return .stop
    }
    return found
  }
}
