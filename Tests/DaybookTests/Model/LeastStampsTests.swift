import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// What came after a past moment is passed over, 1,024 positions at a time, without being read.
struct LeastStampsTests {
  /// Two machines whose clocks differ by an hour and that meet now and then, so that the order of
  /// positions is not that of stamps; some reviews happened long before they were written.
  private func history(_ seed: UInt64, in folder: ScratchFolder) throws -> TestReplica {
    var random = SimulationRandom(state: seed)
    let ada = try TestReplica("ada", in: folder, seed: random.next())
    let ben = try TestReplica("ben", in: folder, seed: random.next())
    ben.machine.now -= 3_600_000
    var events = SimulatedEvents(random: random)
    events.mayErase = false
    for round in 0..<200 {
      for replica in [ada, ben] {
        replica.machine.now += Int64(1 + random.below(60_000))
        try replica.write((0..<20).map { _ in events.next().draft })
      }
      if round % 60 == 59 { try ada.merge(from: ben) }
    }
    return ada
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `the past of one thing is that of the whole store`(seed: UInt64) throws {
    let ada = try history(seed, in: try ScratchFolder())
    #expect(try ada.state.eventCount > 7_000)
    var random = SimulationRandom(state: seed + 1)
    let rows =
      Sample.items.map { RowKey(.item, $0) } + Sample.cards.map { RowKey(.reviews, $0) }
      + Sample.cards.map { RowKey(.card, $0) }
    for _ in 0..<12 {
      let time = ada.machine.now - Int64(random.below(9_000_000))
      let past = random.isOne(in: 4) ? PastTime.known(time) : .timeline(time)
      let whole = try ada.store.read(at: past) { moment, transaction in
        try moment.catalog.foldPast(transaction)
        return try rows.map { try moment.catalog.record($0, transaction) }
      }
      for (row, record) in zip(rows, whole) {
        #expect(try ada.store.read(at: past) { try $0.catalog.record(row, $1) } == record)
      }
    }
  }

  @Test func `what came after a past moment is not read`() throws {
    let ada = try TestReplica(in: try ScratchFolder(), seed: 7)
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
        "What is kept of the times of the events up to position 3071 is wrong."
      ])
  }
}
