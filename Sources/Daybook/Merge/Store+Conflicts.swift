public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Ends a conflict by writing the value of one of its writes again, knowing of all of them.
  ///
  /// - Parameters:
  ///   - id: the thing in conflict.
  ///   - event: the write to keep, as a person typed it.
  /// - Throws: ``StoreError/noConflict(_:)``, ``StoreError/notAChoice(_:)``,
  ///   ``StoreError/changedMeanwhile(_:)`` when the event is no head any more.
  package func keep(_ id: EntityID, event text: String) throws {
    try keep(id, named: text) { try $0.event(named: text, $1)?.name }
  }

  /// Ends a conflict by writing the value of one of its writes again, knowing of all of them.
  ///
  /// - Parameters:
  ///   - id: the thing in conflict.
  ///   - event: the write to keep, one of those of ``Disagreement/writes``.
  /// - Throws: ``StoreError/noConflict(_:)``, and ``StoreError/changedMeanwhile(_:)`` when the
  ///   event is none of the writes in conflict, for instance not any more.
  public func keep(_ id: EntityID, event: EventName) throws {
    try keep(id, named: event.description) { _, _ in event }
  }

  private func keep(
    _ id: EntityID, named text: String,
    _ find: (Moment, borrowing ReadTransaction) throws -> EventName?
  ) throws {
    try write { moment, transaction in
      let conflicts = try Conflict.all(moment, transaction).filter { $0.concerns(id) }
      guard !conflicts.isEmpty else { throw StoreError.noConflict(id) }
      guard let event = try find(moment, transaction) else {
        throw StoreError.notAChoice(text)
      }
      var drafts: [EventDraft] = []
      for conflict in conflicts {
        guard let head = conflict.writes.first(where: { $0.event == event }) else { continue }
        drafts += try Resolution(conflict, moment).drafts(keeping: head, transaction)
      }
      if drafts.isEmpty { throw StoreError.changedMeanwhile(id) }
      return drafts
    }
  }

  /// Ends the conflicts of a thing by keeping both sides: bodies are joined, of anything else a
  /// copy of the item takes the other value.
  ///
  /// - Returns: the copies that were made.
  @discardableResult
  public func keepBoth(_ id: EntityID) throws -> [EntityID] {
    var copies: [EntityID] = []
    try write { moment, transaction in
      copies = []
      let conflicts = try Conflict.all(moment, transaction).filter { $0.concerns(id) }
      guard !conflicts.isEmpty else { throw StoreError.noConflict(id) }
      var drafts: [EventDraft] = []
      for conflict in conflicts {
        guard let winner = conflict.writes.first else { continue }
        if conflict.field.field == .body {
          let joined = conflict.writes.map(\.value).joined(separator: Array("\n\n".utf8))
          drafts += try Resolution(conflict, moment).drafts(
            keeping: winner.holding(Array(joined)), transaction)
          continue
        }
        if conflict.row.kind == .item, conflict.field.field != .life {
          for loser in conflict.writes.dropFirst() where loser.value != winner.value {
            let copy = self.newID()
            copies.append(copy)
            drafts.append(
              try Resolution(conflict, moment).copy(as: copy, with: loser, transaction))
          }
        }
        drafts += try Resolution(conflict, moment).drafts(
          keeping: conflict.preferringLife, transaction)
      }
      return drafts
    }
    return copies
  }
}

extension Conflict {
  /// Whether a person who names this thing means this conflict.
  package func concerns(_ id: EntityID) -> Bool {
    row.entity == id || row.other == id && row.kind == .membership
  }

  /// The write that loses nothing: of a deletion against something live, the live side.
  var preferringLife: Head {
    if field.field == .life, let live = writes.first(where: { $0.value != Life.deleted }) {
      return live
    }
    return writes[0]
  }
}
