import DaybookEvents
import DaybookLog
import LMDB

/// Taking one target back: in one command where it fits into that, else in a batch of them.
struct UndoRun {
  /// What was done.
  private(set) var report: UndoReport
  private let store: Store
  private let options: UndoOptions
  private let scope: UndoScope
  private let entities: [EntityID]
  private let note: UndoNote
  /// The first sequence of the batch that an earlier call began.
  private let begun: UInt64?

  /// Takes it back.
  init(_ store: Store, _ target: UndoTarget, _ options: UndoOptions) throws {
    self.store = store
    self.options = options
    (scope, entities, note, begun, report) = try store.read { moment, transaction in
      let scope = try UndoScope(target, moment, transaction)
      let isRedo = try scope.isRedo(moment, transaction)
      var report = UndoReport(scope, isRedo: isRedo)
      let undoing = try UndoHistory(about: scope.first.entity, moment, transaction)
        .undoing(of: target)
      report.takenBackBefore = undoing?.first
      let replica = try StoreIdentity(store.tables, transaction).replica
      let begun = undoing.flatMap {
        $0.isBatch && $0.first.replica == replica ? $0.first.sequence : nil
      }
      return (
        scope, try scope.entities(moment.log, transaction), UndoNote(target, isRedo: isRedo),
        begun, report
      )
    }
    try checkNames()
    if options.isDryRun {
      report.add(try preview().report)
      report.isRefused = isRefused(report)
    } else if target.isBatch || begun != nil {
      try runAsBatch()
    } else {
      try runAsCommand()
    }
    // Decks may be learned by other options now than the schedule was computed by.
    if report.eventCount > 0 { try store.refreshSchedule() }
  }

  /// Whether anything would be restored, or is in the way of that: then a person wants to hear of
  /// it. Of what was left behind by taking a batch back nobody does again.
  static func isAnythingLeft(
    of target: UndoTarget, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let scope = try UndoScope(target, moment, transaction)
    var planner = UndoPlanner(scope, moment, .leave)
    for id in try scope.entities(moment.log, transaction) {
      let changes = try planner.changes(to: id, transaction)
      if changes.contains(where: { $0.obstacle == nil || !target.leavesRest }) { return true }
    }
    return false
  }

  private mutating func runAsCommand() throws {
    let before = report
    var (step, isLong) = (UndoStep(before), false)
    let receipt = try store.write { moment, transaction in
      step = UndoStep(before)
      try step.plan(entities[...], scope, options.policy, moment, transaction)
      isLong = step.entityCount < entities.count
      if isLong { return [] }
      try check(step.report)
      return step.drafts.isEmpty ? [] : [first] + step.drafts
    }
    if isLong {
      var whole = before
      whole.add(try preview().report)
      try check(whole)
      return try runAsBatch()
    }
    report = step.report
    report.eventCount = receipt?.events.count ?? 0
  }

  private mutating func runAsBatch() throws {
    var rest = entities[...]
    var (leaving, batchFirst): (Set<RegisterName>, UInt64?) = ([], begun)
    let empty = UndoReport(scope, isRedo: note.isRedo)
    while !rest.isEmpty {
      var step = UndoStep(empty, leaving: leaving)
      let receipt = try store.write(reason: .undo, batchFirst: batchFirst) {
        moment, transaction in
        step = UndoStep(empty, leaving: leaving)
        try step.plan(rest, scope, options.policy, moment, transaction)
        return step.drafts.isEmpty ? [] : [first] + step.drafts
      }
      leaving = step.leaving
      rest = rest.dropFirst(step.entityCount)
      report.add(step.report)
      report.eventCount += receipt?.events.count ?? 0
      batchFirst = batchFirst ?? receipt?.events.first?.sequence
    }
  }

  /// What would be done, step by step without writing.
  private func preview() throws -> (report: UndoReport, foundNames: Set<String>) {
    var report = UndoReport(scope, isRedo: note.isRedo)
    var foundNames: Set<String> = []
    try store.read { moment, transaction in
      var rest = entities[...]
      var leaving: Set<RegisterName> = []
      while !rest.isEmpty {
        var step = UndoStep(UndoReport(scope, isRedo: note.isRedo), leaving: leaving)
        try step.plan(rest, scope, options.policy, moment, transaction)
        leaving = step.leaving
        rest = rest.dropFirst(max(1, step.entityCount))
        report.add(step.report)
        foundNames.formUnion(step.foundNames)
      }
    }
    return (report, foundNames)
  }

  /// A name that is mistyped would write over nothing, and the command would seem to be taken back.
  ///
  /// - Throws: ``UndoError/unknownField(_:inTheWay:)``, unless nothing is left to take back.
  private func checkNames() throws {
    guard case .overwriteFields(let names) = options.policy else { return }
    let (report, found) = try preview()
    guard let unknown = names.subtracting(found).min(),
      !(report.left.isEmpty && report.restored.isEmpty)
    else { return }
    throw UndoError.unknownField(unknown, inTheWay: Set(report.left.map(\.field)).sorted())
  }

  /// Whether something stands in the way of a command, unless all of it was taken back before.
  private func isRefused(_ report: UndoReport) -> Bool {
    !scope.target.leavesRest && options.policy == .refuse && !report.left.isEmpty
      && (report.takenBackBefore == nil || report.restoredCount > 0)
  }

  /// - Throws: ``UndoError/writtenSince(_:fields:)`` where that is refused.
  private func check(_ report: UndoReport) throws {
    guard isRefused(report) else { return }
    throw UndoError.writtenSince(report.command, fields: report.left.count)
  }

  /// The first event of every command: what is taken back.
  private var first: EventDraft {
    EventDraft(.commandUndone, scope.first.entity, payload: note.encoded)
  }
}

extension UndoScope {
  /// Whether what is taken back had itself taken something back that holds again by that.
  fileprivate func isRedo(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let event = try moment.log.event(named: target.first, moment.state, transaction) else {
      return false
    }
    return event.undoNote.map { !$0.isRedo } ?? false
  }
}
