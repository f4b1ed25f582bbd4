import DaybookEvents
import DaybookLog
import Simulation
import TestSupport

extension SimulatedEvents {
  /// An event that corrects the clock of whoever wrote another event, from that one on.
  mutating func correction(from first: EventName) -> SimulatedEvent {
    let day: UInt64 = 86_400_000 << 16
    let sizes = [0, 1, 40, 1 << 16, 3 << 20, day / 24, 3 * day, 180 * day, 27_000 * day, .max]
    let correction = ClockCorrection(from: first, minus: random.pick(sizes))
    let draft = EventDraft(
      .clockCorrected, ClockCorrection.entity(of: first.replica), payload: correction.encoded)
    return SimulatedEvent(draft) { _, _ in [] }
  }
}

extension Simulation {
  /// Corrects the clock of a replica from one of its events on that are applied here.
  mutating func correct(at index: Int) throws {
    let known = members[index].applied.sorted()
    guard let command = known.randomElement(using: &random),
      let first = commands[command].events.randomElement(using: &random)?.name
    else { return }
    var drafted = [events.correction(from: first)]
    if random.isOne(in: 3) { drafted.append(events.next()) }
    if random.isOne(in: 6) { drafted.append(events.correction(from: first)) }
    try write(drafted, at: index)
  }
}
