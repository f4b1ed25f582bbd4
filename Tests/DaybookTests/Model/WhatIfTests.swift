import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import DaybookSystem
import Simulation
import TestSupport
import Testing

/// The store as it would be.
struct WhatIfTests {
  static let batches = 8
  private static let runs =
    Host.environment("DAYBOOK_SIM_RUNS").flatMap(Int.init)
    ?? (_isDebugAssertConfiguration() ? 40 : 400)
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
  }

  @Test(arguments: 0..<batches)
  func `without a command or a replica the store is what the rules make of the others`(
    batch: Int
  ) throws {
    for seed in stride(from: batch, to: Self.runs, by: Self.batches) {
      var simulation = try Simulation(seed: UInt64(seed))
      try simulation.run()
      try simulation.checkSupposing()
      guard simulation.problems.isEmpty else {
        Issue.record("seed \(seed): \(simulation.problems.prefix(3).joined(separator: "; "))")
        return
      }
    }
  }

  private func difference(without receipt: CommandReceipt) throws -> StoreChanges {
    try ada.store.difference(without: receipt.events[0])
  }

  @Test func `what a command overwrote shows again`() throws {
    try ada.write(Sample.captured(item, title: "first"))
    let second = try ada.write(Sample.edited(item, title: "second"))
    let difference = try difference(without: second)
    let overwrite = try #require(difference.overwritten.first)
    #expect(difference.overwritten.count == 1)
    #expect(overwrite.from == .text("second") && overwrite.to == .text("first"))
    #expect(difference.changed == [item])
    #expect(try ada.value(row, .title) == Array("second".utf8), "nothing is written")
  }

  @Test func `what was written on top of a command stays as it is`() throws {
    try ada.write(Sample.captured(item, title: "first"))
    let second = try ada.write(Sample.edited(item, title: "second"))
    try ada.write(Sample.edited(item, title: "third"))
    #expect(try difference(without: second).isEmpty)
  }

  @Test func `an import is left out as a whole, by any of its commands`() throws {
    try ada.write(Sample.captured(item, title: "own"))
    let first = try ada.write([Sample.captured(Sample.items[1])], reason: .import)
    let batch = try #require(first.events.first?.sequence)
    let second = try ada.store.write(reason: .import, batchFirst: batch) { _, _ in
      [Sample.captured(Sample.items[2])]
    }
    for receipt in [first, try #require(second)] {
      let difference = try difference(without: receipt)
      #expect(Set(difference.deleted) == Set(Sample.items[1...]))
    }
  }

  @Test func `without one side of a conflict there is none`() throws {
    try ada.write(Sample.captured(item, title: "t"))
    try ben.merge(from: ada)
    let deletion = try ada.write(EventDraft(.itemDeleted, item))
    try ben.write(Sample.edited(item, title: "still wanted"))
    try ada.merge(from: ben)
    #expect(try difference(without: deletion).endedConflicts.count == 1)
    let other = try ada.store.difference(withoutReplica: ben.identity)
    #expect(other.endedConflicts.count == 1 && other.newConflicts.isEmpty)
    #expect(other.overwritten.map(\.to) == [.text("t")])
  }

  @Test func `without a lapse the card is due when it would have been`() throws {
    let (card, deck) = (Sample.cards[0], Sample.decks[0])
    try ada.write(Sample.named(.deckCreated, deck, "d"), Sample.added(card, to: deck))
    try ada.write(Sample.reviewed(card, grade: 4))
    let before = try ada.store.read { try $0.cardState(card, $1)?.schedule.due }
    ada.machine.now += 20 * 86_400_000
    let lapse = try ada.write(Sample.reviewed(card, grade: 1))
    let after = try ada.store.read { try $0.cardState(card, $1)?.schedule.due }
    let moves = try difference(without: lapse).movedDueDates
    #expect(moves.map(\.card) == [card])
    #expect(moves.map(\.from) == [after?.value] && moves.map(\.to) == [before?.value])
  }

  @Test func `views folded anew by the same program are no different`() throws {
    var events = SimulatedEvents(random: SeededGenerator(seed: 5))
    for _ in 0..<200 { try ada.write(events.next().draft) }
    try ada.store.refreshSchedule()
    #expect(try ada.store.changesOfRebuilding().effects.changed.isEmpty)
  }

  @Test func `an event that is not here is no command to leave out`() throws {
    let stranger = EventName(replica: ReplicaID(rawValue: 1), sequence: 1, tag: 1)
    #expect(throws: StoreError.unknownID(stranger.description)) {
      try ada.store.difference(without: stranger)
    }
  }

  @Test func `other options move due dates without being set`() throws {
    let (card, deck) = (Sample.cards[0], Sample.decks[0])
    try ada.write(Sample.named(.deckCreated, deck, "d"), Sample.added(card, to: deck))
    for _ in 0..<3 {
      try ada.write(Sample.reviewed(card, grade: 3))
      ada.machine.now += 10 * 86_400_000
    }
    let values = [DeckOptionName.desiredRetention: "0.75"]
    let changes = try ada.store.learningChanges(of: [deck], setting: values, days: 60)
    #expect(changes.changes.effects.movedDueDates.map(\.card) == [card])
    #expect(changes.days.reduce(0) { $0 + $1.now } == 1)
    let head = try ada.heads
    try ada.store.setOptions(of: [deck], values)
    let due = try ada.store.read { try $0.cardState(card, $1)?.schedule.due }
    #expect(try ada.heads != head)
    #expect(changes.changes.effects.movedDueDates.map(\.to) == [due?.value])
  }
}
