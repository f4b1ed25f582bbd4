import DaybookEvents
package import DaybookLog
package import LMDB

extension ViewBatch {
  /// How many recounted events are folded anew at once: their rows lie in memory.
  private static let recountLimit: UInt64 = 100_000

  /// Folds what a transaction brought to the log, folds anew what earlier events wrote that were
  /// erased or withdrawn or count otherwise since, and writes it all. Builds that may hold what was
  /// erased are stopped, and contents of files that it named are listed to go.
  ///
  /// - Parameters:
  ///   - commands: those that were appended.
  ///   - writer: what wrote them, finished.
  /// - Throws: ``LogError/damaged(_:)`` where an event is that something is to be folded anew of;
  ///   ``unfoldable(among:_:_:)`` tells which commands are to blame.
  package mutating func post(
    _ commands: [AppliedCommand], _ writer: LogWriter, registry meta: Table,
    _ transaction: inout WriteTransaction
  ) throws {
    if !writer.erasedEvents.isEmpty || !writer.unreadErasures.isEmpty {
      try BuildClaim.revokeAll(writer.log.tables, &transaction)
      try DerivedTable.removeAll(&transaction)
      try DroppedMedia.note(writer.erasedEvents, in: meta, &transaction)
      let contents = try contentsNamed(in: writer.unreadErasures, transaction.reading)
      try DroppedMedia.note(contents, in: meta, &transaction)
    }
    var known = Self.rowsWithdrawn(by: commands)
    for event in writer.erasedEvents { known.formUnion(Reducer.writes(of: event).map(\.row)) }
    known.formUnion(try rowsErasedUnread(in: writer, by: commands, transaction.reading))
    let recounted = writer.recounted.reduce(0) { $0 + UInt64($1.sequences.count) }
    let count = recounted / Self.recountLimit + 1
    for index in 0..<count {
      share = RowShare(index: index, count: count)
      refolded = []
      var rows = try rowsWritten(in: writer.recounted, of: writer.log, transaction.reading)
      rows.formUnion(known)
      if !rows.isEmpty { try refold(rows, of: writer.log, transaction.reading) }
      for command in commands { try fold(command, transaction.reading) }
      try flush(registry: index + 1 == count ? meta : nil, &transaction)
    }
  }

  /// Which of the commands that a transaction appended cannot be folded, because an event is
  /// damaged of which they say that something is to be folded anew: until it is as it was, nobody
  /// can tell what that comes to without it.
  ///
  /// - Parameter writer: what wrote them; damage may have kept it from finishing.
  package func unfoldable(
    among commands: [AppliedCommand], _ writer: LogWriter,
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<EventName> {
    var found: Set<EventName> = []
    for command in commands {
      guard let first = command.events.first?.name else { continue }
      let erased = command.erasedThings
      let replicas = command.correctedReplicas
      var trial = self
      do {
        var rows = Self.rowsWithdrawn(by: [command])
        for event in writer.erasedEvents where erased.contains(event.header.entity) {
          rows.formUnion(Reducer.writes(of: event).map(\.row))
        }
        for unread in writer.unreadErasures where erased.contains(unread.entity) {
          rows.formUnion(try trial.rows(of: unread, transaction))
        }
        let stretches = writer.recounted.filter {
          replicas.contains(state.logs[Int($0.log)].replica)
        }
        rows.formUnion(try rowsWritten(in: stretches, of: writer.log, transaction))
        if !rows.isEmpty { try trial.refold(rows, of: writer.log, transaction) }
        if !replicas.isDisjoint(with: writer.unsettledReplicas) { found.insert(first) }
      } catch LogError.damaged {
        found.insert(first)
      }
    }
    return found
  }

  /// The rows in which commands say that earlier writes count no more.
  private static func rowsWithdrawn(by commands: [AppliedCommand]) -> Set<RowKey> {
    var rows: Set<RowKey> = []
    for event in commands.lazy.flatMap(\.events)
    where event.header.knownKind == .writesWithdrawn {
      let said = event.withPayload { Withdrawal(event.header, $0) } ?? nil
      if let said { rows.formUnion(said.writes.keys.map(\.row)) }
    }
    return rows
  }

  /// The rows that events wrote to which count otherwise since. One that is damaged wrote to none
  /// where all that it is about was erased.
  private func rowsWritten(
    in stretches: [RecountedStretch], of log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> Set<RowKey> {
    var rows: Set<RowKey> = []
    var writes = EventWrites()
    for stretch in stretches {
      for sequence in stretch.sequences {
        guard
          let position = try log.position(of: sequence, in: stretch.log, state, transaction)
        else { throw LogError.damaged(.missingEvent) }
        do {
          try log.withEvent(at: position, transaction) { event, bytes in
            guard stretch.isRecounted(event.header, state) else { return }
            event.collectRows(from: bytes, &writes, into: &rows)
          }
        } catch LogError.damaged(.event) {
          let entities = try log.entities(at: [position], transaction)[position] ?? []
          let isErased = try entities.allSatisfy {
            try log.isErased(damagedAt: position, about: $0, state, transaction)
          }
          guard isErased, !entities.isEmpty else { throw LogError.damaged(.event) }
        }
      }
    }
    return rows
  }
}

/// Rows that erased events wrote to which cannot be read.
extension ViewBatch {
  /// The rows of the things of such events. Those of events that were put back without what they
  /// said hold nothing of it, unless a program before left it there; so they stay where other
  /// damage keeps them from being folded.
  private mutating func rowsErasedUnread(
    in writer: LogWriter, by commands: [AppliedCommand], _ transaction: borrowing ReadTransaction
  ) throws -> Set<RowKey> {
    guard !writer.unreadErasures.isEmpty else { return [] }
    let erasedNow = Set(commands.flatMap(\.erasedThings))
    var found: Set<RowKey> = []
    for unread in writer.unreadErasures {
      let rows = try rows(of: unread, transaction)
      if !erasedNow.contains(unread.entity) {
        var trial = self
        do {
          try trial.refold(rows, of: writer.log, transaction)
        } catch LogError.damaged {
          continue
        }
      }
      found.formUnion(rows)
    }
    return found
  }

  /// The rows there are that an event about a thing, and perhaps another one, can have written to.
  private mutating func rows(
    of unread: UnreadErasure, _ transaction: borrowing ReadTransaction
  ) throws -> Set<RowKey> {
    var rows: Set<RowKey> = []
    for kind in RowKind.allCases {
      switch kind {
      case .tag: rows.formUnion(unread.others.map { RowKey(kind, $0) })
      case .membership: rows.formUnion(unread.others.map { RowKey(kind, $0, unread.entity) })
      default: rows.insert(RowKey(kind, unread.entity))
      }
    }
    return try rows.filter { try !storedRecord($0, transaction).isEmpty }
  }

  /// The digests of the contents of files that rows name whose events cannot be read.
  private mutating func contentsNamed(
    in erasures: [UnreadErasure], _ transaction: borrowing ReadTransaction
  ) throws -> [[UInt8]] {
    try erasures.flatMap { unread in
      let record = try storedRecord(RowKey(.media, unread.entity), transaction)
      let heads = record.registers.flatMap { _, register in register.heads }
      return heads.compactMap { MediaFile(reading: $0.value)?.digest }
    }
  }
}

extension AppliedCommand {
  /// What it erases.
  fileprivate var erasedThings: Set<EntityID> {
    Set(events.filter { $0.header.knownKind == .thingErased }.map(\.header.entity))
  }

  /// The replicas of whose clocks it says something.
  fileprivate var correctedReplicas: Set<ReplicaID> {
    Set(
      events.compactMap { event in
        guard event.header.knownKind == .clockCorrected else { return nil }
        return (event.withPayload { ClockCorrection(event.header, $0) } ?? nil)?.replica
      })
  }
}
