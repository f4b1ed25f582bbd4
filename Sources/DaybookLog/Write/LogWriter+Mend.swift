import DaybookEvents
import LMDB

/// Putting damaged events back, byte for byte.
///
/// > An event is put back only where the chain of the log proves that it is the one that stood
/// > there: its link leads to what follows, to the head, or to a signature.
///
/// What the views hold of it stays: it was folded when it was applied. What was erased meanwhile is
/// folded anew all the same, for a program before left it in the views where the event was damaged.
extension LogWriter {
  /// Whether a received command is applied here. Those of its events that are damaged here are put
  /// back on the way.
  mutating func isHere(
    _ command: ReceivedCommand, _ summary: inout ReceiptSummary,
    _ transaction: inout WriteTransaction
  ) throws -> Bool {
    let isLocated = try locate(command.first, transaction.reading) != nil
    for number in state.numbers(of: command.replica) {
      let record = state.logs[Int(number)]
      // What this transaction placed is sound.
      let last = min(record.head, lastApplied(in: number))
      guard command.sequence >= record.fork, command.sequence <= last else { continue }
      let damaged = try damagedEvents(of: command, in: number, upTo: last, transaction.reading)
      guard !damaged.isEmpty else { continue }
      guard let end = try lastProven(of: command, in: number, transaction.reading) else {
        continue
      }
      for event in damaged where event.header.sequence <= end {
        guard let bytes = try bytesToKeep(of: event, command, in: number, transaction.reading)
        else { continue }
        try put(bytes.kept, event, in: number, &transaction)
        summary.mendedEvents += 1
        if bytes.isErased {
          unreadErasures.append(
            UnreadErasure(
              entity: event.header.entity, others: [event.header.second].compactMap(\.self)))
        }
      }
      return true
    }
    return isLocated
  }

  /// Whether the row at the place of a received command is damaged, so that nobody can tell
  /// whether the command is the one that stood there or one of another branch.
  func isUncertain(
    _ command: ReceivedCommand, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    for number in state.numbers(of: command.replica) {
      let record = state.logs[Int(number)]
      guard command.sequence >= record.fork, command.sequence <= record.head else { continue }
      if try log.soundTag(of: command.sequence, in: number, state, transaction) == nil {
        return true
      }
    }
    return false
  }

  private func damagedEvents(
    of command: ReceivedCommand, in number: LogNumber, upTo last: UInt64,
    _ transaction: borrowing ReadTransaction
  ) throws -> [ReceivedCommand.Event] {
    try command.events.filter { event in
      try event.header.sequence <= last
        && log.soundTag(of: event.header.sequence, in: number, state, transaction) == nil
    }
  }

  /// The last of a command's events that is proven to be the one here; with it those before are.
  private func lastProven(
    of command: ReceivedCommand, in number: LogNumber, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64? {
    for event in command.events.reversed() {
      let sequence = event.header.sequence
      guard sequence <= state.logs[Int(number)].head else { continue }
      if try log.proves(event.link, at: sequence, in: number, state, transaction) {
        return sequence
      }
    }
    return nil
  }

  /// What of a received event is kept: nothing of a payload that an erasure took here. Nil where
  /// it came without its payload and nothing here says that it was erased.
  private func bytesToKeep(
    of event: ReceivedCommand.Event, _ command: ReceivedCommand, in number: LogNumber,
    _ transaction: borrowing ReadTransaction
  ) throws -> (kept: [UInt8], isErased: Bool)? {
    let isErased = try log.erases(event.header, in: number, state, transaction)
    let bytes = command.bytes(of: event)
    guard event.payload != nil else { return isErased ? (bytes, true) : nil }
    guard isErased else { return (bytes, false) }
    do {
      return try EventBytes(reading: bytes.span).erased(bytes.span).map { ($0, true) }
    } catch {
      throw LogError.damaged(.event)
    }
  }

  private func put(
    _ bytes: [UInt8], _ event: ReceivedCommand.Event, in number: LogNumber,
    _ transaction: inout WriteTransaction
  ) throws {
    guard
      let position = try log.position(
        of: event.header.sequence, in: number, state, transaction.reading)
    else { throw LogError.damaged(.missingEvent) }
    var row = WireWriter()
    EventPlace.write(log: number, tag: event.link.tag, before: bytes.span, to: &row)
    row.append(bytes)
    try transaction.put(Hexadecimal.bytes(position), row.bytes, in: log.tables.events)
  }
}
