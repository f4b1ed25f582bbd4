package import DaybookEvents
import DaybookMigrations
package import LMDB

/// Writing to the log inside one write transaction: begin, append or receive, then finish.
///
/// Nothing is kept unless ``finish(_:)`` ran and the transaction was committed.
package struct LogWriter {
  /// How many received events one transaction best takes: enough that rewriting pages of the
  /// index and waiting for the disk are shared by many, and few enough to hold in memory.
  package static let receiveEventLimit = 32_768

  /// The log it writes to.
  package let log: Log
  /// The state as it will be after this transaction.
  package internal(set) var state: LogState
  private(set) var changedLogs: Set<LogNumber> = []
  /// What is said of clocks, of replicas of which something new was said in this transaction.
  var corrections: [ReplicaID: CorrectionRegister] = [:]
  /// Earlier events that count otherwise since this transaction; known after ``finish(_:)``.
  /// Whoever keeps views folds anew what they wrote to.
  package internal(set) var recounted: [RecountedStretch] = []
  private var index = EntityIndex()
  /// By log: what its next command observed of other logs, as far as it was looked up.
  private var observed: [LocalVector?] = []
  /// By log: the tags of the events placed in this transaction, which those that follow name.
  private var placed: [PlacedTags] = []
  /// Erasures that were applied in this transaction.
  var erasures: [Erasure] = []
  /// The events that lost their payloads to them, as they were before.
  package internal(set) var erasedEvents: [AppliedEvent] = []
  /// The things of which it was damaged events that lost them, or were put back without them.
  package internal(set) var unreadErasures: [UnreadErasure] = []
  /// Commands that cannot be folded here, since what they fold anew is damaged: they wait.
  package var unfoldable: Set<EventName> = []
  /// Commands that were applied in this transaction without payloads, before an erasure was.
  var unproven: [UnprovenErasure] = []
  /// Whether a command that comes without payloads may be applied before the erasure that
  /// covers it, since both will be in this transaction.
  package var trustsErasures = ErasureTrust.none
  /// What is written before an event; kept for its room.
  private var scratch = WireWriter()
  private let before: LogState

  /// Starts from what the store holds, or from its state as it was read in this transaction.
  ///
  /// - Throws: ``LogError/newerStore(format:)`` when a newer program has written to it meanwhile.
  package init(
    _ tables: LogTables, state known: LogState? = nil, _ transaction: borrowing ReadTransaction
  ) throws {
    try StoreFormat.checkWritable(tables, transaction)
    log = Log(tables: tables)
    state = try known ?? LogState(tables, transaction)
    before = state
  }

  /// Writes index keys in order, changed logs, clock and counters, and drops what erasures name;
  /// nothing where nothing changed, so that a merge without news costs no commit.
  package mutating func finish(_ transaction: inout WriteTransaction) throws {
    guard state != before || !erasures.isEmpty || !corrections.isEmpty else { return }
    try index.write(to: log.tables.entity, &transaction)
    try dropErased(&transaction)
    if !corrections.isEmpty || state.refolds > 0 { try settleCorrections(&transaction) }
    for number in changedLogs.sorted() {
      try transaction.put(
        MetaKey.log(number), state.logs[Int(number)].encoded(), in: log.tables.meta)
    }
    changedLogs.removeAll()
    try transaction.put(MetaKey.hot, state.encodedHot(), in: log.tables.meta)
  }

  /// What the command that begins at `sequence`, the next of a log, observed of other logs.
  mutating func storedObserved(
    by sequence: UInt64, in number: LogNumber, _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    if Int(number) < observed.count, let known = observed[Int(number)] { return known }
    let vector = try log.storedObserved(by: sequence, in: number, state, transaction)
    remember(vector, for: number)
    return vector
  }

  /// The log in which the named event lies; nil when it is not applied. Knows what this
  /// transaction has placed without reading it.
  func locate(
    _ name: EventName, _ transaction: borrowing ReadTransaction
  ) throws -> LogNumber? {
    for (number, tags) in placed.enumerated()
    where tags[name.sequence] == name.tag && state.logs[number].replica == name.replica {
      return LogNumber(number)
    }
    return try log.locate(name, state, transaction)
  }

  /// Keeps what a command observed of other logs, where that changed.
  mutating func storeObserved(
    _ vector: LocalVector, by sequence: UInt64, in number: LogNumber,
    _ transaction: inout WriteTransaction
  ) throws {
    let value = vector.encoded()
    try transaction.put(
      MetaCheck.observed(number, sequence, of: value), value, in: log.tables.meta)
    remember(vector, for: number)
  }

  private mutating func remember(_ vector: LocalVector, for number: LogNumber) {
    while observed.count <= Int(number) { observed.append(nil) }
    observed[Int(number)] = vector
  }

  /// Puts one event at the end of the log and of its own log. The caller has placed it.
  ///
  /// - Returns: its position.
  mutating func place(
    _ bytes: Span<UInt8>, _ header: EventHeader, link: Link, in number: LogNumber, now: Int64,
    _ transaction: inout WriteTransaction
  ) throws -> UInt64 {
    let position = state.nextPosition
    scratch.removeAll()
    EventPlace.write(log: number, tag: link.tag, before: bytes, to: &scratch)
    try transaction.append(
      Hexadecimal.inline(position).span, scratch.bytes.span, bytes, in: log.tables.events)
    index.add(header.entity, position)
    if let second = header.second { index.add(second, position) }
    if !Migrations.all.canRead(kind: header.kind, version: header.version) {
      state.unknownEvents += 1
    }
    // Rows that earlier events wrote to are folded anew: builds that passed those begin again.
    if header.kind == EventKind.writesWithdrawn.rawValue { state.refolds += 1 }
    if HybridClock.isFuture(header.stamp, now: now) {
      try transaction.put(MetaKey.future(header.stamp, position), [], in: log.tables.meta)
    }
    try extendRun(number, header.sequence, position, &transaction)
    state.leastStamp = LeastStamps.including(header, at: position, state.leastStamp)
    if LeastStamps.endsStretch(position) {
      try LeastStamps.store(
        state.leastStamp, endingAt: position, in: log.tables.meta, &transaction)
    }
    state.nextPosition += 1
    state.logs[Int(number)].advance(to: header, link: link, byteCount: bytes.count)
    while placed.count < state.logs.count { placed.append(PlacedTags()) }
    placed[Int(number)].append(link.tag, of: header.sequence)
    return position
  }

  private mutating func extendRun(
    _ number: LogNumber, _ sequence: UInt64, _ position: UInt64,
    _ transaction: inout WriteTransaction
  ) throws {
    let first = state.logs[Int(number)].runFirst
    let start = state.logs[Int(number)].runPosition
    if first > 0 {
      if position == start + (sequence - first) { return }
      let (key, count) = (MetaKey.run(number, first), state.logs[Int(number)].head - first + 1)
      try transaction.put(
        key, MetaCheck.numbers(start, count, under: key), in: log.tables.meta)
    }
    state.logs[Int(number)].runFirst = sequence
    state.logs[Int(number)].runPosition = position
  }

  /// The last sequence of a log that was applied before this transaction.
  func lastApplied(in number: LogNumber) -> UInt64 {
    Int(number) < before.logs.count ? before.logs[Int(number)].head : 0
  }

  /// Notes that the record of a log has changed.
  mutating func noteChange(of number: LogNumber) { changedLogs.insert(number) }

  /// Keeps a signature over the head of a log, as a checkpoint when enough was written since the
  /// last one.
  mutating func keepSignature(
    _ signature: [UInt8], of number: LogNumber, _ transaction: inout WriteTransaction
  ) throws {
    var record = state.logs[Int(number)]
    record.signed = record.head
    record.signedLink = record.headLink
    record.signature = signature
    if record.eventsSinceCheckpoint >= Checkpoint.everyEvents
      || record.bytesSinceCheckpoint >= Checkpoint.everyBytes
    {
      try keepCheckpoint(number, &record, &transaction)
    }
    state.logs[Int(number)] = record
  }

  /// The most bytes of events between two checkpoints, so that a segment has room for what it says
  /// besides.
  private static let stretchByteLimit = UInt64(
    Segment.byteLimit - 5 * Segment.eventLimit - (1 << 10))

  /// Keeps the signature over the head of a log as a checkpoint, where a command that is about to
  /// follow would make the stretch since the last one longer than a segment may be.
  ///
  /// - Parameter byteCount: of its events.
  mutating func cut(
    _ number: LogNumber, before eventCount: Int, _ byteCount: Int,
    _ transaction: inout WriteTransaction
  ) throws {
    var record = state.logs[Int(number)]
    let isTooLong =
      record.eventsSinceCheckpoint + UInt64(eventCount) > UInt64(Segment.eventLimit)
      || record.bytesSinceCheckpoint + UInt64(byteCount) > Self.stretchByteLimit
    guard isTooLong, record.eventsSinceCheckpoint > 0, record.signed == record.head else { return }
    try keepCheckpoint(number, &record, &transaction)
    state.logs[Int(number)] = record
  }

  private func keepCheckpoint(
    _ number: LogNumber, _ record: inout LogRecord, _ transaction: inout WriteTransaction
  ) throws {
    try transaction.put(
      MetaKey.checkpoint(number, record.head), record.headLink.bytes + record.signature,
      in: log.tables.meta)
    record.eventsSinceCheckpoint = 0
    record.bytesSinceCheckpoint = 0
  }
}

/// The tags of the events of one log that were placed one after the other.
private struct PlacedTags {
  private var first: UInt64 = 0
  private var tags: [UInt64] = []

  mutating func append(_ tag: UInt64, of sequence: UInt64) {
    if tags.isEmpty { first = sequence }
    tags.append(tag)
  }

  subscript(_ sequence: UInt64) -> UInt64? {
    guard sequence >= first, sequence - first < UInt64(tags.count) else { return nil }
    return tags[Int(sequence - first)]
  }
}
