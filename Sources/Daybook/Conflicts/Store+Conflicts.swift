public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Ends a conflict by writing the value of one of its writes again, knowing of all of them.
  ///
  /// - Parameters:
  ///   - id: the thing in conflict.
  ///   - event: the write to keep, as a person typed it.
  /// - Throws: ``StoreError`` as for an event by its full name.
  package func keep(_ id: EntityID, event text: String) throws {
    try keep(id, named: text) { try $0.event(named: text, $1) }
  }

  /// Ends a conflict by writing the value of one of its writes again, knowing of all of them.
  ///
  /// - Parameters:
  ///   - id: the thing in conflict.
  ///   - event: the write to keep, one of those of ``Conflict/writes``.
  /// - Throws: ``StoreError/noConflict(_:)``; ``StoreError/changedMeanwhile(_:)`` when the event
  ///   was one of the writes in conflict and something was written on top of it; for one that
  ///   made both sides ``StoreError/ambiguousChoice(_:_:)``; for any other
  ///   ``StoreError/notAChoice(_:choices:)``.
  public func keep(_ id: EntityID, event: EventName) throws {
    try keep(id, named: event.description) {
      try $0.event(named: event.branchDescription, $1)
    }
  }

  private func keep(
    _ id: EntityID, named text: String,
    _ find: (Moment, borrowing ReadTransaction) throws -> AppliedEvent?
  ) throws {
    try write { moment, transaction in
      let conflicts = try Conflict.all(moment, transaction).filter { $0.concerns(id) }
      guard !conflicts.isEmpty else { throw StoreError.noConflict(id) }
      let event = try find(moment, transaction)
      var drafts: [EventDraft] = []
      for conflict in conflicts {
        let heads = conflict.heads.filter { $0.event == event?.name }
        guard let head = heads.first else { continue }
        guard heads.allSatisfy({ $0.value == head.value }) else {
          throw StoreError.ambiguousChoice(text, id)
        }
        drafts += try Resolution(conflict, moment).drafts(keeping: head, transaction)
      }
      guard drafts.isEmpty else { return drafts }
      if let event,
        try conflicts.contains(where: { try $0.wasChoice(event, moment, transaction) })
      {
        throw StoreError.changedMeanwhile(id)
      }
      throw StoreError.notAChoice(text, choices: moment.choices(of: conflicts))
    }
  }
}

extension Conflict {
  /// Whether a person who names this thing means this conflict.
  package func concerns(_ id: EntityID) -> Bool {
    row.entity == id || row.other == id && row.kind == .membership
  }

  /// Whether an event was one of the writes in conflict before something was written on top of it:
  /// it wrote the register, and it and one of those that are now did not know of each other.
  func wasChoice(
    _ event: AppliedEvent, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let hasWritten = event.withPayload { payload in
      Reducer.writes(of: event.header, event.name, payload)
        .contains { $0.row == row && $0.field == key }
    }
    guard hasWritten == true else { return false }
    let observed = try moment.log.observed(
      by: event.header.commandFirst, in: event.log, moment.state, transaction)
    return try heads.contains { write in
      guard write.log != event.log, !observed.covers(write.log, write.event.sequence) else {
        return false
      }
      return try !moment.log.observed(
        by: write.event.sequence, in: write.log, moment.state, transaction
      ).covers(event.log, event.header.sequence)
    }
  }

  /// Whether both sides can be kept: texts that can be joined, items, of which there can be a
  /// copy, and what is live on one side, which loses nothing.
  var hasRoomForBoth: Bool {
    row.kind == .item || key.field == .body || key.field == .life
  }

  /// The write that loses nothing: of a deletion against something live, the live side.
  var preferringLife: Head {
    let heads = heads
    guard key.field == .life else { return heads[0] }
    return heads.first { $0.value == Life.live } ?? heads.first { $0.value != Life.deleted }
      ?? heads[0]
  }
}

extension Moment {
  /// The writes that can be kept, by the names people type.
  func choices(of conflicts: [Conflict]) -> [String] {
    var names: [String] = []
    for name in conflicts.flatMap(\.writes).map(\.eventName) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
