import DaybookEvents
import DaybookLog
import LMDB

/// What building a view anew found.
public struct RebuildReport: Equatable, Sendable {
  /// The view.
  public let view: String
  /// How many events were read.
  public let events: UInt64
  /// How many keys the view has.
  public let rows: Int
  /// How many keys differ from the build that was live.
  public let differences: Int
  /// Cards that are due at another time than the build that was live said.
  public internal(set) var movedDueDates: [MovedDueDate] = []
}

extension Store {
  /// Builds every view anew from the log, in one walk through it, while others read and write, and
  /// after that what is kept of the times of events, by which looking at the past passes over what
  /// came later. Nothing needs it but what ``verify(includesMedia:)`` finds to differ.
  ///
  /// Safe to interrupt: the live builds stay until the new ones are whole.
  ///
  /// - Parameter isDryRun: the new builds are compared with the live ones and given up.
  /// - Throws: ``StoreError/rebuiltElsewhere`` when another process began to build a view
  ///   meanwhile, or earlier events came to count otherwise: something was erased, a clock
  ///   corrected, a decision undone; nothing is changed then. ``StoreFailure``.
  @discardableResult
  public func rebuildViews(isDryRun: Bool = false) throws -> [RebuildReport] {
    try StoreFailure.naming { try rebuild(ViewName.allCases, isDryRun: isDryRun) }
  }

  /// Builds a new generation of a view beside the live one, as for several views.
  @discardableResult
  package func rebuild(_ view: ViewName, isDryRun: Bool = false) throws -> RebuildReport {
    try rebuild([view], isDryRun: isDryRun)[0]
  }

  /// Builds new generations of views beside the live ones, those of facts from the log, while
  /// others read and write, and swaps them in with the last events in one transaction. Safe to
  /// interrupt: the live generations stay until then, and the next build begins anew. With all
  /// views what is kept of the times of events is written anew.
  ///
  /// - Parameter byteLimit: how many bytes of rows are folded in memory; nil for the usual.
  /// - Returns: what was found, view by view in the order given.
  /// - Throws: ``StoreError/rebuiltElsewhere`` when another process began to build one of the
  ///   views meanwhile, or earlier events came to count otherwise; nothing is changed then.
  @discardableResult
  package func rebuild(
    _ views: [ViewName], isDryRun: Bool = false, byteLimit: Int? = nil
  ) throws -> [RebuildReport] {
    let damaged = damage.unmended.filter { views.contains($0.view) }
    let facts = views.filter { $0 != .schedule }
    let reports = facts.isEmpty ? [] : try rebuildFacts(facts, isDryRun, byteLimit)
    // Only now is it known that this program may write here.
    if !isDryRun, Set(views) == Set(ViewName.allCases) {
      try log.renewLeastStamps(in: environment)
    }
    // What is computed follows from what the facts are then.
    let schedule = views.contains(.schedule) ? try computeSchedule(isDryRun: isDryRun) : nil
    if !isDryRun { damage.noteMended(damaged) }
    return views.compactMap { view in
      (reports + (schedule.map { [$0] } ?? [])).first { $0.view == view.rawValue }
    }
  }

  /// Builds the schedule; first the facts, where it meets damage in them.
  private func computeSchedule(isDryRun: Bool) throws -> RebuildReport {
    do {
      return try rebuildSchedule(isDryRun: isDryRun)
    } catch ViewError.damaged(.decks) where !isDryRun {
      try checkBuildable()
      _ = try rebuildFacts([.decks], false, nil)
      return try rebuildSchedule(isDryRun: false)
    }
  }

  private func rebuildFacts(
    _ views: [ViewName], _ isDryRun: Bool, _ byteLimit: Int?
  ) throws -> [RebuildReport] {
    let live = try read { moment, transaction in
      try moment.catalog.checkWritable()
      try StoreFormat.checkWritable(tables, transaction)
      return moment.catalog.entries
    }
    var random = options.random()
    let claim = BuildClaim(views, token: random.next())
    var entries: [ViewName: ViewEntry] = [:]
    for view in views {
      let entry = ViewEntry(
        generation: ViewEntry.generation(after: live[view]), codeVersion: view.schema.codeVersion,
        factVersion: view.schema.factVersion, position: 0, fingerprint: Fingerprint())
      _ = try environment.createTable(entry.tableName(of: view))
      entries[view] = entry
    }
    let count = try environment.write { transaction in
      try begin(entries, besides: live, claim, &transaction)
      return try LogState(tables, transaction.reading).eventCount
    }
    var build = ViewBuild(entries, eventCount: count, byteLimit: byteLimit)
    var isMore = true
    while isMore {
      (build, isMore) = try environment.write { try next(build, claim, &$0) }
    }
    let reports = try environment.write { transaction in
      var (build, isMore) = (build, true)
      while isMore { (build, isMore) = try next(build, claim, &transaction) }
      let last = build.entries
      let reports = try views.map { try report($0, last, besides: live, transaction.reading) }
      try claim.withdraw(tables, &transaction)
      for view in views {
        guard let entry = last[view] else { continue }
        if isDryRun {
          try transaction.removeAll(in: entry.table(of: view))
        } else {
          try transaction.put(MetaKey.view(view.rawValue), entry.encoded, in: tables.meta)
          if let old = live[view] { try transaction.removeAll(in: old.table(of: view)) }
        }
      }
      if !isDryRun { try forgetHindrance(&transaction) }
      return reports
    }
    for view in views where !isDryRun {
      if let old = live[view] { try environment.removeTable(old.tableName(of: view)) }
    }
    return reports
  }

  /// Claims the views, and empties the tables of their next generations.
  func begin(
    _ entries: [ViewName: ViewEntry], besides live: [ViewName: ViewEntry], _ claim: BuildClaim,
    _ transaction: inout WriteTransaction
  ) throws {
    try StoreFormat.checkWritable(tables, transaction.reading)
    // Another process may have finished this very generation since: then it is the live one.
    let now = try ViewCatalog(tables, logs: [], transaction.reading).entries
    for (view, entry) in entries {
      guard now[view]?.generation == live[view]?.generation else {
        throw StoreError.rebuiltElsewhere
      }
      try transaction.removeAll(in: entry.table(of: view))
    }
    try claim.stake(tables, &transaction)
  }

  /// Builds one batch; says whether there may be more.
  private func next(
    _ before: ViewBuild, _ claim: BuildClaim, _ transaction: inout WriteTransaction
  ) throws -> (build: ViewBuild, isMore: Bool) {
    guard try claim.stands(tables, transaction.reading) else { throw StoreError.rebuiltElsewhere }
    var build = before
    var batch = try build.nextBatch(of: log, transaction.reading, for: transaction.reading)
    let isMore = try build.write(&batch, &transaction)
    return (build, isMore)
  }

  func report(
    _ view: ViewName, _ built: [ViewName: ViewEntry], besides live: [ViewName: ViewEntry],
    _ transaction: borrowing ReadTransaction
  ) throws -> RebuildReport {
    guard let entry = built[view] else { throw ViewError.missing(view) }
    let table = entry.table(of: view)
    return RebuildReport(
      view: view.rawValue, events: entry.position, rows: try transaction.count(of: table),
      differences: try live[view].map {
        try Self.differences($0.table(of: view).raw, table.raw, transaction)
      } ?? 0)
  }

  /// How many keys two builds do not share with equal values.
  private static func differences(
    _ old: Table, _ new: Table, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    var shared = 0
    try transaction.readRows(in: new) { rows in
      try transaction.scan(old) { key, value in
        let isSame = try rows.value(for: key) { $0.isEqual(to: value) }
        if isSame ?? false { shared += 1 }
        return .next
      }
    }
    return try transaction.count(of: old) + transaction.count(of: new) - 2 * shared
  }
}

extension ViewEntry {
  /// The generation that is built beside a live one; the first where there is none.
  static func generation(after live: ViewEntry?) -> UInt64 { (live?.generation ?? 0) + 1 }

  /// The name of its table.
  func tableName(of view: ViewName) -> String { Self.tableName(view, generation) }

  /// Its table.
  func table(of view: ViewName) -> ViewTable { ViewTable(view, generation: generation) }
}
