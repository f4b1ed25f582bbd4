import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport

extension Simulation {
  /// Withdraws writes of some events about one thing: of those that are applied here, and now and
  /// then of one that is not, which nobody may.
  mutating func withdraw(at index: Int) throws {
    let things = Sample.items + Sample.collections + Sample.decks + Sample.cards
    let home = random.pick(things)
    var known: [(key: ModelKey, name: EventName)] = []
    for number in commands.indices
    where members[index].applied.contains(number) || random.isOne(in: 8) {
      for event in commands[number].events where event.entity == home {
        known += event.writes(event.header, event.name)
          .filter { $0.key.row.home == home && !$0.key.field.field.isLeast }
          .map { ($0.key, event.name) }
      }
    }
    guard !known.isEmpty else { return }
    var withdrawn: [ModelKey: [EventName]] = [:]
    for _ in 0...random.below(3) {
      let chosen = known[known.count - 1 - random.below(min(known.count, 6))]
      if !withdrawn[chosen.key, default: []].contains(chosen.name) {
        withdrawn[chosen.key, default: []].append(chosen.name)
      }
    }
    let said = Withdrawal(
      Dictionary(
        uniqueKeysWithValues: withdrawn.map { key, names in
          (RegisterName(row: key.row, field: key.field), names)
        }))
    var event = SimulatedEvent(said.draft(about: home)) { _, _ in [] }
    event.withdrawn = withdrawn
    try write(random.isOne(in: 3) ? [event, events.next()] : [event], at: index)
  }
}
