public import DaybookEvents
import DaybookLog
package import LMDB

extension Store {
  /// Takes a command back: writes one of its own that gives every field what it showed before.
  ///
  /// Works on any command there is: of this machine or another, before or after a restart or a
  /// merge. What the command made is deleted and keeps its fields; what it deleted comes back; an
  /// answer is retracted. Fields that it did not change, or that show what they did before, are
  /// left alone. A field that was written to since, and a thing that was used since or is deleted
  /// now, stands in the way: then nothing is taken back, unless the options say otherwise.
  ///
  /// A command of a batch, such as an import, stands for the whole batch, unless
  /// ``UndoOptions/isAlone``: what only imports wrote is deleted, fields get back what they
  /// showed, and what people wrote or used since is left and listed. A batch is taken back in steps
  /// that are durable each; after an interruption the same call goes on.
  ///
  /// Taking a command back that takes another back makes that hold again.
  ///
  /// ```swift
  /// let report = try store.undo()
  /// for field in report.restored { print(field.field, field.from, field.to) }
  /// ```
  ///
  /// - Parameters:
  ///   - event: any event of the command; nil for the last thing this machine did that is not taken
  ///     back already.
  ///   - options: what becomes of fields that were written to since, and more.
  /// - Returns: what was restored, and what was left. Nothing of either, and no events, where the
  ///   command was taken back before or nothing of it shows.
  /// - Throws: ``UndoError``; of them ``UndoError/onlyMerged(_:)`` where this machine did nothing
  ///   and merged something, ``UndoError/writtenSince(_:fields:)`` where something stands
  ///   in the way and the options leave that to be decided, and without an event
  ///   ``UndoError/lastIsFinal(_:)`` after an erasure or a clock correction.
  /// - Complexity: O(*n*) in the history of what the command is about; without an event, and of a
  ///   batch, also in the events since.
  @discardableResult
  public func undo(
    _ event: EventName? = nil, _ options: UndoOptions = UndoOptions()
  ) throws -> UndoReport {
    guard let event else { return try undoLast(isRedo: false, options) }
    let target = try read { moment, transaction in
      guard let number = try moment.log.locate(event, moment.state, transaction),
        let header = try moment.log.event(named: event, moment.state, transaction)?.header
      else { throw UndoError.unknownCommand(event.description) }
      return try moment.undoTarget(
        of: header, in: number, asBatch: !options.isAlone, transaction)
    }
    return try UndoRun(self, target, options).report
  }

  /// Takes a merge back: what it brought is as if it had not come, and what was written since is
  /// left and listed, as that of an import. In one command where it fits into that, else in a
  /// batch; ``redo(_:)`` makes it hold again.
  ///
  /// - Parameters:
  ///   - merge: one of ``arrivals()``.
  ///   - options: as for ``undo(_:_:)``.
  /// - Throws: ``UndoError``.
  /// - Complexity: O(*n*) in the events since the merge, and in the histories of what they are
  ///   about.
  @discardableResult
  public func undo(
    merge: MergeArrival, _ options: UndoOptions = UndoOptions()
  ) throws -> UndoReport {
    let target = try read { moment, transaction in
      try moment.undoTarget(of: merge, transaction)
    }
    guard let target else { throw UndoError.unknownCommand(merge.id) }
    var report = try UndoRun(self, target, options).report
    report.merge = merge
    return report
  }

  /// Makes the last command hold again that this machine took back; repeated, the one before.
  ///
  /// - Throws: as ``undo(_:_:)``; ``UndoError/nothingToRedo`` where all that was taken back holds
  ///   again.
  @discardableResult
  public func redo(_ options: UndoOptions = UndoOptions()) throws -> UndoReport {
    try undoLast(isRedo: true, options)
  }

  /// The merge that a person names; nil where none is called that.
  package func arrival(named text: String) throws -> MergeArrival? {
    try read { try $0.arrival(named: text, $1) }
  }

  /// The merge after which nothing was written here.
  package func lastArrival() throws -> MergeArrival? { try read { try $0.lastArrival($1) } }

  /// The event that a person names, for taking its command back.
  ///
  /// - Throws: ``UndoError/unknownCommand(_:)``, ``StoreError/ambiguousEvent(_:candidates:)``.
  package func undoableEvent(named text: String) throws -> EventName {
    try read { moment, transaction in
      guard let event = try moment.event(named: text, transaction) else {
        throw UndoError.unknownCommand(text)
      }
      return event.name
    }
  }

  /// Takes back the last thing of which anything is left to take back.
  private func undoLast(isRedo: Bool, _ options: UndoOptions) throws -> UndoReport {
    let (found, last) = try read { moment, transaction in
      let replica = try StoreIdentity(tables, transaction).replica
      var found: UndoTarget?
      try UndoHistory.scan(by: replica, isRedo: isRedo, moment, transaction) { target in
        let isLeft = try UndoRun.isAnythingLeft(of: target, moment, transaction)
        found = isLeft ? target : nil
        return isLeft ? .stop : .next
      }
      return (found, isRedo ? nil : try moment.lastArrival(transaction))
    }
    guard let found else {
      if let last { throw UndoError.onlyMerged(last) }
      throw isRedo ? UndoError.nothingToRedo : UndoError.nothingToUndo
    }
    var report = try UndoRun(self, found, options).report
    report.mergedSince = last
    if isRedo { report.merge = try read { try $0.merge(takenBackBy: found, $1) } }
    return report
  }
}

extension Moment {
  /// The merge that a command took back; nil where it took back anything else.
  func merge(
    takenBackBy command: UndoTarget, _ transaction: borrowing ReadTransaction
  ) throws -> MergeArrival? {
    let note = try log.event(named: command.first, state, transaction)?.undoNote
    guard let target = note?.target, target.isMerge else { return nil }
    return try arrivals(transaction).first { try undoTarget(of: $0, transaction) == target }
  }

  /// What people know a command by that was taken back, or holds again by being taken back twice:
  /// its first event that does something. Nil of a batch or a merge.
  package func undoneAccount(
    _ report: UndoReport, _ transaction: borrowing ReadTransaction
  ) throws -> EventAccount? {
    guard report.batch == nil, report.merge == nil else { return nil }
    var name = report.command
    while let event = try log.event(named: name, state, transaction) {
      guard let note = event.undoNote else {
        return try accounts(of: [try entry(event, transaction)], transaction).first
      }
      guard !note.target.leavesRest, note.target.first != name else { return nil }
      name = note.target.first
    }
    return nil
  }
}
