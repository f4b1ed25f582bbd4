import DaybookEvents
import DaybookLog
import LMDB

/// Works out, thing by thing, what takes a command or a batch back: every register that it wrote
/// gets the value that the writes which it knew of give without it.
///
/// Where it changed nothing, or that value shows already, nothing is to be done. Where something
/// else was written since, or the thing was deleted, that stands in the way. A thing that it made
/// is deleted, and keeps its fields.
///
/// A plan depends on what shows alone, so what was done before in part is planned to its end.
struct UndoPlanner {
  private let scope: UndoScope
  private let moment: Moment
  private let policy: UndoOptions.Policy
  /// What keeps things in others and will not any more: they hold up nothing that they are in.
  private(set) var leaving: Set<RegisterName>
  /// The fields that the person wants to write over, as far as the command could give them back.
  private(set) var foundNames: Set<String> = []

  init(
    _ scope: UndoScope, _ moment: Moment, _ policy: UndoOptions.Policy,
    leaving: Set<RegisterName> = []
  ) {
    self.scope = scope
    self.moment = moment
    self.policy = policy
    self.leaving = leaving
  }

  /// What is to be done to the rows of one thing; what may not be done has its obstacle.
  mutating func changes(
    to id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [UndoChange] {
    let history = try ThingHistory(of: id, scope, moment, transaction)
    let written = history.undoneWrites()
    let before = try history.fold(without: written)
    let counting = try history.foldWithoutUndone()
    let restoring = RestoredRegisters(history, written, before, counting, moment)
    let own = written.registers.keys.first {
      $0.field.field == .life && $0.row.kind.thing != nil
    }
    let isMade = own.map { before.record($0.row)[.life] == nil } ?? false
    var changes: [UndoChange] = []
    if let own,
      let life = try lifeChange(own, restoring, isMade: isMade, transaction)
    {
      changes.append(try decided(life, transaction))
    }
    let isReopened = changes.contains { !$0.withdrawn.isEmpty && $0.obstacle == nil }
    var state: (row: RowKey, past: Record, present: Record, isReopened: Bool)?
    for register in isMade ? [] : written.registers.keys.sorted() {
      if state?.row != register.row {
        let row = register.row
        let present = try moment.catalog.record(row, transaction)
        // Writing to a field of a thing would bring it back, and so decide about its life again;
        // writing to a row that is written whole would decide about all its fields again.
        let isReopened =
          try isReopened && row == own?.row
          || row.kind.schema.isWrittenWhole && restoring.reopens(row, present, transaction)
        state = (row, before.record(row), present, isReopened)
      }
      guard let (_, past, present, isReopened) = state else { continue }
      let way = try restoring.way(
        for: register, present, alwaysWithdrawing: isReopened, transaction)
      if let change = change(
        of: register, written, past, present, others: restoring.others(register), way,
        life: changes.first)
      {
        changes.append(try decided(change, transaction))
      }
    }
    for change in changes where change.obstacle == nil && change.isLeaving {
      leaving.insert(change.register)
    }
    return changes
  }

  /// A change without its obstacle where the person wants it all the same.
  private mutating func decided(
    _ change: UndoChange, _ transaction: borrowing ReadTransaction
  ) throws -> UndoChange {
    var decided = change
    switch policy {
    case .refuse, .leave: break
    case .overwrite: decided.obstacle = nil
    case .overwriteFields(let names):
      let name = try change.register.name(holding: change.from ?? change.to, moment, transaction)
      let found = names.intersection([name, change.register.field.field.name])
      foundNames.formUnion(found)
      if !found.isEmpty { decided.obstacle = nil }
    }
    return decided
  }
}

extension UndoPlanner {
  /// What becomes of the thing itself.
  private func lifeChange(
    _ register: RegisterName, _ restoring: RestoredRegisters, isMade: Bool,
    _ transaction: borrowing ReadTransaction
  ) throws -> UndoChange? {
    let (written, counting) = (restoring.written, restoring.counting)
    let record = try moment.catalog.record(register.row, transaction)
    let life = restoring.before.record(register.row).value(.life) ?? Life.deleted
    let wasLive = life == Life.live
    guard let write = written.registers[register] else { return nil }
    var change = UndoChange(register: register, from: record.value(.life), to: life)
    switch try restoring.way(for: register, record, transaction) {
    case .nothing: return nil
    case .write:
      guard write.value != life, record.value(.life) ?? Life.deleted != life else { return nil }
    case .writeAgain: break
    case .withdraw(let events, let reopens):
      (change.withdrawn, change.reopens) = (events, reopens)
    }
    // What another import wrote does not keep a thing that an import has made.
    let isYielding = scope.isImport && !wasLive
    let personal =
      isYielding && register.row.kind == .item ? ImportFields.personalHeads(record) : []
    func greatestOther(of heads: [Head]) -> Head? {
      let counting =
        isYielding ? heads.filter { !$0.isRuleMade || personal.contains($0) } : heads
      return written.others(among: counting, of: register).greatest
    }
    let row = counting.record(register.row)
    let lives = row[.life]?.heads.filter { $0.value != change.to } ?? []
    if let head = greatestOther(of: lives) {
      change.obstacle = (.written, head)
    } else if change.to == Life.deleted {
      let use = UndoneUse(
        register.row, since: write.observed, scope, moment, leaving: leaving)
      let own = isMade ? written.changedHeads(of: register.row, row) : []
      if let head = try greatestOther(of: own.filter(use.isSince) + use.heads(counting))
        ?? use.member(transaction)
      {
        change.obstacle = (.used, head)
      }
    }
    return change
  }

  /// What becomes of one register, if anything.
  private func change(
    of register: RegisterName, _ written: UndoneWrites, _ past: Record, _ record: Record,
    others: [Head], _ way: RestoredRegisters.Way, life: UndoChange?
  ) -> UndoChange? {
    let field = register.field.field
    guard field != .life, field != .created, field != .tagName,
      let write = written.registers[register]
    else { return nil }
    if register.row.kind == .noteType, past[.definition] == nil { return nil }
    if field == .answer { return retraction(of: register, past, record) }
    if field == .retracted || field == .reviewDay {
      // Of an answer that goes, nothing else is to be said.
      let answer = FieldKey(.answer, register.field.part)
      let isOwn = written.registers[RegisterName(row: register.row, field: answer)] != nil
      if isOwn, past[answer] == nil { return nil }
    }
    // Where all that was written to it was withdrawn, nothing shows.
    let shown = record[register.field]
    guard shown != nil || write.isReopening,
      let value = past[register.field]?.winner?.value
        ?? (write.value ?? shown?.winner?.value).flatMap({ field.schema.cleared(of: $0) })
    else { return nil }
    if case .nothing = way { return nil }
    var change = UndoChange(register: register, from: shown?.winner?.value, to: value)
    if case .withdraw(let events, let reopens) = way {
      (change.withdrawn, change.reopens) = (events, reopens)
    }
    if case .write = way, shown?.winner?.value == value || write.value == value {
      // What ended a conflict by the value that showed, or left that value and came back to it, is
      // taken back by a write that shows the same: from then on it stands in nobody's way.
      let isOnPurpose = write.isReturn || past.contested.contains(register.field)
      guard write.value == value, isOnPurpose,
        written.others(among: shown?.heads ?? [], of: register).isEmpty
      else { return nil }
    }
    if change.withdrawn.isEmpty,
      let other = others.filter({ $0.value != value }).greatest
    {
      if field == .source { return nil }
      change.obstacle = (.written, other)
    } else if register.row.kind.thing != nil, !record.isLive, let head = record[.life]?.winner,
      !(life.map { $0.isSaid && $0.register.row == register.row } ?? false)
    {
      change.obstacle = (.deleted, head)
    }
    return change
  }

  /// An answer that nothing else records is retracted, unless it is already.
  private func retraction(
    of register: RegisterName, _ past: Record, _ record: Record
  ) -> UndoChange? {
    let field = FieldKey(.retracted, register.field.part)
    let shown = record[field]?.winner?.value
    guard past[register.field] == nil, shown != [1] else { return nil }
    return UndoChange(
      register: RegisterName(row: register.row, field: field), from: shown ?? [0], to: [1])
  }
}
