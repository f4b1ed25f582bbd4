import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import TestSupport
import Testing

struct EraseTests {
  let folder: ScratchFolder
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws { folder = try ScratchFolder() }

  private func replica(_ name: String, _ seed: UInt64) throws -> SimulatedReplica {
    try SimulatedReplica(name, in: folder, seed: seed)
  }

  private func problems(_ replica: SimulatedReplica) throws -> [LogProblem] {
    try replica.store.read { try $0.log.verify($0.state, $1) }
  }

  /// Whether any event still says something that holds some text.
  private func holds(_ text: String, _ replica: SimulatedReplica) throws -> Bool {
    let sought = Array(text.utf8)
    return try replica.segments().flatMap(\.events).contains { $0.firstRange(of: sought) != nil }
  }

  @Test func `what was erased is gone from log and views, and the chain still verifies`() throws {
    let ada = try replica("ada", 1)
    try ada.write(Sample.captured(item, title: "secret", body: "plan"))
    try ada.write(Sample.tagged(item, "hush"), Sample.filed(item, Sample.collections[0], at: [80]))
    try ada.write(Sample.edited(item, title: "secret too"))
    let report = try ada.store.erase([item])
    #expect(report.things == [item] && report.events == 4)
    #expect(try !holds("secret", ada) && !holds("hush", ada))
    #expect(try ada.value(row, .title) == nil)
    #expect(try ada.record(RowKey(.tag, Tag.id("hush"))).isEmpty)
    #expect(try ada.record(RowKey(.membership, Sample.collections[0], item)).isEmpty)
    #expect(try ada.state.erasedEvents == 4)
    #expect(try problems(ada).isEmpty)
    for report in try ada.store.rebuildViews(isDryRun: true) { #expect(report.differences == 0) }
    #expect(throws: StoreError.alreadyErased(item)) { try ada.store.erase([item]) }
  }

  @Test func `an erasure travels, and a fresh store never sees what it took`() throws {
    let (ada, ben, cleo) = (try replica("ada", 1), try replica("ben", 2), try replica("cleo", 3))
    try ada.write(Sample.captured(item, title: "secret"))
    try ben.merge(from: ada)
    try ada.write(Sample.captured(Sample.items[1], title: "kept"))
    try ada.store.erase([item])
    try ben.merge(from: ada)
    try cleo.merge(from: ben)  // a relay that has written nothing
    for replica in [ben, cleo] {
      #expect(try !holds("secret", replica))
      #expect(try replica.fingerprint == ada.fingerprint)
      #expect(try replica.state.erasedEvents == 1)
      #expect(try problems(replica).isEmpty)
      #expect(try replica.value(RowKey(.item, Sample.items[1]), .title) == Array("kept".utf8))
    }
  }

  @Test func `what arrives without its text waits for the erasure that took it`() throws {
    let (ada, ben) = (try replica("ada", 1), try replica("ben", 2))
    try ada.write(Sample.captured(item, title: "secret"))
    let whole = try ada.segments()
    try ada.write(Sample.captured(Sample.items[1], title: "next"))
    try ada.store.erase([item])
    try ada.write(Sample.captured(Sample.items[2], title: "last"))
    // Cut where the writer signed, so that the erasure comes later than what it took.
    let offered = try ada.segments()
    let all = offered.flatMap(\.events)
    #expect(offered.count == 1 && all.count == 5)
    var first = offered[0]
    let signed = try ada.store.read { moment, transaction in
      try moment.log.checkpoints(of: 0, after: 0, moment.state, transaction)
    }
    #expect(signed.last?.sequence == 5)
    first.events = Array(all.prefix(1))
    first.signature = whole[0].signature
    let report = try ben.merge([first])
    #expect(report.waitingCommands == 1 && report.appliedEvents == 0)
    #expect(try ben.state.eventCount == 0)
    try ben.merge(offered)
    #expect(try ben.state.waitingCommands == 0)
    #expect(try ben.fingerprint == ada.fingerprint)
    #expect(try ben.heads == ada.heads)
    #expect(try problems(ben).isEmpty)
  }

  @Test func `an erasure is found however much was written between`() throws {
    let (ada, ben) = (try replica("ada", 1), try replica("ben", 2))
    try ada.write(Sample.captured(item, title: "secret"))
    for round in 0..<10 {
      try ada.write(
        (0..<4_096).map { Sample.edited(Sample.items[1 + $0 % 2], title: "\(round) \($0)") })
    }
    try ada.store.erase([item])
    // More than one transaction takes.
    #expect(try ada.state.eventCount > LogWriter.receiveEventLimit)
    let report = try ben.merge(from: ada)
    #expect(report.waitingCommands == 0)
    #expect(try ben.fingerprint == ada.fingerprint && ben.heads == ada.heads)
    #expect(try problems(ben).isEmpty && ben.state.erasedEvents == 1)
  }

  @Test func `what waits without its text is applied when somebody sends it whole`() throws {
    let (ada, ben) = (try replica("ada", 1), try replica("ben", 2))
    try ada.write(Sample.captured(item, title: "secret"))
    let whole = try ada.segments()
    var emptied = whole[0]
    let bytes = whole[0].events[0]
    let erased = try EventBytes(reading: bytes.span).erased(bytes.span)
    emptied.events = [try #require(erased)]
    #expect(try ben.merge([emptied]).waitingCommands == 1)
    #expect(try ben.value(row, .title) == nil)
    #expect(try ben.merge(whole).waitingCommands == 0)
    #expect(try ben.value(row, .title) == Array("secret".utf8))
    #expect(try ben.fingerprint == ada.fingerprint)
  }

  @Test func `an edit made without knowledge of the erasure survives and is listed`() throws {
    let (ada, ben) = (try replica("ada", 1), try replica("ben", 2))
    try ada.write(Sample.captured(item, title: "secret"))
    try ben.merge(from: ada)
    try ada.store.erase([item])
    try ben.write(Sample.edited(item, body: "kept"))
    try exchangeAll([ada, ben])
    for replica in [ada, ben] {
      #expect(try !holds("secret", replica))
      #expect(try replica.value(row, .body) == Array("kept".utf8))
      #expect(try replica.value(row, .title) == nil)
      let conflicts = try replica.conflicts
      #expect(conflicts.map(\.key) == [FieldKey(.life)])
      #expect(try problems(replica).isEmpty)
    }
    #expect(try ada.fingerprint == ben.fingerprint)
    // What is left can be erased as well.
    try ada.store.erase([item])
    try ben.merge(from: ada)
    #expect(try !holds("kept", ben) && ben.conflicts.isEmpty)
    #expect(try ada.fingerprint == ben.fingerprint)
  }

  @Test func `a write that yielded to the erased one shows`() throws {
    let (ada, other) = (try replica("ada", 1), Sample.items[1])
    try ada.write(Sample.tagged(item, "café"))
    try ada.write(Sample.tagged(other, "CAFÉ"))
    let tag = RowKey(.tag, Tag.id("café"))
    #expect(try ada.value(tag, .tagName) == Array("café".utf8))
    try ada.store.erase([item])
    #expect(try ada.value(tag, .tagName) == Array("CAFÉ".utf8))
    #expect(try ada.store.rebuildViews().allSatisfy { $0.differences == 0 })
  }

  @Test func `with a note go its cards, and what is learned follows`() throws {
    let ada = try replica("ada", 1)
    let deck = try ada.store.createDeck(named: "Deck")
    var change = NoteChange()
    change.fields = [0: "secret", 1: "word"]
    let (note, cards) = try ada.store.addNote(.reversed, change, to: deck)
    #expect(cards.count == 2)
    try ada.store.review(cards[0], .good)
    let report = try ada.store.erase([note])
    #expect(report.things == [note] + cards)
    #expect(try ada.reviews(of: cards[0]).isEmpty && !holds("secret", ada))
    #expect(try ada.store.rebuildViews().allSatisfy { $0.differences == 0 })
    #expect(try problems(ada).isEmpty)
  }

  @Test func `a text that was dropped and not erased is found`() throws {
    let ada = try replica("ada", 1)
    try ada.write(Sample.captured(item, title: "lost"))
    try ada.store.environment.write { transaction in
      try ada.store.log.dropPayload(at: 1, &transaction)
    }
    #expect(try problems(ada) == [.missingPayload(position: 1)])
  }

  @Test func `no byte of the file holds what was erased once its free pages are overwritten`()
    throws
  {
    let ada = try replica("ada", 1)
    for round in 0..<40 {
      try ada.write(Sample.edited(Sample.items[1 + round % 2], body: "filling \(round)"))
      try ada.write(Sample.edited(item, title: "XYZZY \(round)", body: "PLUGH\(round)"))
      try ada.write(Sample.tagged(item, "xyzzy\(round)"))
    }
    try ada.store.erase([item])
    let prints = try ada.fingerprint
    #expect(try ada.store.overwriteFreePages() > 0)
    for word in ["XYZZY", "PLUGH", "xyzzy"] {
      #expect(try !fileHolds(word, ada), "\(word) is in the file")
    }
    #expect(try ada.fingerprint == prints && problems(ada).isEmpty)
  }

  @Test func `nor where an event had filled half a page of which little is left`() throws {
    let ada = try replica("ada", 1)
    try writePages(of: "XYZZY", ada)
    try ada.store.erase([item])
    try ada.store.overwriteFreePages()
    #expect(try !fileHolds("XYZZY", ada))
  }

  @Test func `nor in the table that an interrupted run left behind`() throws {
    let ada = try replica("ada", 1)
    try writePages(of: "XYZZY", ada)
    // As a run that is killed leaves it: LMDB's buffers still hold the text.
    try ada.store.environment.write { transaction in
      let filler = try transaction.createTable("filler")
      try transaction.put([0], [0], in: filler)
    }
    try ada.store.erase([item])
    try ada.store.overwriteFreePages()
    #expect(try !fileHolds("XYZZY", ada))
  }

  /// Edits the item again and again; each event fills half a page.
  private func writePages(of word: String, _ replica: SimulatedReplica) throws {
    let words = String(repeating: "\(word) ", count: 280)
    for round in 0..<20 { try replica.write(Sample.edited(item, body: "\(round) \(words)")) }
  }

  private func fileHolds(_ text: String, _ replica: SimulatedReplica) throws -> Bool {
    let bytes = try FileSystem.readFile("\(replica.store.path)/data.mdb", limit: 1 << 30)
    return bytes.firstRange(of: Array(text.utf8)) != nil
  }

  @Test func `an erasure that an older program did not understand takes effect at its upgrade`()
    throws
  {
    let ada = try replica("ada", 1)
    try ada.write(Sample.captured(item, title: "secret"))
    let whole = try ada.segments()[0].events[0]
    try ada.store.erase([item])
    let prints = try ada.fingerprint
    // What the older program left: the text, a count of what it could not read, and its views.
    try ada.store.environment.write { transaction in
      try ada.store.log.put(whole, at: 1, &transaction)
      let state = try LogState(ada.store.tables, transaction.reading)
      let hot = Sample.message { wire in
        wire.varint(1, state.nextPosition)
        wire.fixed64(2, state.clock.last.rawValue)
        wire.varint(4, 1)
      }
      try transaction.put(MetaKey.hot, hot, in: ada.store.tables.meta)
      let catalog = try ViewCatalog(ada.store.tables, logs: [], transaction.reading)
      for (view, entry) in catalog.entries {
        let older = Sample.message { wire in
          wire.varint(1, entry.generation)
          wire.varint(2, 1)
          wire.varint(3, entry.factVersion)
          wire.varint(4, entry.position)
          wire.bytes(5, entry.fingerprint.bytes)
        }
        try transaction.put(MetaKey.view(view.rawValue), older, in: ada.store.tables.meta)
      }
    }
    #expect(try holds("secret", ada))
    let path = try ada.copied(bytesTo: "upgraded")
    let upgraded = try SimulatedReplica(opening: path, in: folder, ada.machine)
    #expect(try !holds("secret", upgraded) && upgraded.state.erasedEvents == 1)
    #expect(try upgraded.state.unknownEvents == 0)
    #expect(try upgraded.fingerprint == prints)
    #expect(try problems(upgraded).isEmpty)
  }
}
