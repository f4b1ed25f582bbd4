import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport

extension Simulation {
  /// Looks at some moments of every member's past, in every way in which it can be read.
  mutating func checkPast() throws {
    for index in members.indices {
      let store = members[index].replica.store
      let rows = try store.read { try allRows($0, $1) }
      for time in someTimes() {
        let model = modelOfPast(index, time)
        let past = PastTime.timeline(time)
        let asked = Self.adding(model, to: rows).shuffled(using: &random)
        let single = try store.read(at: past) { moment, transaction in
          try asked.map { ($0, try moment.catalog.record($0, transaction)) }
        }
        checkRows(single, model, "\(index), rows at \(time)")
        let whole = try store.read(at: past) { moment, transaction in
          try moment.catalog.foldPast(always: true, transaction)
          return try asked.map { ($0, try moment.catalog.record($0, transaction)) }
        }
        checkRows(whole, model, "\(index), all rows at \(time)")
        try checkThings(store, past, model)
      }
      try store.refreshSchedule()
      try checkRecentPast(index)
      let live = try contents(store, nil)
      for past in [PastTime.timeline(.max), .known(.max)] {
        expect(try contents(store, past) == live, "\(index): \(past) is not the present")
      }
    }
  }

  /// Looks at moments after which little was written: then the views of the past are those of the
  /// present but for that, and must be what folding the whole log gives, entry by entry.
  private mutating func checkRecentPast(_ index: Int) throws {
    let store = members[index].replica.store
    let (count, stamps) = try store.read { moment, transaction in
      var stamps: [Stamp] = []
      try moment.log.scanEvents(from: 1, transaction) { event, _ in
        stamps.append(moment.state.stamp(of: event.header, in: event.log))
        return .next
      }
      return (moment.state.eventCount, stamps.sorted())
    }
    let pasts =
      stamps.suffix(stamps.count / 4).map { PastTime.after($0) }
      + (count - count / 4..<count).map { .arrived(position: $0) }
    for past in pasts.shuffled(using: &random).prefix(6) {
      expect(
        try contents(store, past) == contents(store, past, isWhole: true),
        "\(index): \(past) is not what the whole log says")
    }
  }

  /// Moments at which something happened, and just before.
  private mutating func someTimes() -> [Int64] {
    let events = commands.flatMap(\.events)
    let clock = ModelClock(commands, applied: Set(commands.indices))
    let times =
      events.map { (clock.header($0.name) ?? $0.header).stamp.milliseconds }
      + events.compactMap(\.header.occurredAt)
    return (0..<4).compactMap { _ in
      times.randomElement(using: &random).map { $0 - Int64(random.below(2)) }
    }
  }

  /// What the rules say of the commands whose last event counts as stamped by then, and of
  /// imported reviews that had happened, without what is erased now.
  private func modelOfPast(_ index: Int, _ time: Int64) -> ReferenceModel {
    var commands = self.commands
    let clock = ModelClock(commands, applied: members[index].applied)
    for number in commands.indices {
      guard let last = commands[number].events.last?.name,
        clock.header(last)?.stamp.milliseconds ?? 0 > time
      else { continue }
      commands[number].events.removeAll { $0.header.occurredAt ?? .max > time }
    }
    let applied = members[index].applied
    return ReferenceModel(
      commands, applied: applied, erased: erasedEvents(by: applied), clock: clock)
  }

  /// The rows of the present, and those of which nothing is left since what was written to them was
  /// withdrawn.
  static func adding(_ model: ReferenceModel, to rows: [RowKey]) -> [RowKey] {
    let gone = Set(model.heads.keys.map(\.row)).subtracting(rows)
    return rows + gone.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  mutating func checkRows(
    _ rows: [(RowKey, Record)], _ model: ReferenceModel, _ place: String
  ) {
    var count = 0
    for (row, record) in rows {
      for (field, register) in record.registers {
        let key = ModelKey(row: row, field: field)
        count += 1
        expect(
          Set(register.heads.map(\.event)) == Set((model.heads[key] ?? []).map(\.name)),
          "\(place): \(key) has heads \(register.heads.map(\.event))")
        expect(
          register.winner?.value == model.winner(key)?.value, "\(place): \(key) shows otherwise")
      }
    }
    expect(count == model.heads.count, "\(place): \(count) registers, not \(model.heads.count)")
  }

  /// One thing alone, and among all: its history and the whole log must say the same.
  private mutating func checkThings(
    _ store: Store, _ past: PastTime, _ model: ReferenceModel
  ) throws {
    let all = try store.read(at: past) { try Conflict.all($0, $1) }
    let named = all.map {
      ModelConflict(
        key: ModelKey(row: $0.row, field: $0.key), events: Set($0.writes.map(\.event)))
    }
    expect(Set(named) == model.conflicts, "\(past): conflicts \(named)")
    for item in Sample.items {
      let alone = try store.read(at: past) { moment, transaction in
        (
          try moment.item(item, transaction),
          try Conflict.concerning(item, .item, moment, transaction)
        )
      }
      let among = try store.read(at: past) { moment, transaction in
        try moment.catalog.foldPast(always: true, transaction)
        return try moment.item(item, transaction)
      }
      expect(alone.0 == among, "\(past): the item is \(String(describing: alone.0))")
      expect(alone.1 == all.filter { $0.concerns(item) }, "\(past): an item's conflicts")
    }
    for card in Sample.cards {
      let alone = try store.read(at: past) { moment, transaction in
        (
          try moment.cardState(card, transaction),
          try Conflict.concerning(card, .card, moment, transaction)
        )
      }
      let kept = try store.read(at: past) { moment, transaction in
        var kept: CardState?
        let key = ViewIndex.cardState.key(card.key)
        try moment.catalog.scan(.schedule, from: key, below: key.after, transaction) {
          kept = CardState(reading: $1.array())
          return .next
        }
        return kept
      }
      expect(alone.0 == kept, "\(past): the card is \(String(describing: alone.0))")
      expect(alone.1 == all.filter { $0.concerns(card) }, "\(past): a card's conflicts")
    }
  }

  func allRows(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [RowKey] {
    var rows: [RowKey] = []
    for view in ViewName.allCases {
      try moment.catalog.scan(view, transaction) { key, _ in
        if let row = RowKey(key) { rows.append(row) }
        return .next
      }
    }
    return rows
  }
}

/// Every key and value of every view, now or at a time; of a past one as the whole log says.
func contents(_ store: Store, _ time: PastTime?, isWhole: Bool = false) throws -> [[UInt8]] {
  try store.read(at: time) { moment, transaction in
    if isWhole { try moment.catalog.foldPast(always: true, transaction) }
    var found: [[UInt8]] = []
    for view in ViewName.allCases {
      try moment.catalog.scan(view, transaction) {
        found.append($0.array())
        found.append($1.array())
        return .next
      }
    }
    return found
  }
}
