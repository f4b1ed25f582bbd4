import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import Simulation
import TestSupport
import Testing

/// A card's state is a pure function of the reviews that all machines made together (C15, C16, C17,
/// C18, C36).
struct StudyConvergenceTests {
  static let batches = 4
  private static let runs = _isDebugAssertConfiguration() ? 40 : 400

  @Test(arguments: 0..<batches)
  func `study spread over machines ends as study on one`(batch: Int) throws {
    for seed in stride(from: batch, to: Self.runs, by: Self.batches) {
      var simulation = try StudySimulation(seed: UInt64(seed))
      try simulation.run()
      let first = simulation.replicas[0]
      let table = try schedule(of: first)
      for replica in simulation.replicas {
        #expect(try replica.fingerprint == first.fingerprint, "seed \(seed)")
        try #require(try schedule(of: replica) == table, "seed \(seed)")
      }
      try compare(first, OneMachine(simulation), seed)
      let other = simulation.random.pick(simulation.replicas)
      let reports = try other.store.rebuild([.decks, .schedule])
      try #require(reports.map(\.differences) == [0, 0], "seed \(seed)")
      try #require(try schedule(of: other) == table, "seed \(seed)")
      let reopened = try other.copied(to: "reopened", seed: 9)
      try #require(try schedule(of: reopened) == table, "seed \(seed)")
    }
  }

  /// All of the view: states, lines and tallies. None of it is numbered by a store of its own.
  private func schedule(of replica: SimulatedReplica) throws -> [[UInt8]: [UInt8]] {
    try replica.store.refreshSchedule()
    return try replica.store.read { moment, transaction in
      var entries: [[UInt8]: [UInt8]] = [:]
      try transaction.scan(try moment.catalog.table(.schedule)) { key, value in
        entries[key.array()] = value.array()
        return .next
      }
      return entries
    }
  }

  private func compare(
    _ replica: SimulatedReplica, _ machine: OneMachine, _ seed: Int
  ) throws {
    var cards: [EntityID: [EntityID]] = [:]
    for card in StudySimulation.cards {
      let record = try replica.record(RowKey(.card, card))
      let deck = try #require(record.value(.deck).flatMap { EntityID(bytes: $0) })
      cards[deck, default: []].append(card)
      let state = try #require(
        try replica.store.read { try $0.cardState(card, $1) })
      let options = DeckOptions(try replica.record(RowKey(.deck, deck)))
      let expected = try machine.schedule(card, by: options)
      try #require(state.schedule == expected, "seed \(seed), \(card)")
      let phase = machine.phase(card, by: options)
      let found = (state.schedule.phase, state.schedule.step, state.schedule.lapses)
      #expect(found == phase, "seed \(seed), \(card)")
      #expect(
        state.schedule.memory?.stability.bitPattern == expected.memory?.stability.bitPattern)
      #expect(
        state.schedule.memory?.difficulty.bitPattern == expected.memory?.difficulty.bitPattern)
      let note = try record.value(.cardNote).flatMap { CardOrigin(reading: $0) }.map {
        try replica.record(RowKey(.note, $0.note))
      }
      #expect(
        state.isActive
          == (record.isLive && note?.isLive ?? true && record.value(.suspended) != [1]))
    }
    for deck in StudySimulation.decks {
      for day in machine.days {
        let studied = machine.studied(cards[deck] ?? [], on: day)
        try checkTally(replica, deck, day, studied, seed)
      }
    }
  }

  /// The tally of a day as its key and value say: nothing stands there for a day without study.
  private func checkTally(
    _ replica: SimulatedReplica, _ deck: EntityID, _ day: Int, _ studied: (new: Int, reviews: Int),
    _ seed: Int
  ) throws {
    let key = ViewIndex.tally.key(
      deck.key, Array(Hexadecimal.bytes(UInt64(day)).suffix(4)))
    let value = try replica.store.read { moment, transaction in
      try transaction.bytes(in: try moment.catalog.table(.schedule), for: key)
    }
    let expected = [UInt8(studied.new), UInt8(studied.reviews)]
    #expect(value ?? [0, 0] == expected, "seed \(seed), day \(day)")
  }
}
