package import DaybookEvents
import LMDB

/// What became of commands that were received.
package struct ReceiptSummary: Equatable, Sendable {
  /// Commands and events seen, held already or not.
  package var receivedEvents = 0
  /// Events applied now, those that had waited included.
  package var appliedEvents = 0
  /// Events that were here already.
  package var duplicateEvents = 0
  /// Events that were damaged here and are as they were written again.
  package var mendedEvents = 0
  /// Commands that now wait for what they observed.
  package var newlyWaiting = 0
  /// Replicas whose commands were applied or kept.
  package var replicas: Set<ReplicaID> = []

  private var lastReplica: ReplicaID?

  /// Nothing received.
  package init() {}

  fileprivate mutating func note(_ replica: ReplicaID) {
    guard replica != lastReplica else { return }
    lastReplica = replica
    replicas.insert(replica)
  }
}

extension LogWriter {
  /// Applies a received command if everything it observed is applied.
  mutating func attempt(
    _ command: ReceivedCommand, now: Int64, _ summary: inout ReceiptSummary,
    _ transaction: inout WriteTransaction
  ) throws -> Attempt {
    if try isHere(command, &summary, &transaction) {
      summary.receivedEvents += command.events.count
      summary.duplicateEvents += command.events.count
      try keepLateSignature(of: command, &transaction)
      return .held
    }
    let attempt = try apply(command, now: now, &transaction)
    if case .applied = attempt {
      summary.receivedEvents += command.events.count
      summary.appliedEvents += command.events.count
      summary.note(command.replica)
    }
    return attempt
  }

  /// Stores a received command until what it observed is applied.
  mutating func keepWaiting(
    _ command: ReceivedCommand, _ summary: inout ReceiptSummary,
    _ transaction: inout WriteTransaction
  ) throws {
    summary.receivedEvents += command.events.count
    let known = try waiting(command.waitingKey, transaction.reading)
    if known == nil,
      try !transaction.reading.contains(command.waitingKey, in: log.tables.waiting)
    {
      state.waitingCommands += 1
      summary.newlyWaiting += 1
      summary.note(command.replica)
    } else {
      summary.duplicateEvents += command.events.count
    }
    // What waits already is written again only where this copy completes it.
    guard let kept = known.map({ $0.completed(by: command) }) ?? command else { return }
    try transaction.put(kept.waitingKey, kept.encodedWaiting(), in: log.tables.waiting)
  }

  /// A signature for a head that came without one, such as after a half-applied segment.
  private mutating func keepLateSignature(
    of command: ReceivedCommand, _ transaction: inout WriteTransaction
  ) throws {
    guard let signature = command.signature else { return }
    for number in state.numbers(of: command.replica) {
      let record = state.logs[Int(number)]
      if record.headLink == command.link, record.signed < record.head {
        try keepSignature(signature, of: number, &transaction)
        noteChange(of: number)
      }
    }
  }

  /// What became of one command that was tried.
  enum Attempt {
    case applied(AppliedCommand)
    /// It was in the log before.
    case held
    /// An event it was written on top of is not applied; nil where its payload is what lacks, or
    /// what it would fold anew is damaged.
    case waits(for: EventName?)
  }

  /// Applies a command whose payloads, predecessor and observed heads are all here, or one whose
  /// payloads an erasure in the same transaction will be found to have taken.
  mutating func apply(
    _ command: ReceivedCommand, now: Int64, _ transaction: inout WriteTransaction
  ) throws -> Attempt {
    guard !command.isErased || trustsErasures.covers(command.first),
      !unfoldable.contains(command.first)
    else { return .waits(for: nil) }
    guard let base = try base(of: command, transaction.reading) else {
      return .waits(for: command.before)
    }
    if !base.isHead, try isUncertain(command, transaction.reading) { return .waits(for: nil) }
    var seen: [(LogNumber, UInt64)] = []
    for name in command.header.observed {
      guard let number = try locate(name, transaction.reading) else {
        return .waits(for: name)
      }
      seen.append((number, name.sequence))
    }
    let number = open(base, for: command)
    let byteCount = command.events.reduce(0) { $0 + $1.place.count }
    try cut(number, before: command.events.count, byteCount, &transaction)
    let sequence = command.sequence
    var observed = try storedObserved(by: sequence, in: number, transaction.reading)
    if !seen.isEmpty {
      for (other, head) in seen { observed.raise(other, to: head, in: state.logs) }
      try storeObserved(observed, by: sequence, in: number, &transaction)
    }
    var applied = AppliedCommand(
      log: number, observed: observed.raised(number, to: sequence - 1, in: state.logs),
      isImpossible: false, events: try place(command, in: number, now: now, &transaction))
    applied.isImpossible = applied.areStampsFalling(after: base.stamp)
    if applied.isImpossible { state.impossibleEvents += UInt64(command.events.count) }
    noteErasures(of: applied)
    if command.isErased { noteUnproven(applied) }
    if let signature = command.signature {
      try keepSignature(signature, of: number, &transaction)
    }
    noteChange(of: number)
    try noteCorrections(in: applied, transaction.reading)
    return .applied(applied)
  }

  private mutating func place(
    _ command: ReceivedCommand, in number: LogNumber, now: Int64,
    _ transaction: inout WriteTransaction
  ) throws -> [AppliedEvent] {
    let content = command.origin.content
    var events: [AppliedEvent] = []
    events.reserveCapacity(command.events.count)
    for event in command.events {
      let position = try place(
        content.span.extracting(event.place), event.header, link: event.link, in: number, now: now,
        &transaction)
      events.append(
        AppliedEvent(
          position: position, log: number, tag: event.link.tag, header: event.header,
          bytes: content, payloadPlace: event.payload))
      state.clock.observe(event.header.stamp, now: now)
    }
    return events
  }
}
