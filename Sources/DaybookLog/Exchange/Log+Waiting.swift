package import DaybookEvents
package import LMDB

extension Log {
  /// For the last event of each command that waits here, the event before that command in its log.
  ///
  /// - Complexity: O(*n*) in what waits.
  package func waitingEnds(
    _ transaction: borrowing ReadTransaction
  ) throws -> [EventName: EventName] {
    var ends: [EventName: EventName] = [:]
    try transaction.scan(tables.waiting) { _, value in
      // What is damaged must come again.
      guard let command = try? ReceivedCommand(readingWaiting: value) else { return .next }
      let last = command.sequence + UInt64(command.events.count) - 1
      let name = EventName(replica: command.replica, sequence: last, tag: command.link.tag)
      ends[name] = EventName(
        replica: command.replica, sequence: command.sequence - 1, tag: command.previous.tag)
      return .next
    }
    return ends
  }

  /// A waiting command among others: enough to walk its log without holding its events.
  private struct WaitingPlace {
    let key: [UInt8]
    let previous: Link
    let isSigned: Bool
  }

  /// Waiting commands by themselves, as far as a signature vouches for them: for each signed one
  /// those that lead to it, in any branch of its log, back to an earlier signature.
  func relayWaiting(
    _ transaction: borrowing ReadTransaction, _ body: (Segment) throws -> Void
  ) throws {
    var places: [Link: WaitingPlace] = [:]
    var signed: [Link] = []
    try transaction.scan(tables.waiting) { key, value in
      // What is damaged cannot be relayed.
      guard let command = try? ReceivedCommand(readingWaiting: value) else { return .next }
      let isSigned = command.signature != nil
      places[command.link] = WaitingPlace(
        key: key.array(), previous: command.previous, isSigned: isSigned)
      if isSigned { signed.append(command.link) }
      return .next
    }
    for end in signed {
      var stretch: [ReceivedCommand] = []
      var link = end
      while let place = places[link], link == end || !place.isSigned,
        let command = try transaction.value(
          in: tables.waiting, for: place.key, { try ReceivedCommand(readingWaiting: $0) })
      {
        stretch.append(command)
        link = place.previous
      }
      stretch.reverse()
      guard let last = stretch.last, let signature = last.signature else { continue }
      try body(
        Segment(
          publicKey: last.origin.publicKey, name: last.origin.name,
          firstSequence: stretch[0].sequence, previous: stretch[0].previous,
          events: stretch.flatMap { command in command.events.map(command.bytes) },
          signature: signature))
    }
  }
}
