import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation

extension Simulation {
  /// Looks at every member's store without a command and without a replica, thing by thing and
  /// all at once: it must be what the rules make of the others.
  mutating func checkSupposing() throws {
    for index in members.indices {
      let store = members[index].replica.store
      try store.refreshSchedule()
      guard let number = members[index].applied.randomElement(using: &random) else { continue }
      let name = commands[number].events[0].name
      let command = try store.read { moment, transaction in
        let event = try moment.log.event(named: name, moment.state, transaction)
        return event.map { EventSet.command($0.log, first: $0.header.commandFirst) }
      }
      guard let command else { throw TestFailure.notFound }
      try check(index, without: command, [number])
      let replica = name.replica
      try check(
        index, without: .replicas([replica]),
        Set(commands.indices.filter { commands[$0].events[0].name.replica == replica }))
    }
  }

  private mutating func check(
    _ index: Int, without events: EventSet, _ left: Set<Int>
  ) throws {
    let applied = members[index].applied
    let erased = erasedEvents(by: applied)  // what is erased stays so
    let names = left.flatMap { commands[$0].events.map(\.name) }
    let present = ReferenceModel(commands, applied: applied, erased: erased)
    let supposed = ReferenceModel(commands, applied: applied, erased: erased.union(names))
    let store = members[index].replica.store
    let changes = try store.changes(without: events)
    checkFields(changes.effects, present, supposed, "\(index) without \(events)")
    checkConflicts(changes, present, supposed, "\(index) without \(events)")
    for isWhole in [false, true] {
      let found = try store.read(supposing: .without(events)) { moment, now, transaction in
        if isWhole { try moment.catalog.foldPast(transaction) }
        let rows = Self.adding(supposed, to: try allRows(now, transaction))
          .shuffled(using: &random)
        return try rows.map { ($0, try moment.catalog.record($0, transaction)) }
      }
      checkRows(found, supposed, "\(index) without \(events)")
    }
  }

  /// The fields that show another value, and what is there and what is not.
  private mutating func checkFields(
    _ effects: ViewEffects, _ present: ReferenceModel, _ supposed: ReferenceModel, _ place: String
  ) {
    let hidden: [Field] = [.source, .life, .created]
    var expected: [ModelKey: EventName?] = [:]
    for key in present.heads.keys where !hidden.contains(key.field.field) {
      let (before, after) = (present.winner(key), supposed.winner(key))
      let shown = [before, after].map { write in
        write.map { key.field.field.schema.contestedPart(of: $0.value) }
      }
      if shown[0] != shown[1] { expected[key] = .some(after?.name) }
    }
    var found: [ModelKey: EventName?] = [:]
    for overwrite in effects.overwritten {
      let key = ModelKey(row: overwrite.name.row, field: overwrite.name.field)
      found[key] = .some(overwrite.to?.event)
      expect(overwrite.from.event == present.winner(key)?.name, "\(place): \(key) came from")
    }
    expect(found == expected, "\(place): \(found) instead of \(expected)")
    // What all was withdrawn from has no life now.
    let lives = Set(present.heads.keys).union(supposed.heads.keys)
      .filter { $0.field.field == .life }
    func isLive(_ model: ReferenceModel, _ key: ModelKey) -> Bool {
      model.winner(key)?.value == [1]
    }
    let gone = lives.filter { isLive(present, $0) && !isLive(supposed, $0) }.map(\.row)
    let back = lives.filter { !isLive(present, $0) && isLive(supposed, $0) }.map(\.row)
    expect(Set(effects.deleted) == Set(gone), "\(place): \(effects.deleted) are gone")
    expect(Set(effects.added) == Set(back), "\(place): \(effects.added) are back")
  }

  private mutating func checkConflicts(
    _ changes: StoreChanges, _ present: ReferenceModel, _ supposed: ReferenceModel, _ place: String
  ) {
    func named(_ conflicts: [Conflict]) -> Set<ModelConflict> {
      Set(
        conflicts.map {
          ModelConflict(
            key: ModelKey(row: $0.row, field: $0.key), events: Set($0.writes.map(\.event)))
        })
    }
    let (before, after) = (present.conflicts, supposed.conflicts)
    expect(named(changes.newConflicts) == after.subtracting(before), "\(place): new conflicts")
    expect(named(changes.endedConflicts) == before.subtracting(after), "\(place): old conflicts")
  }
}
