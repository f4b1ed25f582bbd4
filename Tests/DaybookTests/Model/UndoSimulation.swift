import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport

/// A few replicas that write and merge; now and then something is taken back, and what shows then
/// is held against the reference model of the history without it.
struct UndoSimulation {
  private struct Member {
    let replica: SimulatedReplica
    var applied: Set<Int> = []
  }

  private var random: SeededGenerator
  private var events: SimulatedEvents
  private var members: [Member] = []
  private var commands: [ModelCommand] = []
  private var undoings: Set<Int> = []
  private let folder: ScratchFolder
  private(set) var problems: [String] = []
  /// How many commands were taken back to the last field, with nothing of them in the way.
  private(set) var wholeUndos = 0
  /// How many conflicts came back.
  private(set) var reopened = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    events = SimulatedEvents(random: SeededGenerator(seed: random.next()))
    events.mayErase = false
    folder = try ScratchFolder()
    for index in 0...random.below(3) {
      let skew = random.pick([0, 0, 3_600_000, -90_000_000])
      let replica = try SimulatedReplica(
        "r\(index)", in: folder, now: 1_700_000_000_000 + Int64(skew), seed: random.next())
      members.append(Member(replica: replica))
    }
  }

  /// Random work, with `undos` commands taken back on the way and made again.
  mutating func run(undos: Int) throws {
    for _ in 0..<undos {
      for _ in 0...random.below(4) {
        let index = random.below(members.count)
        members[index].replica.machine.now += Int64(random.below(5000))
        if members.count > 1, random.isOne(in: 4) {
          try merge(from: random.below(members.count), to: index)
        } else {
          try write(at: index)
        }
      }
      try undo(at: random.below(members.count))
      if !problems.isEmpty { return }
    }
    try exchangeAll(members.map(\.replica))
    let prints = Set(try members.map { try $0.replica.fingerprint })
    expect(prints.count == 1, "the replicas differ in the end")
  }

  private mutating func expect(_ isTrue: Bool, _ complaint: @autoclosure () -> String) {
    if !isTrue { problems.append(complaint()) }
  }

  private mutating func write(at index: Int) throws {
    let drafted = (0..<(random.isOne(in: 3) ? 1 + random.below(4) : 1)).map { _ in events.next() }
    let reason: Batch.Reason? = random.isOne(in: 5) ? .import : nil
    let receipt = try members[index].replica.write(drafted.map(\.draft), reason: reason)
    let written = try headers(of: receipt.events, at: index)
    record(
      zip(receipt.events, drafted).enumerated().map { place, pair in
        let header = written[place]
        if header.knownKind == .cardReviewed {
          events.reviews.append((header.entity, Review.id(of: pair.0)))
        }
        return ModelCommand.ModelEvent(
          name: pair.0, header: header, kind: pair.1.draft.kind, entity: header.entity,
          writes: pair.1.writes, correction: nil)
      }, isRuleMade: reason != nil, by: index)
  }

  private mutating func record(
    _ written: [ModelCommand.ModelEvent], isRuleMade: Bool, by index: Int
  ) {
    commands.append(
      ModelCommand(
        events: written, isRuleMade: isRuleMade, observed: members[index].applied, previous: nil))
    members[index].applied.insert(commands.count - 1)
  }

  private func headers(of names: [EventName], at index: Int) throws -> [EventHeader] {
    try events(names, at: index).map(\.header)
  }

  private func events(_ names: [EventName], at index: Int) throws -> [AppliedEvent] {
    try members[index].replica.store.read { moment, transaction in
      try names.map {
        guard let event = try moment.log.event(named: $0, moment.state, transaction) else {
          throw TestFailure.notFound
        }
        return event
      }
    }
  }

  private mutating func merge(from other: Int, to index: Int) throws {
    try members[index].replica.merge(from: members[other].replica)
    members[index].applied.formUnion(members[other].applied)
  }
}

extension UndoSimulation {
  /// Takes a random command back, or the newest, before much else is written; makes it hold again.
  private mutating func undo(at index: Int) throws {
    let applied = members[index].applied.sorted()
    let newest = random.isOne(in: 3) ? applied.last : nil
    guard let number = newest ?? applied.randomElement(using: &random) else { return }
    let command = commands[number]
    guard let event = command.events.randomElement(using: &random)?.name else { return }
    let with = ReferenceModel(commands, applied: members[index].applied, erased: [])
    let without = ReferenceModel(
      commands, applied: members[index].applied.subtracting([number]), erased: [])
    let before = try members[index].replica.shown()
    let options = UndoOptions(policy: .leave, isAlone: true)
    let report = try members[index].replica.store.undo(event, options)
    let after = try members[index].replica.shown()
    check(command, number, with, without, after, report)
    let keys = command.keys
    try checkReopened(keys, with, without, number, report, at: index)
    guard let undoing = try noteCommand(at: index) else {
      return expect(before == after, "what wrote nothing changed something")
    }
    // Half of them stay taken back, so that later commands come after that.
    guard random.isOne(in: 2) else { return }
    let again = try members[index].replica.store.undo(undoing, options)
    expect(again.isRedo != report.isRedo, "taking back what took back is no redo")
    expect(again.left.isEmpty, "redo left \(again.left)")
    _ = try noteCommand(at: index)
    let final = try members[index].replica.shown()
    for (key, value) in before where !same(key, value, final[key]) {
      problems.append("redo of \(event): \(key) shows \(String(describing: final[key]))")
    }
  }

  /// Notes the command that was written last, if that is news; gives its first event.
  private mutating func noteCommand(at index: Int) throws -> EventName? {
    let known = Set(commands.flatMap(\.events).map(\.name))
    let last = try members[index].replica.store.read { moment, transaction in
      guard let event = try moment.log.event(at: moment.state.eventCount, transaction) else {
        throw TestFailure.notFound
      }
      return try moment.log.event(at: event.position - event.header.commandSize + 1, transaction)
    }
    guard let last, !known.contains(last.name) else { return nil }
    let size = last.header.commandSize
    let all = try members[index].replica.store.read { moment, transaction in
      try (last.position..<last.position + size).compactMap {
        try moment.log.event(at: $0, transaction)
      }
    }
    record(
      all.map { event in
        ModelCommand.ModelEvent(
          name: event.name, header: event.header,
          kind: event.header.knownKind ?? .itemEdited, entity: event.header.entity,
          writes: { _, _ in
            Reducer.writes(of: event).map { (ModelKey(row: $0.row, field: $0.field), $0.value) }
          }, correction: nil, withdrawn: Self.withdrawn(by: event))
      }, isRuleMade: false, by: index)
    undoings.insert(commands.count - 1)
    return last.name
  }

  private static func withdrawn(by event: AppliedEvent) -> [ModelKey: [EventName]] {
    let said = event.withPayload { Withdrawal(event.header, $0) } ?? nil
    let pairs = said?.writes.map { (ModelKey(row: $0.row, field: $0.field), $1) } ?? []
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// F14. What the command had decided is in conflict again, with the very sides that stood there.
  private mutating func checkReopened(
    _ keys: Set<ModelKey>, _ with: ReferenceModel, _ without: ReferenceModel, _ number: Int,
    _ report: UndoReport, at index: Int
  ) throws {
    let conflicts = Set(
      try members[index].replica.conflicts.map { conflict in
        ModelConflict(
          key: ModelKey(row: conflict.row, field: conflict.key),
          events: Set(conflict.writes.map(\.event)))
      })
    for lost in without.conflicts.subtracting(with.conflicts) where keys.contains(lost.key) {
      let isOnly = with.heads[lost.key]?.allSatisfy { $0.command == number } ?? false
      // A deletion that did not know of a member is no register of its own.
      guard isOnly, without.heads[lost.key]?.count ?? 0 > 1 else { continue }
      // What was used since stays where it is, and so do the fields of what is deleted.
      let left = report.left.filter { $0.entity == lost.key.row.entity }
      if left.contains(where: { $0.obstacle == .used && isSince($0.event, number) }) { continue }
      if left.contains(where: { $0.obstacle == .deleted }),
        with.value(lost.key.row, .life) != Life.live
      {
        continue
      }
      reopened += 1
      expect(conflicts.contains(lost), "\(lost.key) is not in conflict again")
    }
  }

  /// Whether an event is of a command that another one did not know of.
  private func isSince(_ event: EventName, _ number: Int) -> Bool {
    let command = commands.firstIndex { $0.events.contains { $0.name == event } }
    return command.map { $0 != number && !commands[number].observed.contains($0) } ?? false
  }

  /// Whether two values show the same: what was never written shows as what was cleared.
  private func same(_ key: ModelKey, _ left: [UInt8]?, _ right: [UInt8]?) -> Bool {
    if left == right { return true }
    let field = key.field.field
    if field == .life { return (left == Life.live) == (right == Life.live) }
    guard let cleared = (left ?? right).flatMap({ field.schema.cleared(of: $0) }) else {
      return false
    }
    // Tags are told apart by their case in what is left of them only.
    return field.schema.contestedPart(of: left ?? cleared)
      == field.schema.contestedPart(of: right ?? cleared)
      && (field == .noteTag || (left ?? cleared) == (right ?? cleared))
  }

  private mutating func check(
    _ command: ModelCommand, _ number: Int, _ with: ReferenceModel, _ without: ReferenceModel,
    _ after: [ModelKey: [UInt8]], _ report: UndoReport
  ) {
    let keys = command.keys
    let expectation = UndoExpectation(number, keys, with, without, undoings: undoings)
    var isWhole = report.left.isEmpty
    for key in Set(with.heads.keys).union(after.keys) {
      let (past, present) = (without.winner(key)?.value, with.winner(key)?.value)
      switch expectation.of(key) {
      case .past:
        expect(same(key, past, after[key]), "\(key) shows \(after[key] ?? []), not \(past ?? [])")
      case .present:
        expect(same(key, present, after[key]), "\(key) was changed to \(after[key] ?? [])")
        if keys.contains(key), !same(key, past, present) { isWhole = false }
      case .either:
        isWhole = false
        let known = expectation.known.winner(key)?.value
        expect(
          [past, present, known].contains { same(key, $0, after[key]) }, "\(key) is neither")
      case .withThing(let life):
        let isBack = after[life] == Life.live
        isWhole = isWhole && isBack
        expect(
          same(key, isBack ? past : present, after[key]),
          "\(key) shows \(after[key] ?? []), its thing is \(isBack ? "" : "not ")there")
      case .value(let value):
        expect(after[key] == value, "\(key) shows \(after[key] ?? []), not \(value)")
      }
    }
    if isWhole { wholeUndos += 1 }
  }
}
