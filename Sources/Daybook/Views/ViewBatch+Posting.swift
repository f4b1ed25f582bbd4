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
  package mutating func post(
    _ commands: [AppliedCommand], _ writer: LogWriter, registry meta: Table,
    _ transaction: inout WriteTransaction
  ) throws {
    if !writer.erasedEvents.isEmpty {
      try BuildClaim.revokeAll(writer.log.tables, &transaction)
      try DroppedMedia.note(writer.erasedEvents, in: meta, &transaction)
    }
    let withdrawn = Self.rowsWithdrawn(by: commands)
    let recounted = writer.recounted.reduce(0) { $0 + UInt64($1.sequences.count) }
    let count = recounted / Self.recountLimit + 1
    for index in 0..<count {
      share = RowShare(index: index, count: count)
      refolded = []
      var rows = try rowsWritten(in: writer.recounted, of: writer.log, transaction.reading)
      for event in writer.erasedEvents { rows.formUnion(Reducer.writes(of: event).map(\.row)) }
      rows.formUnion(withdrawn)
      if !rows.isEmpty { try refold(rows, of: writer.log, transaction.reading) }
      for command in commands { try fold(command, transaction.reading) }
      try flush(registry: index + 1 == count ? meta : nil, &transaction)
    }
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

  /// The rows that events wrote to which count otherwise since.
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
        try log.withEvent(at: position, transaction) { event, bytes in
          guard stretch.isRecounted(event.header, state) else { return }
          event.collectRows(from: bytes, &writes, into: &rows)
        }
      }
    }
    return rows
  }
}
