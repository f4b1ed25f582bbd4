import DaybookEvents
import DaybookLog
import LMDB

/// Builds a generation of the schedule from the rows of the decks view, some cards at a time.
struct ScheduleBuild {
  /// How many cards are computed in one transaction.
  private static let cardLimit = 20_000

  /// The cards whose due dates differ from those of the generation before.
  private(set) var moves: [MovedDueDate] = []
  private let table: ViewTable
  private let previous: ViewTable?
  /// The key from which rows are still to be looked at; nil at the end.
  private var next: [UInt8]? = [RowKind.card.rawValue]

  /// - Parameters:
  ///   - schedule: the generation to build.
  ///   - previous: the generation before, to tell which due dates move.
  init(schedule: ViewTable, previous: ViewTable?) {
    table = schedule
    self.previous = previous
  }

  /// Whether cards are left.
  var isMore: Bool { next != nil }

  /// Computes the next cards from rows of facts.
  mutating func buildNext(
    from decks: ViewTable, _ transaction: inout WriteTransaction
  ) throws {
    guard let lower = next else { return }
    var cards: [EntityID] = []
    next = nil
    let isOfReviews = lower[0] == RowKind.reviews.rawValue
    let upper = [lower[0] + 1]
    try transaction.reading.scan(decks, from: lower, below: upper) { key, _ in
      guard let row = RowKey(key) else { return .next }
      guard cards.count < Self.cardLimit else {
        next = key.array()
        return .stop
      }
      cards.append(row.entity)
      return .next
    }
    if next == nil, !isOfReviews { next = [RowKind.reviews.rawValue] }
    if isOfReviews {
      // Those of cards were looked at with them.
      cards = try cards.filter {
        try !transaction.reading.contains(RowKey(.card, $0).bytes, in: decks)
      }
    }
    try compute(cards, from: decks, &transaction)
  }

  /// Computes some cards, again where they were computed before.
  mutating func compute(
    _ cards: [EntityID], from decks: ViewTable, _ transaction: inout WriteTransaction
  ) throws {
    guard !cards.isEmpty else { return }
    var writer = ScheduleWriter(
      decks: decks, schedule: table, isEmpty: try transaction.reading.count(of: table) == 0)
    try writer.update(cards, comparedWith: previous, transaction.reading)
    try writer.flush(&transaction)
    let again = Set(cards)
    moves.removeAll { again.contains($0.card) }
    moves += writer.moves.filter { $0.from != nil }
  }
}

extension Store {
  /// Builds a new generation of the schedule beside the live one, while others read and write:
  /// from the rows of facts, then from what changed meanwhile, and swaps it in.
  ///
  /// - Returns: what was found, the due dates that moved among it.
  /// - Throws: ``StoreError/rebuiltElsewhere`` when another process began to build it meanwhile;
  ///   nothing is changed then.
  func rebuildSchedule(isDryRun: Bool) throws -> RebuildReport {
    let (live, start) = try read { moment, transaction in
      try moment.catalog.checkWritable()
      try StoreFormat.checkWritable(tables, transaction)
      return (moment.catalog.entries[.schedule], moment.state)
    }
    var random = options.random()
    let claim = BuildClaim([.schedule], token: random.next())
    let entry = ViewEntry(
      generation: ViewEntry.generation(after: live), codeVersion: ViewSchema.schedule.codeVersion,
      factVersion: ViewSchema.schedule.factVersion, position: start.eventCount,
      fingerprint: Fingerprint())
    _ = try environment.createTable(entry.tableName(of: .schedule))
    var before: [ViewName: ViewEntry] = [:]
    before[.schedule] = live
    let next = ScheduleSwap(live: live, entry: entry, start: start, isDryRun: isDryRun)
    // What one step can do is done in one transaction, which costs one commit.
    var (build, report) = try environment.write { transaction in
      try begin([.schedule: entry], besides: before, claim, &transaction)
      let first = ScheduleBuild(
        schedule: entry.table(of: .schedule), previous: live?.table(of: .schedule))
      return try go(on: first, next, claim, &transaction)
    }
    while report == nil {
      (build, report) = try environment.write { try go(on: build, next, claim, &$0) }
    }
    if let live, !isDryRun { try environment.removeTable(live.tableName(of: .schedule)) }
    guard let report else { throw ViewError.missing(.schedule) }
    return report
  }

  /// What a build is to take the place of.
  private struct ScheduleSwap {
    let live: ViewEntry?
    let entry: ViewEntry
    /// The state of the log when it began.
    let start: LogState
    let isDryRun: Bool
  }

  /// Computes the next cards; after the last, what changed meanwhile, and swaps the build in.
  private func go(
    on before: ScheduleBuild, _ swap: ScheduleSwap, _ claim: BuildClaim,
    _ transaction: inout WriteTransaction
  ) throws -> (build: ScheduleBuild, report: RebuildReport?) {
    let state = try LogState(tables, transaction.reading)
    // What was computed is of no use either where earlier events count otherwise since.
    guard try claim.stands(tables, transaction.reading), state.refolds == swap.start.refolds
    else { throw StoreError.rebuiltElsewhere }
    var build = before
    let decks = try decks(transaction.reading)
    try build.buildNext(from: decks, &transaction)
    guard !build.isMore else { return (build, nil) }
    let missed = try missedChanges(since: swap.start.eventCount, transaction.reading)
    try build.compute(missed.cards, from: decks, &transaction)
    var entry = swap.entry
    entry.isStale = missed.hasNewOptions
    entry.position = state.eventCount
    var live: [ViewName: ViewEntry] = [:]
    live[.schedule] = swap.live
    var report = try report(
      .schedule, [.schedule: entry], besides: live, transaction.reading)
    report.movedDueDates = build.moves
    try claim.withdraw(tables, &transaction)
    if swap.isDryRun {
      try transaction.removeAll(in: entry.table(of: .schedule))
    } else {
      try transaction.put(
        MetaKey.view(ViewName.schedule.rawValue), entry.encoded, in: tables.meta)
      if let live = swap.live { try transaction.removeAll(in: live.table(of: .schedule)) }
      try forgetHindrance(&transaction)
    }
    return (build, report)
  }

  /// The rows of facts, which may be built anew meanwhile.
  private func decks(_ transaction: borrowing ReadTransaction) throws -> ViewTable {
    try ViewCatalog(tables, logs: [], transaction).table(.decks)
  }

  /// What events after a position changed of what a schedule is computed from.
  private func missedChanges(
    since position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> (cards: [EntityID], hasNewOptions: Bool) {
    var changed = Reschedule()
    var writes = EventWrites()
    let decks = try decks(transaction)
    try log.scanEvents(from: position + 1, transaction) { event, bytes in
      guard let payload = event.payload else { return .next }
      Reducer.reduce(event.header, event.name, bytes.extracting(payload), into: &writes)
      var next = 0
      for row in writes.rows {
        for write in writes.writes[next..<row.end] { changed.add(write.key, of: row.key) }
        next = row.end
      }
      return .next
    }
    try changed.resolveDecks(in: decks, transaction)
    let cards = Set(try changed.allCards(in: decks, transaction))
    // What is no card any more is passed over.
    let known = try cards.filter {
      try transaction.contains(RowKey(.card, $0).bytes, in: decks)
        || transaction.contains(RowKey(.reviews, $0).bytes, in: decks)
    }
    return (Array(known), changed.hasNewOptions)
  }
}
