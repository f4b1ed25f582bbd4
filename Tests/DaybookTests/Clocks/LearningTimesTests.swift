import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// What this machine knew at a time, where its clock was wrong for a while.
struct LearningTimesTests {
  private static let day: Int64 = 86_400_000
  private static let year = 365 * day

  let ada: SimulatedReplica
  let ben: SimulatedReplica

  init() throws {
    let folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
  }

  private func write(_ title: String, after milliseconds: Int64 = 1000) throws {
    ada.machine.now += milliseconds
    try ada.write(Sample.captured(EntityID(name: "item", title), title: title))
  }

  private func titles(knownAt time: Int64) throws -> [String] {
    try ada.store.items(at: .known(time)).map(\.title.string).sorted()
  }

  /// A2.
  @Test func `what was written while the clock ran ahead is known once the right one is back`()
    throws
  {
    try write("1 right")
    let before = ada.machine.now
    ada.machine.now += 2 * Self.year
    try write("2 ahead")
    ada.machine.now -= 2 * Self.year
    let back = ada.machine.now
    #expect(try titles(knownAt: back) == ["1 right", "2 ahead"], "nothing comes later than now")
    try write("3 right")
    let after = ada.machine.now
    ada.machine.now += 1000
    #expect(try titles(knownAt: after) == ["1 right", "2 ahead", "3 right"])
    #expect(try titles(knownAt: before) == ["1 right"])
    try ada.merge(from: ben)
    try write("4 right", after: Self.day)
    #expect(try titles(knownAt: after) == ["1 right", "2 ahead", "3 right"])
    // The wrong time has come, and passed.
    try write("5 right", after: 3 * Self.year)
    ada.machine.now += 1000
    #expect(try titles(knownAt: after) == ["1 right", "2 ahead", "3 right"])
    #expect(try titles(knownAt: before) == ["1 right"])
  }

  /// A2: `clock correct` mends it too.
  @Test func `a correction of the clock moves what was known along`() throws {
    try write("1 right")
    ada.machine.now += 2 * Self.year
    for number in 2..<8 { try write("\(number) ahead") }
    ada.machine.now -= 2 * Self.year
    let back = ada.machine.now
    // Long after, when the wrong times have passed: six of them against one.
    try write("8 right")
    ada.machine.now += 3 * Self.year
    let wrong = try ada.store.read { moment, transaction in
      try moment.log.event(at: 2, transaction)?.name
    }
    let first = try #require(wrong)
    #expect(try titles(knownAt: back).count == 1)
    try ada.store.correctClock(
      ClockCorrection(from: first, minus: UInt64(2 * Self.year) << 16))
    #expect(try titles(knownAt: back).count == 7)
    #expect(try titles(knownAt: back + 1000).count == 8)
    #expect(try titles(knownAt: back - 3000).count == 4)
  }

  @Test func `one write on a clock that stood at 1970 does not date all before it`() throws {
    for number in 1..<6 { try write("\(number) right") }
    let now = ada.machine.now
    ada.machine.now = 0
    try write("6 in 1970")
    ada.machine.now = now
    try write("7 right", after: Self.year)
    ada.machine.now += 1000
    #expect(try titles(knownAt: now - Self.year).isEmpty)
    #expect(try titles(knownAt: now - 3000) == ["1 right", "2 right"])
    #expect(try titles(knownAt: now + Self.day).count == 6)
  }

  @Test func `an import is one deed, however many commands it takes`() throws {
    try write("1 right")
    ada.machine.now += 2 * Self.year
    let first = try ada.write([Sample.captured(Sample.items[0], title: "2 ahead")], reason: .import)
    let batch = try #require(first.events.first?.sequence)
    for number in 3..<9 {
      ada.machine.now += 1000
      try ada.store.write(reason: .import, batchFirst: batch) { _, _ in
        [Sample.captured(EntityID(name: "item", "\(number)"), title: "\(number) ahead")]
      }
    }
    ada.machine.now -= 2 * Self.year
    try write("9 right")
    let after = ada.machine.now
    ada.machine.now += 3 * Self.year
    #expect(try titles(knownAt: after).count == 9)
  }

  /// What a test notes of a machine: when it learned how much.
  private struct Noted {
    let time: Int64
    let count: UInt64
  }

  /// By the definition: of all beginnings of the log that end with what counts as known by then,
  /// the one that disagrees with the fewest times, and of those the longest.
  private static func known(at time: Int64, _ noted: [Noted], now: Int64) -> UInt64 {
    guard time < now else { return noted.last?.count ?? 0 }
    let disagreements = (0...noted.count).map { cut in
      noted.enumerated().count { index, step in
        step.time <= now && (step.time > time) == (index < cut)
      }
    }
    let least = disagreements.min()
    let cut = (0...noted.count).last {
      disagreements[$0] == least && ($0 == 0 || noted[$0 - 1].time <= time)
    }
    return cut.map { $0 == 0 ? 0 : noted[$0 - 1].count } ?? 0
  }

  /// A2.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `what a machine knew follows from the order of its log, however its clock jumps`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let ada = try SimulatedReplica("ada", in: folder, seed: random.next())
    let ben = try SimulatedReplica("ben", in: folder, seed: random.next())
    var events = SimulatedEvents(random: random)
    let jumps = [60_000, Self.day, Self.year, 40 * Self.year]
    var noted: [Noted] = []
    for _ in 0..<50 {
      for machine in [ada.machine, ben.machine] {
        let jump = random.pick(jumps) * (random.isOne(in: 2) ? 1 : -1)
        machine.now += Int64(random.below(100_000)) + (random.isOne(in: 5) ? jump : 0)
      }
      switch random.below(4) {
      case 0: try ben.write(events.next().draft)
      case 1: try ada.merge(from: ben)
      default: try ada.write(events.next().draft, events.next().draft)
      }
      let count = try ada.state.eventCount
      if count > noted.last?.count ?? 0 { noted.append(Noted(time: ada.machine.now, count: count)) }
    }
    for now in [ada.machine.now, (noted.map(\.time).max() ?? 0) + 1] {
      ada.machine.now = now
      for step in noted.shuffled(using: &random).prefix(12) {
        let time = step.time + random.pick([-1, 0, 1])
        let expected = Self.known(at: time, noted, now: now)
        let shown = try contents(ada.store, .known(time))
        #expect(try shown == contents(ada.store, .arrived(position: expected)))
      }
    }
  }
}
