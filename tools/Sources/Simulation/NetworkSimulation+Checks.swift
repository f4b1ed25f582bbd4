import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import TestSupport

extension NetworkSimulation {
  /// What must hold once faults have ended.
  mutating func check() throws {
    let held = members.reduce(into: Set<Int>()) { $0.formUnion($1.applied) }
    let missing = Set(commands.indices).subtracting(held).subtracting(mayBeMissing)
    expect(missing.isEmpty, "commands \(missing.sorted()) are gone")
    let model = ReferenceModel(commands, applied: held, erased: erasedEvents(by: held))
    let first = members[0].replica
    let (heads, print) = (try first.heads, try first.fingerprint)
    let conflicts = try first.conflicts
    for index in members.indices {
      let replica = members[index].replica
      let lacked = held.subtracting(members[index].applied).sorted()
        .map { "\($0) \(commands[$0].events.map(\.name))" }
      let count = members.count
      expect(lacked.isEmpty, "machine \(index) of \(count) lacks \(lacked)")
      expect(try replica.heads == heads, "\(index) has other heads")
      expect(try replica.fingerprint == print, "\(index) has another fingerprint")
      expect(
        try replica.conflicts.map(\.identity) == conflicts.map(\.identity),
        "\(index) lists conflicts otherwise")
      let waiting = try replica.state.waitingCommands
      expect(waiting == 0 || !loose.isEmpty, "\(index): \(waiting) wait")
      for status in try replica.store.remoteStatuses() {
        expect(
          status.state == .synced && status.pendingEvents == 0,
          "\(index) thinks it is \(status.state.rawValue) with \(status.record.name)")
      }
    }
    try checkFields(of: first, model, conflicts)
    tally.conflicts += conflicts.count
  }

  /// What shows, and which losing writes are listed, by the rules.
  private mutating func checkFields(
    of replica: SimulatedReplica, _ model: ReferenceModel, _ conflicts: [Conflict]
  ) throws {
    let shown = try replica.shown()
    for (key, writes) in model.heads where !writes.isEmpty {
      expect(shown[key] == model.winner(key)?.value, "\(key) shows something else")
    }
    let listed = Set(
      conflicts.map {
        ModelConflict(
          key: ModelKey(row: $0.row, field: $0.key), events: Set($0.writes.map(\.event)))
      })
    expect(listed == model.conflicts, "other conflicts are listed")
    if random.isOne(in: 10) {
      try replica.store.refreshSchedule()
      expect(try replica.store.verify(includesMedia: false).problems.isEmpty, "verify complains")
    }
  }

  /// Commands that were written where they were lost, and what nobody can apply without them.
  private var mayBeMissing: Set<Int> {
    var missing = loose
    let erased = erasedEvents(by: loose)
    for number in commands.indices {
      if !commands[number].observed.isDisjoint(with: missing)
        || commands[number].events.contains(where: { erased.contains($0.name) })
      {
        missing.insert(number)
      }
    }
    return missing
  }

  /// The events whose payloads the erasures among some commands take.
  private func erasedEvents(by erasing: Set<Int>) -> Set<EventName> {
    var erased: Set<EventName> = []
    for command in erasing {
      for erasure in commands[command].events where erasure.kind == .thingErased {
        for observed in commands[command].observed {
          for event in commands[observed].events
          where event.entity == erasure.entity && event.kind.isErasable {
            erased.insert(event.name)
          }
        }
      }
    }
    return erased
  }
}
