import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import Synchronization
import TestSupport
import Testing

/// Merging as work that can be rehearsed, repeated and interrupted.
struct MergeWorkTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica
  let item = Sample.items[0]

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
  }

  /// A source that goes away after some segments.
  private struct BrokenSource: SegmentSource {
    var segments: ArraySlice<Segment>
    mutating func nextSegment() throws -> Segment? {
      guard let next = segments.popFirst() else { throw TestFailure.notFound }
      return next
    }
  }

  @Test func `a merge that is repeated adds nothing`() throws {
    try ada.write(Sample.captured(item, title: "a"))
    let segments = try ada.segments()
    try ben.merge(segments)
    let before = try (ben.fingerprint, ben.heads, ben.state)
    let report = try ben.merge(segments)
    #expect(report.receipt.appliedEvents == 0)
    #expect(report.receipt.duplicateEvents == 1)
    #expect(report.changes.newConflicts.isEmpty)
    #expect(try (ben.fingerprint, ben.heads, ben.state) == before)
  }

  @Test func `a rehearsed merge says what the merge will do and changes nothing`() throws {
    try ada.write(Sample.captured(item, title: "a"))
    try ben.write(Sample.captured(item, title: "b"))
    let segments = try ada.segments()
    let before = try (ben.fingerprint, ben.heads, ben.state)
    let rehearsal = try ben.merge(segments, isDryRun: true)
    #expect(try (ben.fingerprint, ben.heads, ben.state) == before)
    let report = try ben.merge(segments)
    #expect(rehearsal.receipt == report.receipt)
    #expect(rehearsal.fingerprint == report.fingerprint)
    #expect(rehearsal.changes.newConflicts == report.changes.newConflicts)
    #expect(rehearsal.changes.effects.overwritten == report.changes.effects.overwritten)
    #expect(report.changes.newConflicts.count == 1)
  }

  @Test func `what one batch erases and the next writes again shows what was written`() throws {
    let collection = Sample.collections[0]
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 3)
    try ada.write(Sample.captured(item), Sample.filed(item, collection, at: [80]))
    for replica in [ben, cleo] { try replica.merge(from: ada) }
    try ada.store.erase([item])
    try cleo.write(EventDraft(.itemUnfiled, item, second: collection))
    let segments = try [ada, cleo].flatMap { try $0.segments(lackedBy: ben.heads) }
    let rehearsal = try ben.merge(segments, isDryRun: true)
    let report = try ben.merge(segments, eventLimit: 1)
    let place = report.changes.effects.overwritten.first { $0.name.row.kind == .membership }
    #expect(place?.from.value == [1, 80] && place?.to?.value == [0])
    #expect(rehearsal.changes.effects.overwritten == report.changes.effects.overwritten)
  }

  @Test func `a merge whose source goes away keeps what came and goes on later`() throws {
    for number in 0..<3 {
      try ada.write((0..<2000).map { Sample.edited(item, title: "\(number) \($0)") })
    }
    let segments = try ada.segments()
    #expect(segments.count == 3)
    for count in 0..<segments.count {
      let goal = try SimulatedReplica("goal\(count)", in: folder, seed: 9)
      var source = BrokenSource(segments: segments.prefix(count))
      let report = try goal.store.merge(&source, from: "gone")
      #expect(report.problems == [.exchangeFailed])
      #expect(try goal.state.eventCount == UInt64(2000 * count))
      try goal.merge(from: ada)
      #expect(try goal.fingerprint == ada.fingerprint)
    }
  }

  @Test func `a merge cut off between two batches is finished by the next one`() throws {
    var (left, right) = (Scribe(seed: 1), Scribe(seed: 2))
    let cause = try left.command(Sample.captured(item, title: "cause"))
    var waiting: [Segment] = []
    for number in 0..<3 {
      let drafts = try right.command(
        Sample.edited(item, title: "\(number)"), observing: number == 0 ? [left.head] : [])
      waiting.append(drafts)
    }
    try ben.merge(waiting)
    #expect(try ben.state.waitingCommands == 3)
    // As if the process had ended after the cause was applied: only the next merge lets go.
    try ben.store.environment.write { transaction in
      var writer = try LogWriter(ben.store.tables, transaction.reading)
      var summary = ReceiptSummary()
      var queue = ReceivingQueue()
      queue.add(try cause.verified())
      let moment = try Moment(ben.store, transaction.reading)
      let done = try writer.receive(
        &queue, isLast: true, now: ben.machine.now, &summary, &transaction)
      try writer.finish(&transaction)
      var batch = ViewBatch(entries: moment.catalog.entries, writer.state)
      for command in done { try batch.fold(command, transaction.reading) }
      try batch.flush(registry: ben.store.tables.meta, &transaction)
    }
    #expect(try ben.state.waitingCommands == 3)
    try ben.merge([cause])
    #expect(try ben.state.waitingCommands == 0)
    #expect(try ben.value(RowKey(.item, item), .title) == Array("2".utf8))
    for view in ViewName.allCases { #expect(try ben.store.rebuild(view).differences == 0) }
  }

  @Test func `views stand where the log stands after every command`() throws {
    for number in 0..<5 {
      try ada.write(Sample.edited(item, title: "\(number)"), Sample.tagged(item, "a"))
      if number == 3 { try ada.merge(from: ben) } else { try ben.write(Sample.captured(item)) }
      let (entries, count) = try ada.store.read { moment, _ in
        (moment.catalog.entries, moment.state.eventCount)
      }
      #expect(entries.values.allSatisfy { $0.position == count })
    }
  }

  @Test func `folding has no effect outside and a view can be rebuilt a hundred times`() throws {
    try ada.write(Sample.captured(item, title: "a"))
    let before = try (ada.fingerprint, ada.state)
    for number in 0..<100 {
      let report = try ada.store.rebuild(.items, isDryRun: number.isMultiple(of: 10))
      #expect(report.differences == 0)
    }
    #expect(try (ada.fingerprint, ada.state) == before)
  }

  @Test(arguments: ViewName.ofFacts)
  func `a view that is built alone in little memory is whole`(view: ViewName) throws {
    try ada.write(
      Sample.captured(item, title: "a"), Sample.filed(item, Sample.collections[0], at: [80]))
    try ada.store.createDeck(named: "c")
    try ada.store.record(CustomEvent("begun", of: CustomName("org.example.test/thing")))
    let before = try ada.fingerprint
    let report = try ada.store.rebuild([view], byteLimit: 1)[0]
    #expect(report.rows > 0 && report.differences == 0)
    #expect(try ada.fingerprint == before)
  }

  @Test func `a view that another builder has just finished is not emptied`() throws {
    try ada.write(Sample.captured(item, title: "a"))
    let (machine, path) = (ada.machine, "\(folder.path)/eager")
    try FileSystem.makeDirectory(path, permissions: 0o700)
    let file = try FileSystem.readFile("\(ada.store.path)/data.mdb", limit: 1 << 30)
    try FileSystem.writeFileAtomically("\(path)/data.mdb", file)
    let rival = Mutex<Store?>(nil)
    var options = StoreOptions(replicaName: "eager")
    options.random = {
      // Chance is asked for after the view was looked at: the rival is faster.
      let store = rival.withLock { held -> Store? in
        defer { held = nil }
        return held
      }
      // What matters is what the slower one finds.
      _ = try? store?.rebuild(.items)
      return machine.random()
    }
    let store = try Store.open(at: path, options: options)
    let before = try store.read { moment, _ in moment.catalog.fingerprint }
    rival.withLock { $0 = store }
    #expect(throws: StoreError.rebuiltElsewhere) { try store.rebuild(.items) }
    let title = try store.read { try $0.catalog.record(RowKey(.item, item), $1).value(.title) }
    #expect(title == Array("a".utf8))
    #expect(try store.read { moment, _ in moment.catalog.fingerprint } == before)
  }

  @Test(arguments: [Int64.max, .min])
  func `a wall clock beyond every calendar writes what it reads back`(now: Int64) throws {
    ada.machine.now = now
    ada.machine.offsetMinutes = 5000
    try ada.write(Sample.captured(item, title: "a"))
    for view in ViewName.allCases { #expect(try ada.store.rebuild(view).differences == 0) }
    try ben.merge(from: ada)
    #expect(try ada.fingerprint == ben.fingerprint)
  }

  @Test func `other contents with the same counts have another fingerprint`() throws {
    var (one, other) = (Scribe(seed: 1), Scribe(seed: 1))
    try ada.merge([try one.command(Sample.captured(item, title: "a"))])
    try ben.merge([try other.command(Sample.captured(item, title: "b"))])
    #expect(try ada.state.eventCount == ben.state.eventCount)
    #expect(try ada.fingerprint != ben.fingerprint)
  }
}
