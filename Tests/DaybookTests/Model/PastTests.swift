import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// The store as it was.
struct PastTests {
  static let batches = 8
  private static let runs = HistoryTests.runs

  @Test(arguments: 0..<batches)
  func `the past holds what the rules say of the commands up to then`(batch: Int) throws {
    for seed in stride(from: batch, to: Self.runs, by: Self.batches) {
      var simulation = try Simulation(seed: UInt64(seed))
      try simulation.run()
      try simulation.checkPast()
      guard simulation.problems.isEmpty else {
        Issue.record("seed \(seed): \(simulation.problems.prefix(3).joined(separator: "; "))")
        return
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what a machine knew is what it showed then`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let ada = try SimulatedReplica("ada", in: folder, seed: random.next())
    let ben = try SimulatedReplica("ben", in: folder, seed: random.next())
    ben.machine.now -= Int64(random.below(7_200_000)) - 3_600_000
    var events = SimulatedEvents(random: random)
    events.mayErase = false
    var shown: [(time: Int64, contents: [[UInt8]])] = []
    for _ in 0..<30 {
      ada.machine.now += Int64(1 + random.below(100_000))
      ben.machine.now += Int64(1 + random.below(100_000))
      switch random.below(5) {
      case 0: try ben.write(events.next().draft)
      case 4:
        // Correcting its own clock says that what it wrote was known at other times: A2.
        let own = try ada.identity
        let first = try ada.heads.filter { $0.replica != own }.randomElement(using: &random)
        try ada.write(first.map { events.correction(from: $0).draft } ?? events.next().draft)
      case 1: try ada.merge(from: ben)
      case 2: try ben.merge(from: ada)
      default: try ada.write(events.next().draft, events.next().draft)
      }
      try ada.store.refreshSchedule()
      shown.append((ada.machine.now, try contents(ada.store, nil)))
    }
    for (time, contents) in shown {
      #expect(try DaybookTests.contents(ada.store, .known(time)) == contents)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `on one machine whose clock is right, the past is what it showed then`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: random.next())
    var events = SimulatedEvents(random: random)
    events.mayErase = false
    var shown: [(time: Int64, contents: [[UInt8]])] = []
    for _ in 0..<30 {
      ada.machine.now += Int64(1 + random.below(100_000))
      let drafts = (0..<(1 + random.below(3))).map { _ in events.next().draft }
        .filter { $0.occurredAt == nil }
      if !drafts.isEmpty { try ada.write(drafts) }
      try ada.store.refreshSchedule()
      shown.append((ada.machine.now, try contents(ada.store, nil)))
    }
    for (time, contents) in shown {
      #expect(try DaybookTests.contents(ada.store, .timeline(time)) == contents)
    }
  }

  @Test func `a review in a command that no sound writer makes is in no past`() throws {
    let ada = try SimulatedReplica("ada", in: try ScratchFolder(), seed: 1)
    let (card, deck) = (Sample.cards[0], Sample.decks[0])
    var scribe = Scribe(seed: 2)
    let sound = try scribe.command(
      Sample.named(.deckCreated, deck, "deck"), Sample.added(card, to: deck))
    let stamp = scribe.stamp
    scribe.stamp = stamp - 60_000 << 16
    let falling = try scribe.command(
      Sample.reviewed(
        card, grade: 3, id: EntityID(name: "review", "1"), occurredAt: 1_600_000_000_000))
    try ada.merge([sound, falling])
    #expect(try ada.state.impossibleEvents == 1)
    for time in [PastTime.timeline(1_650_000_000_000), .timeline(.max), .known(.max)] {
      let record = try ada.store.read(at: time) {
        try $0.catalog.record(RowKey(.reviews, card), $1)
      }
      let whole = try ada.store.read(at: time) { moment, transaction in
        try moment.catalog.foldPast(always: true, transaction)
        return try moment.catalog.record(RowKey(.reviews, card), transaction)
      }
      #expect(record.isEmpty && whole.isEmpty)
    }
  }

  @Test func `looking at the past writes no file`() throws {
    let folder = try ScratchFolder()
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    try ada.write(Sample.captured(Sample.items[0], title: "one"))
    let before = try ada.store.environment.information
    _ = try contents(ada.store, .timeline(.max))
    #expect(try ada.store.environment.information == before)
  }
}
