package import DaybookEvents
import DaybookMigrations
package import LMDB

/// What a feature wants recorded: an event without its place in the log.
package struct EventDraft: Sendable {
  /// What it records.
  package var kind: EventKind
  /// The version of the payload's shape.
  package var version: UInt32
  /// What it is about.
  package var entity: EntityID
  /// The other thing it is about.
  package var second: EntityID?
  /// The encoded payload.
  package var payload: [UInt8]
  /// When an imported fact happened elsewhere, milliseconds since 1970.
  package var occurredAt: Int64?
  /// Minutes east of UTC where it happened; nil for the writer's own.
  package var offsetMinutes: Int?

  /// Drafts an event, with a payload of today's shape unless an older version is named.
  package init(
    _ kind: EventKind, _ entity: EntityID, second: EntityID? = nil, payload: [UInt8] = [],
    occurredAt: Int64? = nil, version: UInt32? = nil
  ) {
    self.kind = kind
    self.version = version ?? Migrations.all.currentVersion(of: kind)
    self.entity = entity
    self.second = second
    self.payload = payload
    self.occurredAt = occurredAt
  }
}

/// The moment a command is written, from outside.
package struct WriteMoment: Sendable {
  /// The wall clock, milliseconds since 1970.
  package var now: Int64
  /// Minutes east of UTC.
  package var offsetMinutes: Int
  /// Random bits for the events' digests.
  package var random: any RandomNumberGenerator & Sendable
  /// Why the command is part of a longer run, if it is.
  package var reason: Batch.Reason?
  /// The first sequence of the run; nil for its first command.
  package var batchFirst: UInt64?

  /// Describes a moment.
  package init(
    now: Int64, offsetMinutes: Int, random: any RandomNumberGenerator & Sendable,
    reason: Batch.Reason? = nil, batchFirst: UInt64? = nil
  ) {
    self.now = now
    self.offsetMinutes = offsetMinutes
    self.random = random
    self.reason = reason
    self.batchFirst = batchFirst
  }
}

extension LogWriter {
  /// The most events of one command.
  package static let commandEventLimit = 4096
  /// The most bytes of payload of one command.
  package static let commandByteLimit = 3 << 20
  /// More than all but the first events of a command need for their headers.
  private static let usualHeaderByteCount = 160

  /// Appends one command to the log of `identity`, signed.
  ///
  /// - Throws: ``LogError/payloadTooLarge(bytes:)`` and ``LogError/commandTooLarge(events:bytes:)``
  ///   before anything is written; ``ClockExhausted``.
  package mutating func append(
    _ drafts: [EventDraft], as identity: StoreIdentity, at moment: inout WriteMoment,
    _ transaction: inout WriteTransaction
  ) throws -> AppliedCommand {
    try Self.checkSize(of: drafts)
    let number = ownLog(identity)
    let byteCount = drafts.reduce(0) { $0 + $1.payload.count + Self.usualHeaderByteCount }
    try cut(number, before: drafts.count, byteCount, &transaction)
    let before = state.vector
    let first = state.logs[Int(number)].head + 1
    var header = EventHeader(
      replica: identity.replica, sequence: first, stamp: state.clock.last,
      recordedAt: moment.now, offsetMinutes: moment.offsetMinutes, commandFirst: first,
      commandSize: UInt64(drafts.count),
      batch: moment.reason.map { Batch(first: moment.batchFirst ?? first, reason: $0) },
      kind: 0, version: 1, entity: EntityID(rawValue: 0), second: nil,
      observed: try changedObserved(number, first, before, &transaction), occurredAt: nil)
    let ownOffset = header.offsetMinutes
    var events: [AppliedEvent] = []
    events.reserveCapacity(drafts.count)
    var (head, event) = (WireWriter(), WireWriter())
    for draft in drafts {
      header.stamp = try state.clock.tick(now: moment.now)
      header.describe(draft)
      header.offsetMinutes = draft.offsetMinutes ?? ownOffset
      head.removeAll()
      header.encode(to: &head)
      event.removeAll()
      let link = EventBytes.append(
        to: &event, header: head.bytes.span, random: moment.random.next(),
        payload: draft.payload.span, after: state.logs[Int(number)].headLink)
      let position = try place(
        event.bytes.span, header, link: link, in: number, now: moment.now, &transaction)
      events.append(
        AppliedEvent(
          position: position, log: number, tag: link.tag, header: header, bytes: draft.payload,
          payloadPlace: draft.payload.indices))
      header.sequence += 1
      header.observed = []
    }
    try keepSignature(
      identity.key.sign(state.logs[Int(number)].headLink), of: number, &transaction)
    noteChange(of: number)
    let command = AppliedCommand(
      log: number, observed: before, isImpossible: false, events: events)
    noteErasures(of: command)
    try noteCorrections(in: command, transaction.reading)
    return command
  }

  private static func checkSize(of drafts: [EventDraft]) throws {
    var total = 0
    for draft in drafts {
      guard draft.payload.count <= EventBytes.payloadLimit else {
        throw LogError.payloadTooLarge(bytes: draft.payload.count)
      }
      total += draft.payload.count
    }
    guard !drafts.isEmpty, drafts.count <= commandEventLimit, total <= commandByteLimit else {
      throw LogError.commandTooLarge(events: drafts.count, bytes: total)
    }
  }

  /// The log this store writes, made when it writes first.
  private mutating func ownLog(_ identity: StoreIdentity) -> LogNumber {
    let own = state.numbers(of: identity.replica)
    if let number = own.last {
      state.logs[Int(number)].name = identity.name
      return number
    }
    state.logs.append(
      LogRecord(
        replica: identity.replica, publicKey: identity.key.publicKey, name: identity.name,
        parent: nil))
    return LogNumber(state.logs.count - 1)
  }

  /// What changed in the other logs since this log's last command; keeps the new vector.
  private mutating func changedObserved(
    _ number: LogNumber, _ sequence: UInt64, _ now: LocalVector,
    _ transaction: inout WriteTransaction
  ) throws -> [EventName] {
    let before = try storedObserved(by: sequence, in: number, transaction.reading)
    var changed: [EventName] = []
    var vector = before
    for (other, record) in state.logs.enumerated() where LogNumber(other) != number {
      let head = now[LogNumber(other)]
      guard record.head >= record.fork, head > before[LogNumber(other)],
        let name = record.headName
      else { continue }
      changed.append(name)
      vector.raise(LogNumber(other), to: head, in: state.logs)
    }
    guard !changed.isEmpty else { return [] }
    try storeObserved(vector, by: sequence, in: number, &transaction)
    return changed.sorted()
  }
}

extension EventHeader {
  /// Takes over what a draft says.
  fileprivate mutating func describe(_ draft: EventDraft) {
    kind = draft.kind.rawValue
    version = draft.version
    entity = draft.entity
    second = draft.second
    occurredAt = draft.occurredAt.map { Self.inTimeRange($0) }
  }
}
