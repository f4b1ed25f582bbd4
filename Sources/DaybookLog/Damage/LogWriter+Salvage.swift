package import DaybookEvents
package import LMDB

extension LogWriter {
  /// Takes over, into a store that was made anew, what follows from no event: the clock, how often
  /// things were folded anew, and what this machine alone knew.
  ///
  /// - Parameter isUnchanged: whether every event stands where it stood.
  package mutating func carryOver(
    _ salvage: Salvage, isUnchanged: Bool, _ transaction: inout WriteTransaction
  ) throws {
    // What cannot be read of it is worked out from the events.
    if let hot = salvage.meta[MetaKey.hot], let known = try? LogState(hot: hot.span) {
      state.clock = HybridClock(last: max(state.clock.last, known.clock.last))
      // The number of an older program may be anything: it has no check.
      state.refolds = max(state.refolds, min(known.refolds, .max >> 1)) + 1
    }
    let kept = [UInt8(ascii: "h"), UInt8(ascii: "s"), MetaKey.lossLetter]
    let placed = [UInt8(ascii: "z"), UInt8(ascii: "f")]
    for (key, value) in salvage.meta {
      guard let letter = key.first, kept.contains(letter) || isUnchanged && placed.contains(letter),
        MetaCheck.isSound(key.span, value.span)
      else { continue }
      try transaction.put(key, value, in: log.tables.meta)
    }
  }

  /// Never stamps an event of the log that this store writes before what it wrote last.
  package mutating func followOwnHead(of identity: StoreIdentity) {
    for number in state.numbers(of: identity.replica) {
      let last = max(state.clock.last, state.logs[Int(number)].headStamp)
      state.clock = HybridClock(last: last)
    }
  }

  /// Lets the clock go on from somewhere else.
  package mutating func setClock(_ clock: HybridClock) { state.clock = clock }

  /// Counts waiting commands that were taken away.
  package static func forgetWaiting(
    _ count: Int, _ tables: LogTables, _ transaction: inout WriteTransaction
  ) throws {
    var writer = try LogWriter(tables, transaction.reading)
    let waiting = writer.state.waitingCommands
    writer.state.waitingCommands = waiting - min(waiting, UInt64(count))
    try writer.finish(&transaction)
  }

  /// Signs the ends of the logs of this store that lost their signatures.
  package mutating func signHeads(
    of identity: StoreIdentity, _ transaction: inout WriteTransaction
  ) throws {
    for number in state.numbers(of: identity.replica) {
      let record = state.logs[Int(number)]
      guard record.head >= record.fork, record.signed < record.head else { continue }
      try keepSignature(identity.key.sign(record.headLink), of: number, &transaction)
      noteChange(of: number)
    }
  }
}

extension MetaKey {
  /// What the keys of accepted losses begin with.
  static let lossLetter = UInt8(ascii: "g")

  /// Events that were lost, and accepted as lost: replica and first sequence.
  package static func loss(_ replica: ReplicaID, _ first: UInt64) -> [UInt8] {
    [lossLetter] + Hexadecimal.bytes(replica.rawValue) + Hexadecimal.bytes(first)
  }
}

/// Events that nobody has any more, and that the person no longer waits for.
package struct AcceptedLoss: Equatable, Sendable {
  /// Which.
  package let events: WithheldEvents
  /// When that was accepted, milliseconds since 1970.
  package let at: Int64

  /// Describes a loss.
  package init(_ events: WithheldEvents, at: Int64) { (self.events, self.at) = (events, at) }

  /// Keeps it in the store.
  package func store(
    in meta: Table, _ transaction: inout WriteTransaction
  ) throws {
    let key = MetaKey.loss(events.replica, events.sequences.lowerBound)
    let value = MetaCheck.numbers(
      events.sequences.upperBound, UInt64(bitPattern: at), under: key)
    try transaction.put(key, value, in: meta)
  }
}

extension Log {
  /// What was lost and accepted as lost, by replica and sequence.
  package func acceptedLosses(
    _ transaction: borrowing ReadTransaction
  ) throws -> [AcceptedLoss] {
    var found: [AcceptedLoss] = []
    try transaction.scan(
      tables.meta, from: [MetaKey.lossLetter], below: MetaKey.end(of: [MetaKey.lossLetter])
    ) { key, value in
      guard MetaCheck.isSound(key, value) else { throw LogError.damaged(.logRecord) }
      let (first, last) = (Self.big(key, 9..<17), Self.big(value, 0..<8))
      guard first > 0, first <= last else { return .next }
      let events = WithheldEvents(
        replica: ReplicaID(rawValue: Self.big(key, 1..<9)), sequences: first...last)
      found.append(AcceptedLoss(events, at: Int64(bitPattern: Self.big(value, 8..<16))))
      return .next
    }
    return found
  }
}
