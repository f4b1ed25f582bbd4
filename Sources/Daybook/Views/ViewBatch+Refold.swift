import DaybookEvents
package import DaybookLog
package import LMDB

/// Folding rows anew from their history, for when earlier events count otherwise than they did: a
/// clock was corrected, a text erased, a decision withdrawn.
///
/// A row that is only folded on cannot forget: a write that was dropped because another superseded
/// it is gone from the row, though not from the log. So such rows begin empty and all events that
/// write to them are folded again, in the order of application. What the view held is compared with
/// the outcome, as with any other change: index entries, fingerprint, effects and schedule follow,
/// and a row of which nothing is left is deleted.
extension ViewBatch {
  /// Folds rows anew from all events in the log that write to them, found through the index of
  /// entities; commands folded afterwards pass these rows over.
  ///
  /// Call it after the log was finished, with what it says then, and before any of the commands are
  /// folded that were appended in this transaction: their events are in the log already.
  ///
  /// - Throws: ``LogError/damaged(_:)`` where an event is about what they are about, unless it was
  ///   erased.
  /// - Complexity: O(*n*) in the events about what the rows are about.
  package mutating func refold(
    _ wanted: Set<RowKey>, of log: Log, _ transaction: borrowing ReadTransaction
  ) throws {
    let missing = wanted.filter { share.includes($0) }.subtracting(refolded)
    let homes = Dictionary(grouping: missing) { $0.home }
    // One that is damaged is part of the history of its thing, and met there.
    withdrawn = try log.withdrawnWrites(about: homes.keys, state, transaction) { _ in }
    for (home, group) in homes.sorted(by: { $0.key.handle < $1.key.handle }) {
      precondition(group.allSatisfy { rows.index(of: $0) == nil }, "Rows were folded before.")
      for key in group { _ = try row(key, isAnew: true, transaction) }
      let state = state
      try log.scanFolding(of: home, state, transaction) { position in
        guard try group.isErased(at: position, home, log, state, transaction) else {
          throw LogError.damaged(.event)
        }
      } where: { event in
        group.contains { $0.isWritten(by: event.header) }
      } _: { event, payload in
        try fold(event.header, event.origin, payload, event.observed, only: group, transaction)
      }
    }
    refolded.formUnion(missing)
  }
}

extension [RowKey] {
  /// Whether a damaged event in the history of what rows are about was erased, so that it writes
  /// nothing to them: a tag's name is written by events about items, all else by those about it.
  fileprivate func isErased(
    at position: UInt64, _ home: EntityID, _ log: Log, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard contains(where: { $0.kind == .tag }) else {
      return try log.isErased(damagedAt: position, about: home, state, transaction)
    }
    let entities = try log.entities(at: [position], transaction)[position] ?? []
    return try entities.contains {
      try $0 != home && log.isErased(damagedAt: position, about: $0, state, transaction)
    }
  }
}

extension StoredEvent {
  /// Adds the rows that it writes to.
  func collectRows(
    from bytes: Span<UInt8>, _ writes: inout EventWrites, into rows: inout Set<RowKey>
  ) {
    guard let payload else { return }
    header.collectRows(name, bytes.extracting(payload), &writes, into: &rows)
  }
}

extension EventHeader {
  /// Adds the rows that an event with that payload writes to, or in which it withdraws writes.
  func collectRows(
    _ name: EventName, _ payload: Span<UInt8>, _ writes: inout EventWrites,
    into rows: inout Set<RowKey>
  ) {
    Reducer.reduce(self, name, payload, into: &writes)
    for row in writes.rows { rows.insert(row.key) }
    guard knownKind == .writesWithdrawn, let said = Withdrawal(self, payload) else { return }
    for register in said.writes.keys { rows.insert(register.row) }
  }
}
