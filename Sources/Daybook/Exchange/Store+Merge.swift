import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Takes over what this store lacks: set union of events, each command whole, in any order.
  ///
  /// Works in batches of a few MiB, each durable by itself: an interrupted merge goes on where
  /// it stopped when it is repeated. A damaged or forged segment is refused and named; the sound
  /// ones are taken. The views of a store without events are built at the end, where more than
  /// one batch comes.
  ///
  /// - Parameters:
  ///   - isDryRun: does everything in one transaction that is then given up.
  ///   - eventLimit: after how many events a batch is full.
  package func merge(
    _ source: inout some SegmentSource, from name: String, isDryRun: Bool = false,
    eventLimit: Int = LogWriter.receiveEventLimit
  ) throws -> MergeReport {
    if isDryRun { return try preview(&source, from: name) }
    let (before, known) = try read { (try Conflict.allReadable($0, $1), $0.state) }
    var report = MergeReport()
    var queue = ReceivingQueue()
    var isMore = true
    while isMore {
      isMore = Self.addBatch(to: &queue, eventLimit, &source, &report)
      (report, queue) = try take(MergeBatch(queue, isLast: !isMore, from: name, after: report))
    }
    while try environment.read({ try canDrain($0, report) }) {
      let applied = report.receipt.appliedEvents
      report = try take(MergeBatch(from: name, after: report)).report
      if report.receipt.appliedEvents == applied { break }
    }
    if report.leftViewsBehind { report.changes.effects = try catchUpViews() }
    // It may be what kept views from being built.
    if report.mendedEvents > 0 {
      try upgradeViews(try read { moment, _ in moment.catalog.entries })
    }
    for move in try refreshSchedule() { report.changes.effects.note(move) }
    if report.erasedEvents > 0 { try deleteDroppedMedia() }
    return try read { try finished(report, before, known, labelling: false, $0, $1) }
  }

  private func preview(
    _ source: inout some SegmentSource, from name: String
  ) throws -> MergeReport {
    var read = MergeReport()
    var queue = ReceivingQueue()
    while Self.addBatch(to: &queue, .max, &source, &read) {}
    var batch = MergeBatch(queue, isLast: true, from: name, after: read)
    while true {
      let outcome = try mendingViews { try environment.rehearse { try self.preview(batch, &$0) } }
      switch outcome {
      case .taken(let report, _): return report
      case .inapplicable(let found): batch.waiting.formUnion(found)
      }
    }
  }

  /// Takes everything over, in a transaction that is given up.
  private func preview(
    _ batch: MergeBatch, _ transaction: inout WriteTransaction
  ) throws -> MergeBatch.Outcome {
    let known = try Moment(self, transaction.reading)
    let before = try Conflict.allReadable(known, transaction.reading)
    var batch = batch
    var applied = -1
    while applied != batch.report.receipt.appliedEvents {
      applied = batch.report.receipt.appliedEvents
      switch try take(batch, &transaction) {
      case .taken(let report, _):
        let waiting = batch.waiting
        batch = MergeBatch(from: batch.source, after: report)
        batch.waiting = waiting
      case .inapplicable(let found): return .inapplicable(found)
      }
    }
    var report = batch.report
    for move in try recomputeIfStale(&transaction) { report.changes.effects.note(move) }
    report = try finished(
      report, before, known.state, labelling: true, Moment(self, transaction.reading),
      transaction.reading)
    return .taken(report, rest: ReceivingQueue())
  }

  /// Computes every card anew in a transaction that is given up, if decks are learned otherwise
  /// than the schedule was computed; says which due dates move.
  private func recomputeIfStale(
    _ transaction: inout WriteTransaction
  ) throws -> [MovedDueDate] {
    let catalog = try ViewCatalog(tables, logs: [], transaction.reading)
    guard catalog.entries[.schedule]?.isStale == true else { return [] }
    var build = ScheduleBuild(schedule: try catalog.table(.schedule), previous: nil)
    while build.isMore { try build.buildNext(from: catalog.table(.decks), &transaction) }
    return build.moves
  }

  /// Reads as many events as one batch takes. Returns whether there may be more.
  private static func addBatch(
    to queue: inout ReceivingQueue, _ eventLimit: Int, _ source: inout some SegmentSource,
    _ report: inout MergeReport
  ) -> Bool {
    var events = 0
    while events < eventLimit {
      do {
        guard let commands = try source.nextCommands() else { return false }
        queue.add(commands)
        events += commands.reduce(0) { $0 + $1.eventCount }
      } catch let error as LogError {
        report.refusals.append(error)
        if !error.isOfOneSegment { return false }
      } catch {
        report.refusals.append(.exchangeFailed)
        return false
      }
    }
    return true
  }

  private func canDrain(
    _ transaction: borrowing ReadTransaction, _ report: MergeReport
  ) throws -> Bool {
    try LogState(tables, transaction).waitingCommands > 0 && report.receipt.appliedEvents > 0
  }

  /// Applies one batch in a transaction of its own, again and again until it is known which of its
  /// commands have to wait.
  private func take(
    _ batch: MergeBatch
  ) throws -> (report: MergeReport, rest: ReceivingQueue) {
    var batch = batch
    while true {
      let outcome = try mendingViews {
        try environment.write(ending: { transaction in
          let outcome = try self.take(batch, &transaction)
          if case .taken = outcome { return .commit(outcome) }
          return .giveUp(outcome)
        })
      }
      switch outcome {
      case .taken(let report, let rest): return (report, rest)
      case .inapplicable(let found): batch.waiting.formUnion(found)
      }
    }
  }

  /// Applies one batch, folds it into the live views, and lets go what waited for it.
  private func take(
    _ batch: MergeBatch, _ transaction: inout WriteTransaction
  ) throws -> MergeBatch.Outcome {
    var (report, queue) = (batch.report, batch.queue)
    let (isLast, waiting) = (batch.isLast, batch.waiting)
    let now = options.now()
    var writer = try LogWriter(tables, transaction.reading)
    var catalog = try ViewCatalog(tables, logs: writer.state.logs, transaction.reading)
    try catalog.checkWritable()
    if isLast { writer.trustsErasures = .all(except: waiting.unproven) }
    writer.unfoldable = waiting.unfoldable
    let before = writer.state
    let first = before.nextPosition
    var applied = try writer.receive(
      &queue, isLast: isLast, now: now, &report.receipt, &transaction)
    _ = try writer.drainWaiting(
      now: now, limit: LogWriter.commandEventLimit, &report.receipt, &transaction
    ) { applied.append($0) }
    let found = writer.unprovenCommands
    if !found.isEmpty { return .inapplicable(InapplicableCommands(unproven: found)) }
    if first == 1, !isLast {
      catalog = try leaveBehind(catalog, &transaction)
      report.leftViewsBehind = true
    }
    let entries = catalog.withoutThoseBehind.entries
    let unfoldable = try InapplicableCommands.found(
      among: applied, &writer, entries, &transaction
    ) { writer, transaction in
      try writer.finish(&transaction)
      var batch = ViewBatch(entries: entries, writer.state, effects: report.changes.effects)
      try batch.post(applied, writer, registry: tables.meta, &transaction)
      if let effects = batch.effects { report.changes.effects = effects }
    }
    guard unfoldable.isEmpty else { return .inapplicable(unfoldable) }
    report.firstContacts += writer.state.firstContacts(since: before)
    report.erasedEvents += writer.state.erasedEvents - before.erasedEvents
    report.unfoldableCommands = waiting.unfoldable.count
    if writer.state.nextPosition > first {
      try transaction.put(
        MetaKey.arrival(first),
        Arrival(
          at: now, count: writer.state.nextPosition - first, source: batch.source,
          merge: report.firstPosition
        ).encoded,
        in: tables.meta)
      report.firstPosition = report.firstPosition ?? first
    }
    report.waitingCommands = writer.state.waitingCommands
    try renewIdentityIfCopied(&report, &transaction)
    return .taken(report, rest: queue)
  }

  /// Goes on under a new key where events came in under the own id that this store did not write.
  private func renewIdentityIfCopied(
    _ report: inout MergeReport, _ transaction: inout WriteTransaction
  ) throws {
    let own = try StoreIdentity(tables, transaction.reading)
    guard report.receipt.replicas.contains(own.replica) else { return }
    try renewIdentity(isCopy: true, &transaction)
    report.tookNewIdentity = true
    // The copy is known of now: the next write needs no other id.
    _ = try takeHome(&transaction)
  }

  private func finished(
    _ report: MergeReport, _ before: [Conflict]?, _ known: LogState, labelling: Bool,
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> MergeReport {
    var report = report
    report.fingerprint = moment.catalog.fingerprint
    if let conflicts = try Conflict.allReadable(moment, transaction) {
      report.conflicts = conflicts
      // Of what could not be told before none is new.
      report.changes.note(conflicts: before ?? conflicts, conflicts)
      try report.changes.look(in: moment, labelling: labelling, transaction)
      report.doubledNames = try moment.doubledNames(since: report.changes.effects, transaction)
    } else {
      report.hasUnreadableViews = true
    }
    report.fastClocks = try moment.fastClocks(since: known, now: options.now(), transaction)
    return report
  }
}

extension LogError {
  /// Whether what follows the damage can still be read.
  var isOfOneSegment: Bool {
    switch self {
    case .segmentBroken, .segmentForged, .segmentMalformed: true
    default: false
    }
  }
}
