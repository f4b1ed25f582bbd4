import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import TestSupport
import Testing

/// What arrives about a thing of which an event is damaged here, and has to be folded anew.
struct DamagedHistoryTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws {
    folder = try ScratchFolder()
    (ada, ben) = (
      try SimulatedReplica("ada", in: folder, seed: 1),
      try SimulatedReplica("ben", in: folder, seed: 2)
    )
  }

  /// Flips a bit in the payload of an event's row.
  private func damage(_ event: EventName?, in replica: SimulatedReplica) throws {
    let store = replica.store
    try store.environment.write { transaction in
      let state = try LogState(store.tables, transaction.reading)
      guard let event, let log = try store.log.locate(event, state, transaction.reading),
        let position = try store.log.position(
          of: event.sequence, in: log, state, transaction.reading),
        var row = try transaction.reading.bytes(
          in: store.tables.events, for: Hexadecimal.bytes(position))
      else { throw TestFailure.notFound }
      row[row.count - 12] ^= 0x10
      try transaction.put(Hexadecimal.bytes(position), row, in: store.tables.events)
    }
  }

  /// Whether any row of the log or of a view holds a text.
  private func holds(_ text: String, _ replica: SimulatedReplica) throws -> Bool {
    let sought = Array(text.utf8)
    return try replica.store.read { moment, transaction in
      var isThere = false
      let views = try ViewName.ofFacts.map { try moment.catalog.table($0).raw }
      for table in views + [moment.log.tables.events] {
        try transaction.scan(table) { key, value in
          isThere = isThere || value.array().firstRange(of: sought) != nil
          return isThere ? .stop : .next
        }
      }
      return isThere
    }
  }

  private func problems(_ replica: SimulatedReplica) throws -> [LogProblem] {
    try replica.store.read { try $0.log.verify($0.state, $1) }
  }

  private func expectWhole(_ replica: SimulatedReplica) throws {
    #expect(try problems(replica).isEmpty)
    #expect(try replica.state.waitingCommands == 0)
    for report in try replica.store.rebuildViews(isDryRun: true) {
      #expect(report.differences == 0)
    }
  }

  /// One of the events is damaged, in turn.
  @Test(arguments: 0..<3)
  func `an erasure takes a damaged event as well, from the log and from what it showed`(
    _ index: Int
  ) throws {
    let written = [
      try ada.write(Sample.captured(item, title: "secret", body: "the plan")),
      try ada.write(
        Sample.tagged(item, "hushed"), Sample.filed(item, Sample.collections[0], at: [8])),
      try ada.write(Sample.edited(item, title: "secret too")),
    ]
    try ben.merge(from: ada)
    let whole = try ada.segments()
    try damage(written[index].events.first, in: ada)
    try ben.write(Sample.captured(Sample.items[1], title: "before"))
    try ben.store.erase([item])
    try ben.write(Sample.captured(Sample.items[1], title: "after"))
    let report = try ada.merge(from: ben)
    #expect(report.waitingCommands == 0 && report.erasedEvents == 4)
    for text in ["secret", "plan", "hushed"] { #expect(try !holds(text, ada), "\(text)") }
    #expect(try ada.fingerprint == ben.fingerprint)
    let position = UInt64(index < 2 ? index + 1 : 4)
    #expect(try problems(ada).contains(.damagedEvent(position: position)))
    // Whoever has the event puts it back, without what it said.
    #expect(try ada.merge(whole).mendedEvents == 1)
    #expect(try !holds("secret", ada) && ada.fingerprint == ben.fingerprint)
    #expect(try ada.state.erasedEvents == 4)
    try expectWhole(ada)
  }

  @Test func `a damaged event is erased where its thing is`() throws {
    let first = try ada.write(Sample.captured(item, title: "secret"))
    try ada.write(Sample.edited(item, body: "plan"))
    try damage(first.events.first, in: ada)
    #expect(try ada.store.erase([item]).events == 2)
    #expect(try !holds("secret", ada) && !holds("plan", ada))
    #expect(throws: StoreError.alreadyErased(item)) { try ada.store.erase([item]) }
  }

  /// A program before left what a damaged event had shown.
  @Test func `an erased event that is put back takes away what is still shown of it`() throws {
    let first = try ada.write(Sample.captured(item, title: "secret"))
    let kept = try SimulatedReplica("kept", in: folder, seed: 3)
    try kept.merge(from: ada)
    try ada.store.erase([item])
    try ben.merge(from: ada)
    try damage(first.events.first, in: ada)
    let command = try kept.store.read { moment, transaction in
      try moment.log.command(at: 1, moment.state, transaction)
    }
    try ada.store.environment.write { transaction in
      let moment = try Moment(ada.store, transaction.reading)
      var batch = ViewBatch(entries: moment.catalog.entries, moment.state)
      try batch.fold(command, transaction.reading)
      try batch.flush(registry: ada.store.tables.meta, &transaction)
    }
    #expect(try holds("secret", ada))
    try ada.merge(try ben.segments())
    #expect(try !holds("secret", ada) && ada.fingerprint == ben.fingerprint)
    try expectWhole(ada)
  }

  /// What arrives beside something that folds anew what is damaged.
  private func expectOneWaits(
    _ write: () throws -> Void, repairing source: () throws -> [Segment]
  ) throws {
    let notes = (1..<4).map { EntityID(name: "note", "\($0)") }
    for note in notes { try ben.write(Sample.captured(note, title: "before")) }
    try write()
    try ben.write(Sample.edited(notes[0], body: "after"))
    let offered = try ben.segments(lackedBy: try ada.heads)
    let before = try ada.record(row)
    for isDryRun in [true, false, false] {
      let report = try ada.merge(offered, isDryRun: isDryRun)
      #expect(report.unfoldableCommands == 1 && report.waitingCommands == 2)
      #expect(report.problems.isEmpty)
    }
    for note in notes {
      #expect(try ada.value(RowKey(.item, note), .title) == Array("before".utf8))
    }
    #expect(try ada.value(RowKey(.item, notes[0]), .body) == nil)
    #expect(try ada.record(row) == before)
    #expect(try ada.merge(try source()).mendedEvents == 1)
    try ben.merge(from: ada)
    #expect(try ada.fingerprint == ben.fingerprint && ada.heads == ben.heads)
    try expectWhole(ada)
  }

  @Test func `an erasure waits alone where a damaged event stays that it does not take`() throws {
    try ada.write(Sample.captured(item, title: "secret"))
    try ben.merge(from: ada)
    let later = try ada.write(Sample.edited(item, body: "unknown to ben"))
    let whole = try ada.segments()
    try damage(later.events.first, in: ada)
    try expectOneWaits {
      try ben.store.erase([item])
    } repairing: {
      whole
    }
    #expect(try !holds("secret", ada))
    #expect(try ada.value(row, .body) == Array("unknown to ben".utf8))
  }

  @Test func `a decision taken back waits alone where the history of its thing is damaged`()
    throws
  {
    let first = try ada.write(Sample.captured(item, title: "first"))
    try ben.merge(from: ada)
    try ada.write(Sample.edited(item, title: "heron"))
    try ben.write(Sample.edited(item, title: "egret"))
    try exchangeAll([ada, ben])
    let decision = try ben.write(Sample.edited(item, title: "heron"))
    try exchangeAll([ada, ben])
    let whole = try ada.segments()
    try damage(first.events.first, in: ada)
    let register = RegisterName(row: row, field: FieldKey(.title))
    let withdrawal = Withdrawal([register: decision.events]).draft(about: item)
    try expectOneWaits {
      try ben.write(withdrawal)
    } repairing: {
      whole
    }
    #expect(try ada.conflicts.count == 1)
  }

  @Test func `a corrected clock waits alone where an event that it is about is damaged`() throws {
    let phone = try SimulatedReplica("phone", in: folder, now: 4_102_444_800_000, seed: 3)
    let wrong = try phone.write(Sample.captured(item, title: "too early"))
    try ada.merge(from: phone)
    try ben.merge(from: phone)
    let whole = try phone.segments()
    let clock = try #require(try ben.store.wrongClocks().first)
    try damage(wrong.events.first, in: ada)
    try expectOneWaits {
      try ben.store.correctClock(clock.correction)
    } repairing: {
      whole
    }
    // What the phone writes from now on is not kept out by damage at the first corrected event.
    try damage(wrong.events.first, in: ada)
    try phone.write(Sample.captured(Sample.items[1], title: "later"))
    #expect(try ada.merge(from: phone).waitingCommands == 0)
    #expect(try ada.merge(whole).mendedEvents == 1)
    try ben.merge(from: phone)
    #expect(try ada.fingerprint == ben.fingerprint)
  }

  /// A1.
  @Test(arguments: [1, 2, 3, 4] as [UInt64], [1, 2, 8, 1 << 40] as [UInt64])
  func `an event under the position of another is left out and told, and all others are read`(
    position: UInt64, bit: UInt64
  ) throws {
    for round in 0..<5 { try ada.write(Sample.edited(item, title: "\(round)")) }
    let file = try FileSystem.readFile(ada.store.path + "/data.mdb", limit: 1 << 30)
    var damaged = file
    let row = try ada.store.environment.read { transaction in
      try transaction.bytes(in: ada.store.tables.events, for: Hexadecimal.bytes(position)) ?? []
    }
    for place in file.ranges(of: Hexadecimal.bytes(position) + row).map(\.lowerBound) {
      damaged.replaceSubrange(place..<place + 8, with: Hexadecimal.bytes(position ^ bit))
    }
    let path = try ada.copied(bytesTo: "copy \(position) \(bit)")
    try FileSystem.writeFileAtomically(path + "/data.mdb", damaged)
    let copy = try SimulatedReplica(
      opening: path, in: folder, SimulatedMachine(now: ada.machine.now, seed: 7))
    for isBackwards in [false, true] {
      var (sequences, told): ([UInt64], [UInt64]) = ([], [])
      try copy.store.read { moment, transaction in
        let body: (StoredEvent, Span<UInt8>) -> ScanStep = { event, _ in
          sequences.append(event.header.sequence)
          return .next
        }
        if isBackwards {
          try moment.log.scanEventsBackwards(transaction, onDamage: { told.append($0) }, body)
        } else {
          try moment.log.scanEvents(
            from: 1, transaction, onDamage: { told.append($0) }, body)
        }
      }
      #expect(told == [position] && sequences.sorted() == (1...5).filter { $0 != position })
    }
    // Whoever was written on top of it says so.
    try copy.store.read { moment, transaction in
      var told: Set<UInt64> = []
      let entries = try moment.events(LogFilter(), transaction) { told.insert($0) }
      #expect(Set(entries.map(\.header.sequence)).union(told).isSuperset(of: 1...5))
      #expect(Set(entries.map(\.header.sequence)).isDisjoint(with: told))
      for entry in entries {
        let before = entry.header.sequence - 1
        #expect(try entry.observed(transaction).map(\.sequence) == (before > 0 ? [before] : []))
      }
    }
  }

  /// A5.
  @Test(arguments: [3, 5] as [UInt64])
  func `a rebuild from a log that lacks an event ends and says so`(position: UInt64) throws {
    for round in 0..<5 { try ada.write(Sample.edited(item, title: "\(round)")) }
    try ada.store.environment.write { transaction in
      _ = try transaction.delete(Hexadecimal.bytes(position), in: ada.store.tables.events)
    }
    #expect(throws: LogError.damaged(.missingEvent)) {
      try ada.store.rebuild(ViewName.allCases)
    }
    #expect(throws: LogError.damaged(.missingEvent)) {
      try ada.store.rebuild(ViewName.allCases, isDryRun: true)
    }
  }
}
