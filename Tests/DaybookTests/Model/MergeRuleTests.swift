import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// What becomes of writes that did not know of each other.
struct MergeRuleTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica
  let item = Sample.items[0]
  let list = Sample.collections[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
    try ada.write(
      Sample.captured(item, title: "0"), Sample.named(.collectionCreated, list, "list"))
    try ben.merge(from: ada)
  }

  /// Exchanges both ways and expects one state.
  private func meet() throws {
    try ada.merge(from: ben)
    try ben.merge(from: ada)
    #expect(try ada.fingerprint == ben.fingerprint)
    #expect(try ada.conflicts.map(\.identity) == ben.conflicts.map(\.identity))
  }

  @Test func `edits of the same millisecond end alike on both sides`() throws {
    for number in 0..<8 {
      try ada.write(Sample.edited(item, title: "ada \(number)"))
      try ben.write(Sample.edited(item, title: "ben \(number)"))
      try meet()
      #expect(try ada.value(row, .title) == ben.value(row, .title))
      #expect(try ada.conflicts.map(\.key.field) == [.title])
    }
  }

  @Test func `edits of different fields are both kept`() throws {
    try ada.write(Sample.edited(item, title: "renamed"))
    let done = Sample.message { $0.text(1, "done") }
    try ben.write(
      EventDraft(.itemEdited, item, payload: Sample.message { $0.bytes(4, done) }))
    try meet()
    #expect(try ada.value(row, .title) == Array("renamed".utf8))
    #expect(try ada.value(row, .status) == done)
    #expect(try ada.conflicts.isEmpty)
  }

  @Test func `a status never takes its time from another write`() throws {
    func change(_ status: String, at time: Int64?) -> EventDraft {
      let value = Sample.message { wire in
        wire.text(1, status)
        if let time { wire.signed(2, time) }
      }
      return EventDraft(.itemEdited, item, payload: Sample.message { $0.bytes(4, value) })
    }
    try ada.write(change("done", at: 5))
    try ben.write(change("active", at: nil))
    try meet()
    let value = try #require(try ada.value(row, .status))
    let shown = try #require(ItemChange.StatusChange(reading: value))
    #expect((shown.status == .done) == (shown.completedAt == 5))
    #expect(try ada.conflicts.map(\.key.field) == [.status])
  }

  @Test func `a machine in the year 2100 does not win against those who saw its write`() throws {
    ada.machine.now = 4_102_444_800_000
    try ada.write(Sample.edited(item, title: "2100"))
    try ben.merge(from: ada)
    try ben.write(Sample.edited(item, title: "today"))
    try meet()
    #expect(try ada.value(row, .title) == Array("today".utf8))
    #expect(try ben.state.clock.last.milliseconds == ben.machine.now)
  }

  @Test func `a clock that goes back stops no capture and keeps the order`() throws {
    try ada.write(Sample.edited(item, title: "1"))
    let before = try ada.state.clock.last
    ada.machine.now -= 3_600_000
    try ada.write(Sample.edited(item, title: "2"))
    #expect(try ada.state.clock.last > before)
    #expect(try ada.value(row, .title) == Array("2".utf8))
    ada.machine.now = -5
    try ada.write(Sample.edited(item, title: "3"))
    try meet()
    #expect(try ben.value(row, .title) == Array("3".utf8))
  }

  @Test func `200,000 events of one millisecond have rising stamps`() throws {
    var clock = HybridClock()
    var last = try clock.tick(now: 1000)
    for _ in 1..<200_000 {
      let next = try clock.tick(now: 1000)
      #expect(next > last)
      last = next
    }
    #expect(last.milliseconds == 1003)
  }

  @Test func `a deletion beside an edit is listed and decided alike`() throws {
    try ada.write(EventDraft(.itemDeleted, item))
    try ben.write(Sample.edited(item, title: "still wanted"))
    try meet()
    #expect(try ada.record(row).isLive == ben.record(row).isLive)
    #expect(try ada.conflicts.map(\.key.field) == [.life])
    #expect(try ada.value(row, .title) == Array("still wanted".utf8))
    try ada.write(EventDraft(.itemRestored, item))
    try meet()
    #expect(try ben.record(row).isLive)
    #expect(try ben.conflicts.isEmpty)
  }

  @Test func `a deleted collection does not come back and its items stay`() throws {
    try ada.write(EventDraft(.collectionDeleted, list))
    try ben.write(Sample.filed(item, list, at: [7]))
    try meet()
    let collection = RowKey(.collection, list)
    #expect(try !ben.record(collection).isLive)
    #expect(try ben.record(row).isLive)
    #expect(try ben.value(RowKey(.membership, list, item), .place) == [1, 7])
    #expect(try ben.conflicts.map(\.row) == [collection])
    #expect(try ben.conflicts.map(\.writes.count) == [2])
    try ada.write(EventDraft(.collectionDeleted, list))
    try meet()
    #expect(try ben.conflicts.isEmpty)
  }

  @Test func `an imported membership that a deletion saw part of is no conflict`() throws {
    try ada.write(Sample.filed(item, list, at: [1]), reason: .import)
    try ben.write(Sample.filed(item, list, at: [2]))
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 3)
    try cleo.merge(from: ada)
    try cleo.write(EventDraft(.collectionDeleted, list))
    try ada.merge(from: cleo)
    try meet()
    #expect(try ada.conflicts.isEmpty)
  }

  @Test func `tags are added and removed one by one`() throws {
    try ada.write(Sample.tagged(item, "kept"), Sample.tagged(item, "removed"))
    try meet()
    try ada.write(Sample.tagged(item, "a"), Sample.tagged(item, "removed", isOn: false))
    try ben.write(Sample.tagged(item, "b"))
    try meet()
    let facts = Item.Facts(try ada.record(row))
    #expect(Set(facts.tags) == Set(["kept", "a", "b"].map { Tag.id($0) }))
    #expect(try ada.conflicts.isEmpty)
  }

  @Test func `one tag written in two ways is one tag`() throws {
    try ada.write(Sample.tagged(item, "Cafe\u{301}"))
    try ben.write(Sample.tagged(item, "caf\u{E9}"))
    try meet()
    #expect(Item.Facts(try ada.record(row)).tags == [Tag.id("CAFÉ")])
    #expect(Tag.id("istanbul") != Tag.id("İstanbul"))
    #expect(try ada.conflicts.isEmpty)
  }

  @Test func `moves on three replicas lose and double nothing`() throws {
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 3)
    let all = [ada, ben, cleo]
    try ada.write(Sample.items.map { Sample.filed($0, list, at: [128]) })
    try exchangeAll(all)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<30 {
      let (item, position) = (random.pick(Sample.items), random.bytes(2))
      let draft = EventDraft(
        .itemMoved, item, second: list, payload: Sample.message { $0.bytes(1, position) })
      try random.pick(all).write(draft)
      if random.isOne(in: 3) { try random.pick(all).merge(from: random.pick(all)) }
    }
    try exchangeAll(all)
    #expect(try Set(all.map { try $0.fingerprint }).count == 1)
    #expect(try ada.conflicts.isEmpty)
    for item in Sample.items {
      let places = try all.map { try $0.value(RowKey(.membership, list, item), .place) }
      #expect(Set(places).count == 1)
      #expect(places[0]?.first == 1)
    }
  }

  @Test func `the losing text stays readable beside the winning one`() throws {
    try ada.write(Sample.edited(item, body: "one\n\ntwo"))
    try ben.write(Sample.edited(item, body: "three"))
    try meet()
    let heads = try #require(try ada.record(row)[.body]).heads
    #expect(Set(heads.map(\.value)) == Set(["one\n\ntwo", "three"].map { Array($0.utf8) }))
    #expect(try ben.conflicts.map(\.writes.count) == [2])
  }
}
