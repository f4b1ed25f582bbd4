import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport

extension Simulation {
  /// Merges segments and checks what the store says against what it must hold now.
  mutating func deliver(_ offered: [Segment], to index: Int) throws {
    let replica = members[index].replica
    let isRehearsed = random.isOne(in: 4)
    // A copy that is opened computes anew what is stale.
    if isRehearsed { try replica.store.refreshSchedule() }
    let rehearsal = isRehearsed ? try replica.merge(offered, isDryRun: true) : nil
    // In as many batches as it may be, a merge does what was said of the whole.
    let isInParts = random.isOne(in: 2)
    let report = try replica.merge(
      offered, eventLimit: isInParts ? 1 + random.below(8) : LogWriter.receiveEventLimit)
    let received = receive(offered, at: index)
    let isForeign = received.subtracting(members[index].held).contains {
      commands[$0].events[0].name.replica == members[index].identity
    }
    members[index].held.formUnion(received)
    settle(index)
    expect(report.problems.isEmpty, "refused: \(report.problems)")
    expect(report.tookNewIdentity == isForeign, "new identity \(report.tookNewIdentity)")
    if report.tookNewIdentity { members[index].identity = try replica.identity }
    if let rehearsal {
      expect(rehearsal.fingerprint == report.fingerprint, "the preview had another fingerprint")
      // What waits between two batches is met again.
      let (said, counted) = (rehearsal.receipt, report.receipt)
      expect(
        said.receivedEvents == counted.receivedEvents
          && said.appliedEvents == counted.appliedEvents && (isInParts || said == counted),
        "the preview counted otherwise")
      expect(rehearsal.waitingCommands == report.waitingCommands, "the preview waited otherwise")
      expect(rehearsal.tookNewIdentity == isForeign, "the preview had another identity")
      let (seen, done) = (rehearsal.changes, report.changes)
      expect(
        seen.newConflicts.map(\.facts) == done.newConflicts.map(\.facts),
        "the preview had other new conflicts")
      expect(
        seen.endedConflicts.map(\.facts) == done.endedConflicts.map(\.facts),
        "the preview ended other conflicts")
      expectSame(seen.effects, done.effects)
    }
    try checkHeads(index)
  }

  /// What a preview said and what was done are the same in every list that people see.
  private mutating func expectSame(_ seen: ViewEffects, _ done: ViewEffects) {
    expect(
      seen.changed == done.changed,
      "the preview changed otherwise: \(seen.changed.symmetricDifference(done.changed))")
    let (names, others) = (seen.overwritten.map(\.facts), done.overwritten.map(\.facts))
    let differing = Set(names).symmetricDifference(Set(others))
    expect(names == others, "the preview overwrote otherwise: \(differing)")
    expect(seen.deleted == done.deleted, "the preview deleted otherwise")
    expect(seen.added == done.added, "the preview added otherwise")
    expect(seen.movedDueDates == done.movedDueDates, "the preview moved other due dates")
  }

  /// Everything the members have goes to all of them.
  mutating func exchange() throws {
    for _ in 0..<2 {
      for index in members.indices.dropFirst() {
        let heads = try members[0].replica.heads
        try deliver(try members[index].replica.segments(lackedBy: heads), to: 0)
      }
      for index in members.indices.dropFirst() {
        let heads = try members[index].replica.heads
        try deliver(try members[0].replica.segments(lackedBy: heads), to: index)
      }
    }
    let held = members.reduce(into: Set<Int>()) { $0.formUnion($1.held) }
    let model = ReferenceModel(
      commands, applied: members[0].applied, erased: erasedEvents(by: members[0].applied))
    let conflicts = try members[0].replica.conflicts.map(\.identity)
    for index in members.indices {
      expect(members[index].held == held, "\(index) lacks commands that others have")
      try check(index, model)
      let own = try members[index].replica.conflicts.map(\.identity)
      expect(own == conflicts, "\(index) lists conflicts otherwise")
    }
    for member in members { try checkDerivedViews(of: member.replica.store) }
    let prints = Set(try members.map { try $0.replica.fingerprint })
    expect(prints.count == 1, "the fingerprints differ")
    if random.isOne(in: 3) { try checkDamage(at: random.below(members.count)) }
  }

  mutating func expect(_ isTrue: Bool, _ complaint: @autoclosure () -> String) {
    if !isTrue { problems.append(complaint()) }
  }

  /// Notes what came with its payload; gives the commands.
  private mutating func receive(_ offered: [Segment], at index: Int) -> Set<Int> {
    var received: Set<Int> = []
    for bytes in offered.flatMap(\.events) {
      guard let place = placeOfEvent[bytes] else { continue }
      received.insert(place.command)
      // Our own: it can be read.
      if let parts = try? EventBytes(reading: bytes.span), !parts.isErased {
        members[index].payloads[place.command, default: []].insert(place.index)
      }
    }
    return received
  }

  /// A command is applied when all that it observed is; one without payloads together with the
  /// erasures that cover them.
  private mutating func settle(_ index: Int) {
    var withheld: Set<Int> = []
    while true {
      var applied = members[index].applied
      var isMoving = true
      while isMoving {
        isMoving = false
        let open = members[index].held.subtracting(applied).subtracting(withheld)
        for command in open.sorted() where commands[command].observed.isSubset(of: applied) {
          applied.insert(command)
          isMoving = true
        }
      }
      let news = applied.subtracting(members[index].applied)
      let erased = erasedEvents(by: news)
      let uncovered = news.filter { command in
        let here = members[index].payloads[command] ?? []
        return commands[command].events.enumerated().contains { place, event in
          !here.contains(place) && !erased.contains(event.name)
        }
      }
      if uncovered.isEmpty {
        members[index].applied = applied
        return
      }
      withheld.formUnion(uncovered)
    }
  }

  /// The events whose payloads the erasures among some commands take.
  func erasedEvents(by erasing: Set<Int>) -> Set<EventName> {
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

  private mutating func checkHeads(_ index: Int) throws {
    let member = members[index]
    let continued = Set(member.applied.compactMap { segments[$0].previous })
    let heads = member.applied.subtracting(continued)
      .compactMap { commands[$0].events.last?.name }.sorted()
    let state = try member.replica.state
    expect(state.heads == heads, "\(index): heads \(state.heads) instead of \(heads)")
    expect(
      state.waitingCommands == UInt64(member.held.count - member.applied.count),
      "\(index): \(state.waitingCommands) wait")
    let erased = erasedEvents(by: member.applied).count
    expect(state.erasedEvents == UInt64(erased), "\(index): \(state.erasedEvents) are erased")
    let count = member.applied.reduce(0) { $0 + commands[$1].events.count }
    expect(state.eventCount == UInt64(count), "\(index): \(state.eventCount) events")
  }

  private mutating func check(_ index: Int, _ model: ReferenceModel) throws {
    let replica = members[index].replica
    let rows = try rowsOf(replica)
    for (key, writes) in model.heads {
      let heads = rows.heads[key] ?? []
      expect(
        Set(heads.map(\.event)) == Set(writes.map(\.name)) && heads.count == writes.count,
        "\(index): \(key) has heads \(heads.map(\.event)), not \(writes.map(\.name))")
      let shown = rows.winners[key]
      let winner = model.winner(key)
      expect(
        shown?.event == winner?.name && shown?.value == winner?.value,
        "\(index): \(key) shows \(String(describing: shown))")
    }
    expect(rows.heads.count == model.heads.count, "\(index): more registers than writes")
    let conflicts = try replica.conflicts.map {
      ModelConflict(
        key: ModelKey(row: $0.row, field: $0.key), events: Set($0.writes.map(\.event)))
    }
    expect(
      Set(conflicts) == model.conflicts && conflicts.count == model.conflicts.count,
      "\(index): conflicts \(conflicts) instead of \(model.conflicts)")
    try checkUpkeep(index, rows.sums)
  }

  private mutating func checkUpkeep(_ index: Int, _ sums: [ViewName: Fingerprint]) throws {
    let replica = members[index].replica
    let (entries, problems) = try replica.store.read { moment, transaction in
      (moment.catalog.entries, try moment.log.verify(moment.state, transaction))
    }
    expect(problems.isEmpty, "\(index): \(problems)")
    try replica.store.refreshSchedule()
    for view in ViewName.ofFacts {
      expect(entries[view]?.fingerprint == sums[view], "\(index): \(view) has drifted")
    }
    guard index == 0 || random.isOne(in: 3) else { return }
    let before = try replica.fingerprint
    // In little memory they are built part by part.
    let limit = random.isOne(in: 3) ? nil : 1 << random.below(14)
    let reports = try replica.store.rebuild(
      ViewName.allCases, isDryRun: random.isOne(in: 2), byteLimit: limit)
    for report in reports {
      expect(
        report.differences == 0, "\(index): rebuilding \(report.view) in \(limit ?? 0) differs")
    }
    let after = try replica.fingerprint
    expect(after == before, "\(index): rebuilding changes the fingerprint")
  }

  private func rowsOf(_ replica: SimulatedReplica) throws -> Rows {
    try replica.store.read { moment, transaction in
      var rows = Rows()
      for view in ViewName.ofFacts {
        rows.sums[view] = Fingerprint()
        var digester = RowDigester(view, factVersion: view.schema.factVersion)
        try transaction.scan(try moment.catalog.table(view)) { key, value in
          guard let row = RowKey(key) else { return .next }
          let record = try Record(reading: value)
          rows.sums[view]?.add(try digester.digest(row, stored: value))
          for (field, register) in record.registers {
            let key = ModelKey(row: row, field: field)
            rows.heads[key] = register.heads
            rows.winners[key] = register.winner
          }
          return .next
        }
      }
      return rows
    }
  }
}

// What is said, without the numbers that logs have in one store.

extension Head {
  fileprivate var facts: String { "\(event) \(value)" }
}

extension ViewEffects.Overwrite {
  fileprivate var facts: [String] { ["\(name)", from.facts, to?.facts ?? ""] }
}

extension Conflict {
  fileprivate var facts: [String] { ["\(row) \(field)"] + heads.map(\.facts) }
}

/// All rows of facts of a store.
private struct Rows {
  var heads: [ModelKey: [Head]] = [:]
  var winners: [ModelKey: Head] = [:]
  var sums: [ViewName: Fingerprint] = [:]
}
