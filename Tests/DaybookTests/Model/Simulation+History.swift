import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport

/// What shows in every register that people are told of.
typealias ShownValues = [ModelKey: [UInt8]]

extension Simulation {
  /// Looks at every member's past just after some commands, on the timeline and by arrival.
  mutating func checkMoments() throws {
    for index in members.indices {
      let store = members[index].replica.store
      let order = try arrivalOrder(of: store)
      guard !order.isEmpty else { continue }
      let clock = ModelClock(commands, applied: members[index].applied)
      for _ in 0..<4 {
        let place = random.below(order.count)
        let (command, position) = order[place]
        let known = Set(order[...place].map(\.command))
        try checkRows(store, .arrived(position: position), model(index, known))
        guard let stamp = clock.end(of: commands[command]) else { continue }
        try checkRows(store, .after(stamp), model(index) { $0 <= stamp })
      }
    }
  }

  /// Compares moments of every member, and puts the differences in place.
  mutating func checkDifferences() throws {
    for index in members.indices {
      let store = members[index].replica.store
      let order = try arrivalOrder(of: store)
      guard !order.isEmpty else { continue }
      let places = [random.below(order.count), random.below(order.count)].sorted()
      let clock = ModelClock(commands, applied: members[index].applied)
      let stamps = places.compactMap { clock.end(of: commands[order[$0].command]) }.sorted()
      let models = stamps.map { stamp in model(index) { $0 <= stamp } }
      try checkDifference(store, .after(stamps[0]), .after(stamps[1]), models[0], models[1])
      let known = places.map { place in
        model(index, Set(order[...place].map(\.command)))
      }
      try checkDifference(
        store, .arrived(position: order[places[0]].position),
        .arrived(position: order[places[1]].position), known[0], known[1])
      let all = model(index, members[index].applied)
      try checkDifference(store, .after(stamps[0]), nil, models[0], all)
    }
  }

  /// Plays every member's history: after each command shows what the commands up to it say.
  mutating func checkPlayback() throws {
    for index in members.indices {
      let store = members[index].replica.store
      let clock = ModelClock(commands, applied: members[index].applied)
      let order = members[index].applied.sorted {
        let ends = (clock.end(of: commands[$0]), clock.end(of: commands[$1]))
        let names = (commands[$0].events.last?.name, commands[$1].events.last?.name)
        guard let left = ends.0, let right = ends.1, let one = names.0, let other = names.1
        else { return false }
        return (left, one) < (right, other)
      }
      let shown = try store.read { moment, transaction in
        var playback = try Playback(of: nil, moment, transaction)
        var (values, all): (ShownValues, [ShownValues]) = ([:], [])
        while let frame = try playback.advance(moment, transaction) {
          values.apply(frame.changes)
          all.append(values)
        }
        return all
      }
      expect(shown.count == order.count, "\(index): \(shown.count) frames")
      guard !order.isEmpty, shown.count == order.count else { continue }
      for place in [order.count - 1] + (0..<4).map({ _ in random.below(order.count) }) {
        let model = model(index, Set(order[...place]), clock)
        expect(
          shown[place].withoutDefaults == model.shownValues.withoutDefaults,
          "\(index): frame \(place) shows otherwise")
      }
      try checkPlaybackOfThings(store)
    }
  }

  /// One thing alone is played as it is among all, but for frames about other things.
  private mutating func checkPlaybackOfThings(_ store: Store) throws {
    for thing in Sample.items + Sample.cards {
      let (alone, record) = try store.read { moment, transaction in
        var playback = try Playback(of: thing, moment, transaction)
        var values: ShownValues = [:]
        while let frame = try playback.advance(moment, transaction) { values.apply(frame.changes) }
        let kind = Sample.items.contains(thing) ? RowKind.item : .card
        return (values, try moment.catalog.record(RowKey(kind, thing), transaction))
      }
      for (field, register) in record.registers {
        let row = RowKey(Sample.items.contains(thing) ? .item : .card, thing)
        let key = ModelKey(row: row, field: field)
        let isSame = !FieldChange.differs(field, from: alone[key], to: register.winner?.value)
        expect(isSame, "\(key) of one thing shows otherwise")
      }
    }
  }

  /// Asks every event what it overwrote: it must be what showed to its writer.
  mutating func checkOverwritten() throws {
    let store = members[0].replica.store
    let accounts = try store.read { moment, transaction in
      let entries = try moment.events(LogFilter(), transaction)
      return try zip(entries, moment.accounts(of: entries, transaction)).map { entry, account in
        (try moment.event(named: entry.id, transaction)?.name, account.fields)
      }
    }
    // How writes count is told by all that is known now.
    let clock = ModelClock(commands, applied: members[0].applied)
    for (name, fields) in accounts {
      for number in members[0].applied {
        guard let index = commands[number].events.firstIndex(where: { $0.name == name }) else {
          continue
        }
        // What it overwrote in its own command is what an event before said.
        let model = model(0, commands[number].observed, clock)
        let own = Set(
          commands[number].events[..<index].flatMap { event in
            event.writes(event.header, event.name).map(\.key) + event.withdrawn.keys
          })
        for field in fields {
          let key = ModelKey(row: field.row, field: field.key)
          guard !own.contains(key), !key.field.field.isLeast else { continue }
          let before = model.winner(key).map { FieldValue(key.field, $0.value) }
          expect(
            field.old == before || before == nil && field.isOldDefault,
            "\(key) overwrote \(String(describing: field.old))")
        }
      }
    }
  }
}

extension Simulation {
  /// The commands in the order in which a store applied them, with the positions of their ends.
  private func arrivalOrder(of store: Store) throws -> [(command: Int, position: UInt64)] {
    var numbers: [EventName: Int] = [:]
    for (number, command) in commands.enumerated() {
      for event in command.events { numbers[event.name] = number }
    }
    return try store.read { moment, transaction in
      var order: [(command: Int, position: UInt64)] = []
      try moment.log.scanCommands(from: 1, moment.state, transaction) { command in
        if let last = command.events.last, let number = numbers[last.name] {
          order.append((number, last.position))
        }
        return .next
      }
      return order
    }
  }

  /// What the rules say of the commands of a member whose stamps belong, and of imported reviews
  /// that had happened by the greatest of those.
  private func model(_ index: Int, _ includes: (Stamp) -> Bool) -> ReferenceModel {
    var past = commands
    let clock = ModelClock(commands, applied: members[index].applied)
    for number in past.indices where clock.end(of: past[number]).map({ !includes($0) }) ?? true {
      past[number].events.removeAll { event in
        event.header.occurredAt.map { !includes(Stamp(milliseconds: $0)) } ?? true
      }
    }
    let applied = members[index].applied
    return ReferenceModel(
      past, applied: applied, erased: erasedEvents(by: applied), clock: clock)
  }

  /// What the rules say of some commands, without what is erased now at a member.
  ///
  /// - Parameter clock: how events count; by default as those commands say.
  private func model(
    _ index: Int, _ applied: Set<Int>, _ clock: ModelClock? = nil
  ) -> ReferenceModel {
    ReferenceModel(
      commands, applied: applied, erased: erasedEvents(by: members[index].applied),
      clock: clock)
  }

  private mutating func checkRows(
    _ store: Store, _ time: PastTime, _ model: ReferenceModel
  ) throws {
    let rows = Set(model.heads.keys.map(\.row))
    let shown = try store.read(at: time) { moment, transaction in
      try rows.map { ($0, try moment.catalog.record($0, transaction)) }
    }
    for (row, record) in shown {
      for (key, register) in record.registers {
        let heads = model.heads[ModelKey(row: row, field: key)] ?? []
        expect(
          Set(register.heads.map(\.event)) == Set(heads.map(\.name)),
          "\(time): \(row) \(key) has other heads")
      }
      let count = model.heads.keys.count { $0.row == row }
      expect(record.registers.count == count, "\(time): \(row) has other registers")
    }
  }

  private mutating func checkDifference(
    _ store: Store, _ from: PastTime, _ to: PastTime?, _ before: ReferenceModel,
    _ after: ReferenceModel
  ) throws {
    let difference = try store.difference(from: from, to: to)
    var described: [ModelKey: FieldValue?] = [:]
    for (key, value) in before.shownValues { described[key] = FieldValue(key.field, value) }
    for change in difference.things.flatMap(\.fields) {
      let key = ModelKey(row: change.row, field: change.key)
      let known = described[key] ?? nil
      expect(
        known == change.old || known == nil && change.isOldDefault,
        "\(from) to \(String(describing: to)): \(key)")
      described[key] = change.new
    }
    let wanted = after.shownValues
    for (key, value) in wanted {
      let known = described.removeValue(forKey: key) ?? nil
      let isDefault = !FieldChange.differs(key.field, from: nil, to: value)
      expect(
        known == FieldValue(key.field, value) || known == nil && isDefault,
        "\(from) to \(String(describing: to)): \(key) is not what it became")
    }
    let left = described.filter { key, value in
      let isDefault = before.shownValues[key].map {
        !FieldChange.differs(key.field, from: nil, to: $0)
      }
      return value != nil && isDefault != true
    }
    expect(left.isEmpty, "\(from) to \(String(describing: to)): something is left")
    for thing in difference.things {
      let alone = try store.difference(of: thing.id, from: from, to: to)
      expect(
        alone.things.first { $0.id == thing.id } == thing, "\(thing.id) differs otherwise alone")
    }
  }
}

extension ReferenceModel {
  /// What shows in every register that people are told of.
  fileprivate var shownValues: ShownValues {
    var shown: ShownValues = [:]
    for key in heads.keys where key.row.kind != .tag && key.field.field != .source {
      shown[key] = winner(key)?.value
    }
    return shown
  }
}

extension FieldChange {
  /// Whether what it showed before is what shows while nobody has written to the register.
  fileprivate var isOldDefault: Bool {
    guard let unwritten = key.field.schema.cleared(of: []) else { return false }
    return old == FieldValue(key, unwritten)
  }
}

extension ShownValues {
  /// Those that show something else than what shows while nobody has written to the register.
  fileprivate var withoutDefaults: ShownValues {
    filter { FieldChange.differs($0.key.field, from: nil, to: $0.value) }
  }

  /// Makes the changes of a frame.
  fileprivate mutating func apply(_ changes: [PlaybackFrame.Change]) {
    for change in changes where change.row.kind != .tag && change.key.field != .source {
      self[ModelKey(row: change.row, field: change.key)] = change.new
    }
  }
}
