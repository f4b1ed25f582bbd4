package import DaybookEvents
package import LMDB

/// Writing to the log inside one write transaction: begin, append or receive, then finish.
///
/// Nothing is kept unless ``finish(_:)`` ran and the transaction was committed.
package struct LogWriter {
  /// The log it writes to.
  package let log: Log
  /// The state as it will be after this transaction.
  package internal(set) var state: LogState
  var changedLogs: Set<LogNumber> = []
  private var entityKeys: [[UInt8]] = []
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

  /// Writes index keys in order, changed logs, clock and counters; nothing where nothing changed,
  /// so that a merge without news costs no commit.
  package mutating func finish(_ transaction: inout WriteTransaction) throws {
    guard state != before else { return }
    entityKeys.sort { $0.lexicographicallyPrecedes($1) }
    for key in entityKeys { try transaction.put(key, [], in: log.tables.entity) }
    entityKeys.removeAll()
    for number in changedLogs.sorted() {
      try transaction.put(
        MetaKey.log(number), state.logs[Int(number)].encoded(), in: log.tables.meta)
    }
    changedLogs.removeAll()
    try transaction.put(MetaKey.hot, state.encodedHot(), in: log.tables.meta)
  }

  /// Puts one event at the end of the log and of its own log. The caller has placed it.
  mutating func place(
    _ bytes: [UInt8], _ header: EventHeader, payload: [UInt8]?, link: Link, in number: LogNumber,
    now: Int64, _ transaction: inout WriteTransaction
  ) throws -> AppliedEvent {
    let position = state.nextPosition
    try transaction.append(
      Hexadecimal.bytes(position),
      EventPlace.value(log: number, tag: link.tag, bytes: bytes), in: log.tables.events)
    entityKeys.append(header.entity.key + Hexadecimal.bytes(position))
    if let second = header.second { entityKeys.append(second.key + Hexadecimal.bytes(position)) }
    if header.knownKind == nil { state.unknownEvents += 1 }
    if HybridClock.isFuture(header.stamp, now: now) {
      try transaction.put(MetaKey.future(header.stamp, position), [], in: log.tables.meta)
    }
    try extendRun(number, header.sequence, position, &transaction)
    state.nextPosition += 1
    state.logs[Int(number)].head = header.sequence
    state.logs[Int(number)].headLink = link
    state.logs[Int(number)].headStamp = header.stamp
    state.logs[Int(number)].eventsSinceCheckpoint += 1
    state.logs[Int(number)].bytesSinceCheckpoint += UInt64(bytes.count)
    changedLogs.insert(number)
    return AppliedEvent(
      position: position, log: number, tag: link.tag, header: header, payload: payload)
  }

  private mutating func extendRun(
    _ number: LogNumber, _ sequence: UInt64, _ position: UInt64,
    _ transaction: inout WriteTransaction
  ) throws {
    let record = state.logs[Int(number)]
    let isOpen = record.runFirst > 0
    if isOpen, position == record.runPosition + (sequence - record.runFirst) { return }
    if isOpen {
      try transaction.put(
        MetaKey.run(number, record.runFirst),
        Hexadecimal.bytes(record.runPosition)
          + Hexadecimal.bytes(record.head - record.runFirst + 1), in: log.tables.meta)
    }
    state.logs[Int(number)].runFirst = sequence
    state.logs[Int(number)].runPosition = position
  }

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
      try transaction.put(
        MetaKey.checkpoint(number, record.head), record.headLink.bytes + signature,
        in: log.tables.meta)
      record.eventsSinceCheckpoint = 0
      record.bytesSinceCheckpoint = 0
    }
    state.logs[Int(number)] = record
    changedLogs.insert(number)
  }
}

/// A link and the signature over it, kept inside a log so that it can be cut there.
package struct Checkpoint: Equatable, Sendable {
  static let everyEvents: UInt64 = 1024
  static let everyBytes: UInt64 = 1 << 20

  /// The sequence of the event it stands after.
  package let sequence: UInt64
  /// The link there.
  package let link: Link
  /// The writer's signature over the link.
  package let signature: [UInt8]
}
