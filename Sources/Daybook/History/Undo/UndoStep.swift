import DaybookEvents
import DaybookLog
import LMDB

/// One command that takes something back, as it is put together.
struct UndoStep {
  /// Its events, without the first, which says what is taken back.
  private(set) var drafts: [EventDraft] = []
  /// What it does.
  private(set) var report: UndoReport
  /// What is deleted or taken out, by this step and those before.
  private(set) var leaving: Set<RegisterName>
  /// The fields that the person wants to write over, as far as they were met.
  private(set) var foundNames: Set<String> = []
  /// How many things it deals with to their end.
  private(set) var entityCount = 0
  private var bytes = 0

  /// How many things are looked at for one command at most: none may be left to write to.
  private static let entityLimit = 4 * LogWriter.commandEventLimit

  init(_ report: UndoReport, leaving: Set<RegisterName> = []) {
    self.report = report
    self.leaving = leaving
  }

  /// Plans thing after thing until the command is full.
  mutating func plan(
    _ entities: ArraySlice<EntityID>, _ scope: UndoScope, _ policy: UndoOptions.Policy,
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    var planner = UndoPlanner(scope, moment, policy, leaving: leaving)
    for id in entities {
      let changes = try planner.changes(to: id, transaction)
      foundNames = planner.foundNames
      guard try add(changes, moment, transaction) else { return }
      leaving = planner.leaving
      entityCount += 1
      if entityCount == Self.entityLimit { return }
    }
  }

  /// Adds the events of one thing; false where there is no room for all of them. Then nothing is
  /// added, unless the thing fills a command by itself: that is planned again with the next one,
  /// which finds this part done.
  private mutating func add(
    _ changes: [UndoChange], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let parts = try parts(of: changes, moment, transaction)
    let isFresh = drafts.isEmpty
    if !isFresh, !hasRoom(for: parts.flatMap(\.drafts)) { return false }
    for part in parts {
      guard hasRoom(for: part.drafts) else { return false }
      drafts += part.drafts
      bytes += part.drafts.reduce(0) { $0 + $1.payload.count }
      try note(part.changes, moment, transaction)
    }
    try noteObstacles(changes, moment, transaction)
    return true
  }

  private func hasRoom(for more: [EventDraft]) -> Bool {
    let size = more.reduce(bytes) { $0 + $1.payload.count }
    // The first event, which says what is taken back, is small.
    return drafts.count + more.count < LogWriter.commandEventLimit
      && size <= LogWriter.commandByteLimit - 1024
  }

  /// The events of one thing, in parts of which each fits into events and commands.
  private func parts(
    of changes: [UndoChange], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [(changes: [UndoChange], drafts: [EventDraft])] {
    var parts: [[UndoChange]] = []
    var size = 0
    // Life comes last: writing a field brings a thing back.
    let order = changes.filter { $0.obstacle == nil && $0.withdrawn.isEmpty }.sorted {
      let (left, right) = ($0.register, $1.register)
      let (isLeftLife, isRightLife) = (left.field.field == .life, right.field.field == .life)
      return isLeftLife == isRightLife ? left < right : isRightLife
    }
    for change in order {
      let isSame = parts.last?.last?.register.row == change.register.row
      if isSame, parts[parts.count - 1].count < Self.partLimit,
        size + change.to.count <= EventBytes.payloadLimit / 2
      {
        parts[parts.count - 1].append(change)
        size += change.to.count
      } else {
        parts.append([change])
        size = change.to.count
      }
    }
    return try withdrawals(among: changes)
      + parts.map { changes in
        let values = changes.map { ($0.register.field, $0.to) }
        guard let row = changes.first?.register.row else { return (changes, []) }
        return (
          changes, try ValueDrafts(row: row, moment: moment).drafts(values, transaction)
        )
      }
  }

  /// The events that let conflicts of one thing come back.
  private func withdrawals(
    among changes: [UndoChange]
  ) -> [(changes: [UndoChange], drafts: [EventDraft])] {
    changes.filter { $0.obstacle == nil && !$0.withdrawn.isEmpty }.map { change in
      let said = Withdrawal([change.register: change.withdrawn])
      return ([change], [said.draft(about: change.register.row.home)])
    }
  }

  /// How many registers one part is about at most.
  private static let partLimit = 256

  private mutating func note(
    _ changes: [UndoChange], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    for change in changes where change.isTold {
      report.restoredCount += 1
      guard report.restored.count < UndoReport.listLimit else { continue }
      let (register, key) = (change.register, change.register.field)
      report.restored.append(
        UndoReport.Restored(
          entity: register.entity,
          field: try register.name(holding: change.from ?? change.to, moment, transaction),
          from: change.from.map { FieldValue(key, $0) } ?? .none, to: FieldValue(key, change.to),
          isReopened: change.reopens))
    }
  }

  private mutating func noteObstacles(
    _ changes: [UndoChange], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    for change in changes {
      guard let (reason, head) = change.obstacle else { continue }
      report.left.append(
        UndoReport.Left(
          entity: change.register.entity,
          field: try change.register.name(
            holding: change.from ?? change.to, moment, transaction),
          obstacle: reason, event: head.event,
          replicaName: moment.replicaName(head.event.replica),
          recordedAt: ZonedTime(writingOf: head)))
    }
  }
}
