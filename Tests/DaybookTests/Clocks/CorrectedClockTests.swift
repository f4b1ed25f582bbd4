import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// Machines whose clocks are wrong, and what is done about it (C5, C6).
struct CorrectedClockTests {
  private static let today: Int64 = 1_700_000_000_000
  private static let year2100: Int64 = 4_102_444_800_000
  private static let day: Int64 = 86_400_000
  let folder: ScratchFolder
  let laptop: SimulatedReplica
  let phone: SimulatedReplica
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws {
    folder = try ScratchFolder()
    laptop = try SimulatedReplica("laptop", in: folder, now: Self.today, seed: 1)
    phone = try SimulatedReplica("phone", in: folder, now: Self.today, seed: 2)
    try laptop.write(Sample.captured(item, title: "0"))
    try phone.merge(from: laptop)
  }

  /// Exchanges both ways and expects one state, the same as one built anew.
  private func meet() throws {
    try laptop.merge(from: phone)
    try phone.merge(from: laptop)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try laptop.conflicts.map(\.identity) == phone.conflicts.map(\.identity))
    for replica in [laptop, phone] {
      try replica.store.refreshSchedule()
      for view in ViewName.allCases { #expect(try replica.store.rebuild(view).differences == 0) }
    }
  }

  /// The phone, in another time, and the laptop an hour later in theirs, write without knowing of
  /// each other.
  private func writeApart(phoneAt time: Int64) throws {
    phone.machine.now = time
    try phone.write(Sample.edited(item, title: "phone"))
    laptop.machine.now = Self.today + 3_600_000
    try laptop.write(Sample.edited(item, title: "laptop"))
    try meet()
  }

  @Test(arguments: [Self.year2100, 253_402_300_799_000, Self.today + 90 * Self.day])
  func `a corrected clock wins no more than its turn, and no write is lost`(time: Int64) throws {
    try writeApart(phoneAt: time)
    #expect(try laptop.value(row, .title) == Array("phone".utf8))
    let wrong = try #require(try laptop.store.wrongClocks().first)
    #expect(try laptop.store.wrongClocks().count == 1)
    #expect(wrong.replica == (try phone.identity) && wrong.events == 1 && !wrong.isOwn)
    #expect(wrong.aheadMilliseconds == time - laptop.machine.now)
    #expect(try laptop.store.status().futureEvents == 1)

    let rehearsal = try laptop.store.correctClock(wrong.correction, isDryRun: true)
    #expect(try laptop.value(row, .title) == Array("phone".utf8))
    // It is dated when it came here: just before the laptop wrote would be the truth.
    let truth = ClockCorrection(
      from: wrong.first, minus: wrong.correction.minus + UInt64(3_600_000) << 16)
    let report = try laptop.store.correctClock(truth)
    #expect(report.effects.overwritten.map(\.name.row) == [row])
    #expect(rehearsal.effects.overwritten.isEmpty, "the phone still wrote last, as far as we know")
    #expect(try laptop.value(row, .title) == Array("laptop".utf8))
    #expect(try laptop.conflicts.map(\.key.field) == [.title], "both are still there to choose")
    #expect(try laptop.store.status().futureEvents == 0)
    #expect(try laptop.store.wrongClocks().isEmpty)
    try meet()
    #expect(try phone.value(row, .title) == Array("laptop".utf8))
  }

  @Test func `a correction can be taken back and corrected, whatever comes first`() throws {
    try writeApart(phoneAt: Self.year2100)
    let wrong = try #require(try laptop.store.wrongClocks().first)
    let far = ClockCorrection(from: wrong.first, minus: wrong.correction.minus * 2)
    let none = ClockCorrection(from: wrong.first, minus: 0)
    try laptop.store.correctClock(far)
    #expect(try laptop.value(row, .title) == Array("laptop".utf8))
    try laptop.store.correctClock(none)
    #expect(try laptop.value(row, .title) == Array("phone".utf8))
    #expect(try laptop.store.clockCorrections().isEmpty)
    // The phone corrects itself meanwhile, without knowing of that.
    phone.machine.now = laptop.machine.now + 1000
    try phone.store.correctClock(far)
    try meet()
    #expect(try laptop.store.clockCorrections().map(\.rivals) == [1])
    try laptop.store.correctClock(far)
    try meet()
    #expect(try phone.store.clockCorrections().map(\.rivals) == [0])
    #expect(try phone.value(row, .title) == Array("laptop".utf8))
  }

  @Test func `who corrects his own clock goes on under a new id that begins with that`() throws {
    try writeApart(phoneAt: Self.year2100)
    let old = try phone.identity
    phone.machine.now = Self.today + 2 * Self.day
    let wrong = try #require(try phone.store.wrongClocks().first)
    #expect(wrong.isOwn)
    #expect(try phone.store.correctClock(wrong.correction).tookNewIdentity)
    let new = try phone.identity
    #expect(new != old)
    let first = try phone.store.read { try $0.event(named: "\(new):1", $1) }
    #expect(first?.header.knownKind == .clockCorrected)
    #expect(first?.header.stamp.milliseconds == phone.machine.now, "its clock begins anew")
    try phone.write(Sample.edited(item, body: "on time"))
    #expect(try phone.record(row)[.body]?.winner?.stamp.milliseconds == phone.machine.now)
    #expect(try phone.identity == new)
    try meet()
    laptop.machine.now = phone.machine.now
    #expect(try laptop.store.status().futureEvents == 0)
  }

  @Test func `whose clock another corrects goes on under a new id once it is set`() throws {
    try writeApart(phoneAt: Self.year2100)
    let old = try phone.identity
    let wrong = try #require(try laptop.store.wrongClocks().first)
    try laptop.store.correctClock(wrong.correction)
    try meet()
    // Still wrong: what it writes is corrected like what it wrote.
    try phone.write(Sample.edited(item, body: "still in 2100"))
    #expect(try phone.identity == old)
    let body = try #require(try phone.record(row)[.body]?.winner)
    #expect(body.stamp.milliseconds - laptop.machine.now < Self.day)
    phone.machine.now = Self.today + Self.day
    try phone.write(Sample.edited(item, title: "set"))
    #expect(try phone.identity != old)
    #expect(try phone.record(row)[.title]?.winner?.stamp.milliseconds == phone.machine.now)
    try meet()
    #expect(try laptop.value(row, .title) == Array("set".utf8))
  }

  @Test func `a machine in 1970 writes, wins over what it saw, and is not called wrong`() throws {
    phone.machine.now = 0
    try phone.write(Sample.edited(item, title: "1970"))
    try meet()
    #expect(try laptop.value(row, .title) == Array("1970".utf8))
    #expect(try laptop.store.wrongClocks().isEmpty)
    // Corrected back beyond 1970, its events keep their order.
    let first = try #require(try phone.heads.first { $0.replica == (try phone.identity) })
    try phone.write(Sample.edited(item, body: "and on"))
    try laptop.merge(from: phone)
    try laptop.store.correctClock(ClockCorrection(from: first, minus: .max))
    #expect(try laptop.record(row)[.title]?.winner?.stamp.rawValue == 0)
    #expect(try laptop.record(row)[.body]?.winner?.stamp.rawValue == 1)
    try meet()
  }

  @Test func `reviews of a phone in 2100 count for the day they were made on`() throws {
    let deck = try laptop.store.createDeck(named: "deck")
    var change = CardChange()
    change.front = "front"
    let card = try laptop.store.addCard(change, to: deck)
    try phone.merge(from: laptop)
    phone.machine.now = Self.year2100
    _ = try phone.store.review(card, .easy)
    try meet()
    let due = try #require(try laptop.store.card(card)?.due)
    let wrong = try #require(try laptop.store.wrongClocks().first)
    let report = try laptop.store.correctClock(wrong.correction)
    #expect(report.effects.movedDueDates.map(\.card) == [card])
    #expect(try laptop.store.card(card)?.due != due)
    let day = try #require(try laptop.reviews(of: card).first?.studyDay)
    #expect(day == Int(Self.today / Self.day))
    try meet()
  }

  @Test func `what was known before a correction is told without it`() throws {
    try writeApart(phoneAt: Self.year2100)
    let before = laptop.machine.now
    let known = try contents(laptop.store, nil)
    let wrong = try #require(try laptop.store.wrongClocks().first)
    laptop.machine.now += 1000
    let minus = wrong.correction.minus + UInt64(Self.day) << 16
    try laptop.store.correctClock(ClockCorrection(from: wrong.first, minus: minus))
    #expect(try contents(laptop.store, .known(before)) == known)
    #expect(try contents(laptop.store, nil) != known)
    // On the timeline, what is known now counts for then as well.
    let title = try laptop.store.read(at: .timeline(before)) {
      try $0.catalog.record(RowKey(.item, item), $1).value(.title)
    }
    #expect(title == Array("laptop".utf8))
    let early = try laptop.store.read(at: .timeline(Self.today - 1)) {
      try $0.catalog.record(RowKey(.item, item), $1).value(.title)
    }
    #expect(early == Array("phone".utf8))
  }

  @Test func `an hour less or more in the night of the change keeps the order`() throws {
    for (hours, offset) in [(0, 120), (1, 60), (0, 60), (2, 120)] {
      phone.machine.now = Self.today + Int64(hours) * 3_600_000
      phone.machine.offsetMinutes = offset
      let before = try phone.state.clock.last
      try phone.write(Sample.edited(item, title: "\(hours) \(offset)"))
      #expect(try phone.state.clock.last > before)
    }
    try meet()
    #expect(try laptop.value(row, .title) == Array("2 120".utf8))
    #expect(try laptop.store.wrongClocks().isEmpty)
  }
}
