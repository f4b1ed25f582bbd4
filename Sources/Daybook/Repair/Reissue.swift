import DaybookEvents
import DaybookLog
import LMDB

/// Writes events anew, under another id, that can be read but not proven any more, because events
/// before them are gone: whoever lacks those would wait for them for ever.
///
/// They say what they said, at the times they said it. They come one after the other as they
/// were applied here, so of what machines wrote at the same time the last to arrive counts.
/// Written while the damaged store is gone through, some at a time: what is in memory is bounded,
/// but for a name for each.
struct Reissue {
  private static let batchEventCount = 8_192
  private static let batchByteCount = 8 << 20

  private let salvage: Salvage
  private let identity: StoreIdentity
  private let options: StoreOptions
  private var positions: Set<UInt64>
  /// Waiting commands that were applied in the damaged store: by replica, from which sequence on.
  private var waiting: Set<EventName> = []
  /// By the old name of an event its new one.
  private var names: [EventName: EventName] = [:]
  /// The same of what the transaction has written that is open.
  private var fresh: [EventName: EventName] = [:]
  /// By the replica and first sequence of a batch the sequence of its first event now.
  private var batches: [BatchName: UInt64] = [:]
  /// How many events were written.
  private(set) var written: UInt64 = 0
  /// How many could not be.
  private(set) var dropped: UInt64 = 0
  /// How many there was nothing to write of, for they had been erased.
  private(set) var erased: UInt64 = 0

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
    // The log is a new one: its stamps are those that the events had.
    let clock = try Self.setClock(environment, tables) { _ in HybridClock() }
    var commands: [[Event]] = []
    var (events, bytes) = (0, 0)
    let salvage = salvage
    try salvage.forEachEvent { position, header, tag, payload in
      let name = EventName(replica: header.replica, sequence: header.sequence, tag: tag)
      guard positions.contains(position) || waiting.contains(name) else { return }
      let event = Event(header: header, name: name, payload: payload)
      (events, bytes) = (events + 1, bytes + (payload?.count ?? 0))
      if let last = commands.last?.last?.header, last.replica == header.replica,
        last.commandFirst == header.commandFirst
      {
        commands[commands.count - 1].append(event)
        return
      }
      if events > Self.batchEventCount || bytes > Self.batchByteCount {
        try write(commands, environment, tables)
        (commands, events, bytes) = ([], 1, payload?.count ?? 0)
      }
      commands.append([event])
    }
    try write(commands, environment, tables)
    _ = try Self.setClock(environment, tables) { HybridClock(last: max(clock.last, $0.last)) }
  }

  /// Lets the clock go on from somewhere else.
  ///
  /// - Returns: the clock as it was.
  private static func setClock(
    _ environment: Environment, _ tables: LogTables, _ next: (HybridClock) -> HybridClock
  ) throws -> HybridClock {
    try environment.write { transaction in
      var writer = try LogWriter(tables, transaction.reading)
      let clock = writer.state.clock
      writer.setClock(next(clock))
      try writer.finish(&transaction)
      return clock
    }
  }

  private mutating func write(
    _ commands: [[Event]], _ environment: Environment, _ tables: LogTables
  ) throws {
    self = try environment.write { transaction in
      var result = self
      var writer = try LogWriter(tables, transaction.reading)
      for command in commands { try result.write(command, &writer, &transaction) }
      try writer.finish(&transaction)
      return result
    }
    names.merge(fresh) { $1 }
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func write(
    _ events: [Event], _ writer: inout LogWriter, _ transaction: inout WriteTransaction
  ) throws {
    let drafted = try events.compactMap { event in
      try draft(event, writer, transaction.reading).map { (event, $0) }
    }
    let blank = events.count { $0.payload == nil }
    erased += UInt64(blank)
    dropped += UInt64(events.count - drafted.count - blank)
    guard let header = drafted.first?.0.header else { return }
    let batch = header.batch.map { BatchName(replica: header.replica, first: $0.first) }
    var moment = WriteMoment(
      now: header.recordedAt, offsetMinutes: header.offsetMinutes, random: options.random(),
      reason: header.batch?.reason, batchFirst: batch.flatMap { batches[$0] })
    let command = try writer.append(
      drafted.map(\.1), as: identity, at: &moment, &transaction)
    for ((event, _), anew) in zip(drafted, command.events) { fresh[event.name] = anew.name }
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
      if let note = UndoNote(reading: payload.span),
        let target = try renamed(note.target, writer, transaction)
      {
        payload = UndoNote(target, isRedo: note.isRedo).encoded
      }
    case .writesWithdrawn:
      if let said = Withdrawal(event.header, payload.span) {
        payload = Withdrawal(said.writes.mapValues { $0.map { name(of: $0) ?? $0 } }).encoded
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

  /// The new name of an event that has one.
  private func name(of event: EventName) -> EventName? { fresh[event] ?? names[event] }

  /// What is taken back, by the names that its events have now; nil where none has a new one.
  private func renamed(
    _ target: UndoTarget, _ writer: LogWriter, _ transaction: borrowing ReadTransaction
  ) throws -> UndoTarget? {
    guard target.isMerge else {
      return name(of: target.first).map { UndoTarget(first: $0, isBatch: target.isBatch) }
    }
    let stretches = target.stretches.map { (whole: $0, parts: parts(of: $0)) }
    guard stretches.contains(where: { !$0.parts.isEmpty }) else { return nil }
    return UndoTarget(
      merged: try stretches.flatMap { stretch in
        try (kept(of: stretch.whole, writer, transaction).map { [$0] } ?? []) + stretch.parts
      })
  }

  /// The events of a stretch that have new names, as far as they follow each other.
  private func parts(of stretch: UndoTarget.Stretch) -> [UndoTarget.Stretch] {
    let old = stretch.first.sequence...max(stretch.first.sequence, stretch.last.sequence)
    let known = [names, fresh].flatMap { names in
      names.filter { $0.key.replica == stretch.first.replica && old.contains($0.key.sequence) }
        .values
    }
    var parts: [UndoTarget.Stretch] = []
    for name in known.sorted() {
      if let last = parts.last, last.last.sequence + 1 == name.sequence {
        parts[parts.count - 1] = UndoTarget.Stretch(first: last.first, last: name)
      } else {
        parts.append(UndoTarget.Stretch(first: name, last: name))
      }
    }
    return parts
  }

  /// The events of a stretch that are in their log still: those before what is gone.
  private func kept(
    of stretch: UndoTarget.Stretch, _ writer: LogWriter, _ transaction: borrowing ReadTransaction
  ) throws -> UndoTarget.Stretch? {
    let (log, state) = (writer.log, writer.state)
    if try log.locate(stretch.last, state, transaction) != nil { return stretch }
    guard let owner = try log.locate(stretch.first, state, transaction) else { return nil }
    let numbers = state.numbers(of: stretch.first.replica).filter {
      state.owner($0, stretch.first.sequence) == owner
        && state.logs[Int($0)].head < stretch.last.sequence
    }
    let last = numbers.compactMap { state.logs[Int($0)].headName }.max()
    return last.map { UndoTarget.Stretch(first: stretch.first, last: $0) }
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
