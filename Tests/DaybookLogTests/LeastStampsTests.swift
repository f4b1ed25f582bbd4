import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// What came after a past moment is passed over, 1,024 positions at a time, without being read.
struct LeastStampsTests {
  /// What else happens in a history.
  enum Turn: CaseIterable {
    case none
    /// In the end the clock of the other machine is corrected, from a third of its events on.
    case corrected
    /// The machine is copied halfway, and both copies go on under one id until they meet.
    case copied
  }

  /// Two machines whose clocks differ by an hour and that meet now and then, so that the order of
  /// positions is not that of stamps; some reviews happened long before they were written.
  private func history(
    _ seed: UInt64, in folder: ScratchFolder, _ turn: Turn = .none
  ) throws -> SimulatedReplica {
    var random = SeededGenerator(seed: seed)
    let ada = try SimulatedReplica("ada", in: folder, seed: random.next())
    let ben = try SimulatedReplica("ben", in: folder, seed: random.next())
    ben.machine.now -= 3_600_000
    var members = [ada, ben]
    var first: EventName?
    var events = SimulatedEvents(random: random)
    events.mayErase = false
    for round in 0..<200 {
      if turn == .copied, round == 100 {
        members.append(try ada.copied(to: "copy", seed: random.next()))
      }
      for replica in members {
        replica.machine.now += Int64(1 + random.below(60_000))
        // One old review in a stretch is enough for the stretch to be read.
        let drafts = (0..<20).map { _ in events.next().draft }
        try replica.write(drafts.filter { $0.occurredAt == nil || 60..<90 ~= round })
      }
      if round % 60 == 59, turn != .corrected { try ada.merge(from: ben) }
      if turn == .corrected, round == 80 { first = try ben.heads.first }
    }
    if let copy = members.dropFirst(2).first { try ada.merge(from: copy) }
    if let first {
      // All at once, so that whole stretches are the other's.
      try ada.merge(from: ben)
      let correction = ClockCorrection(from: first, minus: 7_200_000 << 16)
      try ada.write(
        EventDraft(
          .clockCorrected, ClockCorrection.entity(of: first.replica), payload: correction.encoded))
    }
    return ada
  }

  @Test(arguments: 0..<3 as Range<UInt64>, Turn.allCases)
  func `the past of one thing is that of the whole store`(seed: UInt64, turn: Turn) throws {
    let ada = try history(seed, in: try ScratchFolder(), turn)
    let state = try ada.state
    #expect(state.eventCount > 7_000)
    #expect(state.logs.contains { $0.shift != nil } == (turn == .corrected))
    #expect(state.logs.contains { $0.parent != nil } == (turn == .copied))
    var random = SeededGenerator(seed: seed + 1)
    let rows =
      Sample.items.map { RowKey(.item, $0) } + Sample.cards.map { RowKey(.reviews, $0) }
      + Sample.cards.map { RowKey(.card, $0) }
    for _ in 0..<12 {
      let time = ada.machine.now - Int64(random.below(9_000_000))
      let past = random.isOne(in: 4) ? PastTime.known(time) : .timeline(time)
      let whole = try ada.store.read(at: past) { moment, transaction in
        try moment.catalog.foldPast(always: true, transaction)
        return try rows.map { try moment.catalog.record($0, transaction) }
      }
      for (row, record) in zip(rows, whole) {
        #expect(try ada.store.read(at: past) { try $0.catalog.record(row, $1) } == record)
      }
    }
  }

  @Test func `what came after a past moment is not read`() throws {
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: 7)
    let item = Sample.items[0]
    try ada.write(Sample.captured(item, title: "early"))
    let early = PastTime.timeline(ada.machine.now)
    ada.machine.now += 1000
    for number in 0..<40 {
      try ada.write((0..<60).map { Sample.edited(item, title: "\(number) \($0)") })
    }
    func title(_ time: PastTime?) throws -> [UInt8]? {
      try ada.store.read(at: time) { try $0.catalog.record(RowKey(.item, item), $1) }
        .value(.title)
    }
    // Past the stretch that holds the early event, and before the last, which is not ended.
    try ada.store.environment.write { transaction in
      for position in UInt64(1024)..<2048 {
        try transaction.put(Hexadecimal.bytes(position), [0], in: ada.store.tables.events)
      }
    }
    #expect(try title(early) == Array("early".utf8))
    #expect(throws: StoreFailure.self) { try title(.timeline(ada.machine.now)) }
  }

  @Test func `a stretch that an older program wrote into is not known`() throws {
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: 9)
    let item = Sample.items[0]
    let meta = ada.store.tables.meta
    try ada.write(Sample.captured(item, title: "first"))
    var shown: [(time: Int64, title: String)] = []
    for number in 0..<60 {
      ada.machine.now += 1000
      try ada.write((0..<60).map { Sample.edited(item, title: "\(number) \($0)") })
      shown.append((ada.machine.now, "\(number) 59"))
      guard number == 25 else { continue }
      // In the second stretch: an older program drops the last field of the state, which it does
      // not know; the seal behind it goes with it.
      try ada.store.environment.write { transaction in
        let hot = try #require(try transaction.reading.bytes(in: meta, for: MetaKey.hot))
        try #require(hot[hot.count - 9 - 10] == 8 << 3 | 1)
        try transaction.put(MetaKey.hot, Array(hot.dropLast(9 + 10)), in: meta)
      }
    }
    let row = try ada.store.read { _, transaction in
      try transaction.bytes(in: meta, for: [UInt8(ascii: "l")] + Hexadecimal.bytes(0))
    }
    let isKnown = try #require(row).indices.filter { $0 % 8 == 0 }
      .map { place in row?[place..<place + 8].contains { $0 > 0 } }
    #expect(isKnown == [true, false, true])
    #expect(try ada.store.verify().problems == [])
    for (time, title) in shown {
      let record = try ada.store.read(at: .timeline(time)) {
        try $0.catalog.record(RowKey(.item, item), $1)
      }
      #expect(record.value(.title) == Array(title.utf8))
    }
  }

  @Test func `a wrong least stamp is found, and one that is not known costs nothing but time`()
    throws
  {
    let ada = try history(8, in: try ScratchFolder())
    #expect(try ada.store.verify().problems == [])
    let key = [UInt8(ascii: "l")] + Hexadecimal.bytes(0)
    let meta = ada.store.tables.meta
    func change(_ change: (inout [UInt8]) -> Void) throws {
      try ada.store.environment.write { transaction in
        var row = try #require(try transaction.reading.bytes(in: meta, for: key))
        change(&row)
        try transaction.put(key, row, in: meta)
      }
    }
    try change { $0.replaceSubrange(8..<16, with: repeatElement(0, count: 8)) }
    #expect(try ada.store.verify().problems == [])
    try change { $0[23] ^= 1 }
    #expect(
      try ada.store.verify().problems == [
        "What is kept of the times of the events up to position 3071 is wrong. No event is "
          + "lost, but the past may show too few; rebuild mends it."
      ])
    try ada.store.rebuildViews(isDryRun: true)
    #expect(try ada.store.verify().problems.count == 1)
    try ada.store.rebuildViews()
    #expect(try ada.store.verify().problems == [])
    let row = try ada.store.read { _, transaction in
      try transaction.bytes(in: meta, for: key)
    }
    #expect(try #require(row)[8..<16].contains { $0 > 0 }, "what was not known is")
  }
}
