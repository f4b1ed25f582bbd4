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
      (report, queue) = try InapplicableCommands.waiting { waiting in
        try mendingViews {
          try environment.write {
            try self.take(queue, isLast: !isMore, without: waiting, name, report, &$0)
          }
        }
      }
    }
    while try environment.read({ try canDrain($0, report) }) {
      let applied = report.receipt.appliedEvents
      report = try InapplicableCommands.waiting { waiting in
        try mendingViews {
          try environment.write {
            try self.take(
              ReceivingQueue(), isLast: true, without: waiting, name, report, &$0
            ).report
          }
        }
      }
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
    do {
      try InapplicableCommands.waiting { waiting in
        try mendingViews {
          try environment.write { try self.preview(queue, without: waiting, name, read, &$0) }
        }
      }
    } catch let preview as Preview {
      return preview.report
    }
    return read
  }

  /// Takes everything over, and gives it up with a report.
  private func preview(
    _ queue: ReceivingQueue, without waiting: InapplicableCommands, _ name: String,
    _ soFar: MergeReport, _ transaction: inout WriteTransaction
  ) throws {
    let known = try Moment(self, transaction.reading)
    let before = try Conflict.allReadable(known, transaction.reading)
    var report = try self.take(
      queue, isLast: true, without: waiting, name, soFar, &transaction
    ).report
    var applied = -1
    while applied != report.receipt.appliedEvents {
      applied = report.receipt.appliedEvents
      report = try self.take(
        ReceivingQueue(), isLast: true, without: waiting, name, report, &transaction
      ).report
    }
    for move in try recomputeIfStale(&transaction) { report.changes.effects.note(move) }
    throw Preview(
      report: try self.finished(
        report, before, known.state, labelling: true, Moment(self, transaction.reading),
        transaction.reading))
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

  /// Carries a report out of a transaction that is given up.
  private struct Preview: Error {
    let report: MergeReport
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
        report.problems.append(error)
        if !error.isOfOneSegment { return false }
      } catch {
        report.problems.append(.exchangeFailed)
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

  /// Applies one batch, folds it into the live views, and lets go what waited for it.
  ///
  /// - Parameter waiting: commands that are known not to be applicable. When all has been received,
  ///   others that came without payloads are applied with the erasures that cover them.
  private func take(
    _ received: ReceivingQueue, isLast: Bool, without waiting: InapplicableCommands, _ name: String,
    _ soFar: MergeReport, _ transaction: inout WriteTransaction
  ) throws -> (report: MergeReport, rest: ReceivingQueue) {
    var (report, queue) = (soFar, received)
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
    if !found.isEmpty { throw InapplicableCommands(unproven: found).reason }
    if first == 1, !isLast {
      catalog = try leaveBehind(catalog, &transaction)
      report.leftViewsBehind = true
    }
    let entries = catalog.withoutThoseBehind.entries
    try InapplicableCommands.finding(among: applied, &writer, entries, &transaction) {
      writer, transaction in
      try writer.finish(&transaction)
      var batch = ViewBatch(entries: entries, writer.state, effects: report.changes.effects)
      try batch.post(applied, writer, registry: tables.meta, &transaction)
      if let effects = batch.effects { report.changes.effects = effects }
    }
    report.firstContacts += writer.state.firstContacts(since: before)
    report.erasedEvents += writer.state.erasedEvents - before.erasedEvents
    report.unfoldableCommands = waiting.unfoldable.count
    if writer.state.nextPosition > first {
      try transaction.put(
        MetaKey.arrival(first),
        Arrival(
          at: now, count: writer.state.nextPosition - first, source: name,
          merge: report.firstPosition
        ).encoded,
        in: tables.meta)
      report.firstPosition = report.firstPosition ?? first
    }
    report.waitingCommands = writer.state.waitingCommands
    try renewIdentityIfCopied(&report, &transaction)
    return (report, queue)
  }

  /// Goes on under a new key where events came in under the own id that this store did not write.
  private func renewIdentityIfCopied(
    _ report: inout MergeReport, _ transaction: inout WriteTransaction
  ) throws {
    let own = try StoreIdentity(tables, transaction.reading)
    guard report.receipt.replicas.contains(own.replica) else { return }
    try renewIdentity(&transaction)
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
