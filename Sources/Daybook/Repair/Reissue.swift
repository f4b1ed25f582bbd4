import DaybookEvents
import DaybookLog
import LMDB

/// Writes events anew, under another id, that can be read but not proven any more, because events
/// before them are gone: whoever lacks those would wait for them for ever.
///
/// They say what they said, at the times they said it. They come one after the other as they
/// were applied here, so of what machines wrote at the same time the last to arrive counts.
struct Reissue {
  private let salvage: Salvage
  private let identity: StoreIdentity
  private let options: StoreOptions
  private var positions: Set<UInt64>
  /// Waiting commands that were applied in the damaged store: by replica, from which sequence on.
  private var waiting: Set<EventName> = []
  /// By the old name of an event its new one.
  private var names: [EventName: EventName] = [:]
  /// By the replica and first sequence of a batch the sequence of its first event now.
  private var batches: [BatchName: UInt64] = [:]
  /// How many events were written.
  private(set) var written: UInt64 = 0
  /// How many could not be.
  private(set) var dropped: UInt64 = 0

  private struct BatchName: Hashable {
    let replica: ReplicaID
    let first: UInt64
  }

  private struct Event {
    let header: EventHeader
    let name: EventName
    let payload: [UInt8]?
  }

  init(
    _ salvage: Salvage, _ identity: StoreIdentity, _ positions: Set<UInt64>,
    _ options: StoreOptions
  ) {
    (self.salvage, self.identity) = (salvage, identity)
    (self.positions, self.options) = (positions, options)
  }

  /// Takes what waits in the new store and did not in the old one: it observed what is gone.
  mutating func collectWaiting(
    _ tables: LogTables, _ transaction: inout WriteTransaction
  ) throws {
    let known = Set(salvage.waitingCommands.map(\.name))
    var stranded: Set<EventName> = []
    var keys: [[UInt8]] = []
    try transaction.reading.scan(tables.waiting) { key, value in
      // It was put there just now.
      guard let command = try? ReceivedCommand(readingWaiting: value) else { return .next }
      if !known.contains(command.name) {
        stranded.formUnion(command.names)
        keys.append(key.array())
      }
      return .next
    }
    guard !keys.isEmpty else { return }
    for key in keys { _ = try transaction.delete(key, in: tables.waiting) }
    try LogWriter.forgetWaiting(keys.count, tables, &transaction)
    waiting = stranded
  }

  /// Writes everything, command by command.
  mutating func write(_ environment: Environment, _ tables: LogTables) throws {
    guard !positions.isEmpty || !waiting.isEmpty else { return }
    var command: [Event] = []
    var last: (replica: ReplicaID, first: UInt64)?
    var commands: [[Event]] = []
    try salvage.forEachEvent { position, header, tag, payload in
      let name = EventName(replica: header.replica, sequence: header.sequence, tag: tag)
      guard positions.contains(position) || waiting.contains(name) else { return }
      if let last, last != (header.replica, header.commandFirst) {
        commands.append(command)
        command = []
      }
      last = (header.replica, header.commandFirst)
      command.append(Event(header: header, name: name, payload: payload))
    }
    if !command.isEmpty { commands.append(command) }
    let clock = try environment.read { try LogState(tables, $0).clock }
    self = try environment.write { transaction in
      var result = self
      var writer = try LogWriter(tables, transaction.reading)
      // The log is a new one: its stamps are those that the events had.
      writer.setClock(HybridClock())
      for command in commands { try result.write(command, &writer, &transaction) }
      writer.setClock(HybridClock(last: max(clock.last, writer.state.clock.last)))
      try writer.finish(&transaction)
      return result
    }
  }

  private mutating func write(
    _ events: [Event], _ writer: inout LogWriter, _ transaction: inout WriteTransaction
  ) throws {
    let drafted = try events.compactMap { event in
      try draft(event, writer, transaction.reading).map { (event, $0) }
    }
    dropped += UInt64(events.count - drafted.count)
    guard let header = drafted.first?.0.header else { return }
    let batch = header.batch.map { BatchName(replica: header.replica, first: $0.first) }
    var moment = WriteMoment(
      now: header.recordedAt, offsetMinutes: header.offsetMinutes, random: options.random(),
      reason: header.batch?.reason, batchFirst: batch.flatMap { batches[$0] })
    let command = try writer.append(
      drafted.map(\.1), as: identity, at: &moment, &transaction)
    for ((event, _), anew) in zip(drafted, command.events) { names[event.name] = anew.name }
    if let batch, batches[batch] == nil { batches[batch] = command.events.first?.header.sequence }
    written += UInt64(command.events.count)
  }

  /// What says the same under another id; nil of what was erased, what is of a newer program, and
  /// what is about events that are gone.
  private func draft(
    _ event: Event, _ writer: LogWriter, _ transaction: borrowing ReadTransaction
  ) throws -> EventDraft? {
    guard let kind = event.header.knownKind, var payload = event.payload else { return nil }
    switch kind {
    case .cardReviewed: payload = Self.payload(payload, naming: Review.id(of: event.name))
    case .commandUndone:
      if let note = UndoNote(reading: payload.span), let first = names[note.target.first] {
        payload =
          UndoNote(UndoTarget(first: first, isBatch: note.target.isBatch), isRedo: note.isRedo)
          .encoded
      }
    case .writesWithdrawn:
      if let said = Withdrawal(event.header, payload.span) {
        let names = names
        payload = Withdrawal(said.writes.mapValues { $0.map { names[$0] ?? $0 } }).encoded
      }
    case .clockCorrected:
      guard let said = ClockCorrection(event.header, payload.span),
        try writer.log.locate(said.first, writer.state, transaction) != nil
      else { return nil }
    default: break
    }
    var draft = EventDraft(
      kind, event.header.entity, second: event.header.second, payload: payload,
      occurredAt: event.header.occurredAt, version: event.header.version)
    draft.offsetMinutes = event.header.offsetMinutes
    return draft
  }

  /// The payload of an answer that names its review, as those do that were imported: what retracts
  /// it names that too.
  private static func payload(_ payload: [UInt8], naming review: EntityID) -> [UInt8] {
    guard payload.span.id(5) == nil else { return payload }
    var field = WireWriter()
    field.bytes(5, review.bytes)
    // Fields stand in the order of their numbers.
    var reader = WireReader(payload.span)
    var place = 0
    // What cannot be read any further stays behind.
    while let next = try? reader.next(in: payload.span), next.number < 5 { place = reader.position }
    return Array(payload[..<place]) + field.bytes + Array(payload[place...])
  }
}
