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
  package var movedDueDates: [MovedDueDate] = []
}

extension Store {
  /// How many bytes of rows are folded in memory before they are written.
  static let foldByteLimit = 96 << 20

  /// Builds every view anew from the log, in one walk through it, while others read and write;
  /// nothing needs it but a view that ``verify()`` finds to differ.
  ///
  /// Safe to interrupt: the live builds stay until the new ones are whole.
  ///
  /// - Parameter isDryRun: the new builds are compared with the live ones and given up.
  /// - Throws: ``StoreError/rebuiltElsewhere`` when another process began to build a view
  ///   meanwhile; nothing is changed then. ``StoreFailure``.
  @discardableResult
  public func rebuildViews(isDryRun: Bool = false) throws -> [RebuildReport] {
    try StoreFailure.naming { try rebuild(ViewName.allCases, isDryRun: isDryRun) }
  }

  /// Builds a new generation of a view beside the live one, as for several views.
  @discardableResult
  package func rebuild(_ view: ViewName, isDryRun: Bool = false) throws -> RebuildReport {
    try rebuild([view], isDryRun: isDryRun)[0]
  }

  /// Builds new generations of views beside the live ones, those of facts in one walk through the
  /// log, while others read and write, and swaps them in with the last events in one transaction.
  /// Safe to interrupt: the live generations stay until then, and the next build begins anew.
  ///
  /// - Returns: what was found, view by view in the order given.
  /// - Throws: ``StoreError/rebuiltElsewhere`` when another process began to build one of the
  ///   views meanwhile; nothing is changed then.
  @discardableResult
  package func rebuild(
    _ views: [ViewName], isDryRun: Bool = false
  ) throws -> [RebuildReport] {
    let facts = views.filter { $0 != .schedule }
    let reports = facts.isEmpty ? [] : try rebuildFacts(facts, isDryRun: isDryRun)
    // What is computed follows from what the facts are then.
    let schedule = views.contains(.schedule) ? try rebuildSchedule(isDryRun: isDryRun) : nil
    return views.compactMap { view in
      (reports + (schedule.map { [$0] } ?? [])).first { $0.view == view.rawValue }
    }
  }

  private func rebuildFacts(_ views: [ViewName], isDryRun: Bool) throws -> [RebuildReport] {
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
        generation: (live[view]?.generation ?? 0) + 1, codeVersion: view.codeVersion,
        factVersion: view.factVersion, position: 0, fingerprint: Fingerprint())
      _ = try environment.createTable(entry.tableName(of: view))
      entries[view] = entry
    }
    try environment.write { try begin(entries, besides: live, claim, &$0) }
    var isMore = true
    while isMore {
      (entries, isMore) = try environment.write { try foldNext(entries, claim, &$0) }
    }
    let reports = try environment.write { transaction in
      var (last, isMore) = (entries, true)
      while isMore { (last, isMore) = try foldNext(last, claim, &transaction) }
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

  /// Folds one batch; says whether events are left.
  private func foldNext(
    _ entries: [ViewName: ViewEntry], _ claim: BuildClaim, _ transaction: inout WriteTransaction
  ) throws -> (entries: [ViewName: ViewEntry], isMore: Bool) {
    guard try claim.stands(tables, transaction.reading) else { throw StoreError.rebuiltElsewhere }
    let state = try LogState(tables, transaction.reading)
    let position = entries.values.map(\.position).min() ?? state.eventCount
    var batch = ViewBatch(entries: entries)
    try log.scanCommands(from: position + 1, state, transaction.reading) { command in
      try batch.fold(command, transaction.reading)
      return batch.pendingBytes < Self.foldByteLimit ? .next : .stop
    }
    try batch.flush(registry: nil, &transaction)
    return (batch.entries, batch.entries.values.contains { $0.position < state.eventCount })
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
        try Self.differences($0.table(of: view), table, transaction)
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

/// Who is building some views: a builder that finds another token has been overtaken.
struct BuildClaim {
  private let keys: [[UInt8]]
  private let value: [UInt8]

  init(_ views: [ViewName], token: UInt64) {
    keys = views.map { MetaKey.build($0.rawValue) }
    value = Hexadecimal.bytes(token)
  }

  func stake(_ tables: LogTables, _ transaction: inout WriteTransaction) throws {
    for key in keys { try transaction.put(key, value, in: tables.meta) }
  }

  func withdraw(_ tables: LogTables, _ transaction: inout WriteTransaction) throws {
    for key in keys { _ = try transaction.delete(key, in: tables.meta) }
  }

  func stands(_ tables: LogTables, _ transaction: borrowing ReadTransaction) throws -> Bool {
    for key in keys where try transaction.bytes(in: tables.meta, for: key) != value {
      return false
    }
    return true
  }
}

extension ViewEntry {
  /// The name of its table.
  func tableName(of view: ViewName) -> String { Self.tableName(view, generation) }

  /// Its table.
  func table(of view: ViewName) -> Table { Table(name: tableName(of: view)) }
}
