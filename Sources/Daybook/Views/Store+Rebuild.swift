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
}

extension Store {
  /// How many bytes of rows are folded in memory before they are written.
  private static let batchByteLimit = 32 << 20

  /// Builds a new generation of a view beside the live one, while others read and write, and
  /// swaps it in with the last events in one transaction. Safe to interrupt: the live
  /// generation stays until then, and the next build begins anew.
  ///
  /// - Throws: ``StoreError/rebuiltElsewhere`` when another process began to build the same view
  ///   meanwhile; nothing is changed then.
  @discardableResult
  package func rebuild(_ view: ViewName, isDryRun: Bool = false) throws -> RebuildReport {
    let old = try read { moment, transaction in
      try moment.catalog.checkWritable()
      try StoreFormat.checkWritable(tables, transaction)
      return moment.catalog.entries[view]
    }
    let number = (old?.generation ?? 0) + 1
    let table = try environment.createTable(ViewEntry.tableName(view, number))
    var random = options.random()
    let claim = BuildClaim(key: MetaKey.build(view.rawValue), token: random.next())
    var entry = ViewEntry(
      generation: number, codeVersion: view.codeVersion, factVersion: view.factVersion,
      position: 0, fingerprint: Fingerprint())
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      // Another process may have finished this very generation since: then it is the live one.
      let live = try ViewCatalog(tables, logs: [], transaction.reading).entries[view]
      guard live?.generation == old?.generation else { throw StoreError.rebuiltElsewhere }
      try transaction.put(claim.key, claim.value, in: tables.meta)
      try transaction.removeAll(in: table)
    }
    while try catchUp(&entry, view, claim) {}
    let report = try environment.write { transaction in
      var last = entry
      while try foldNext(&last, view, claim, &transaction) {}
      let report = RebuildReport(
        view: view.rawValue, events: last.position,
        rows: try transaction.reading.count(of: table),
        differences: try old.map {
          try Self.differences(
            Table(name: ViewEntry.tableName(view, $0.generation)), table, transaction.reading)
        } ?? 0)
      _ = try transaction.delete(claim.key, in: tables.meta)
      if isDryRun {
        try transaction.removeAll(in: table)
      } else {
        try transaction.put(MetaKey.view(view.rawValue), last.encoded, in: tables.meta)
        if let old {
          try transaction.removeAll(in: Table(name: ViewEntry.tableName(view, old.generation)))
        }
      }
      return report
    }
    if let old, !isDryRun {
      try environment.removeTable(ViewEntry.tableName(view, old.generation))
    }
    return report
  }

  /// Who is building a view: a builder that finds another token has been overtaken.
  private struct BuildClaim {
    let key: [UInt8]
    let token: UInt64

    var value: [UInt8] { Hexadecimal.bytes(token) }
  }

  /// Folds one batch in a transaction of its own; false when little is left.
  private func catchUp(
    _ entry: inout ViewEntry, _ view: ViewName, _ claim: BuildClaim
  ) throws -> Bool {
    let (next, isMore) = try environment.write { transaction in
      var next = entry
      let isMore = try foldNext(&next, view, claim, &transaction)
      return (next, isMore)
    }
    entry = next
    return isMore
  }

  /// Folds one batch; false when the end of the log was reached.
  private func foldNext(
    _ entry: inout ViewEntry, _ view: ViewName, _ claim: BuildClaim,
    _ transaction: inout WriteTransaction
  ) throws -> Bool {
    guard try transaction.reading.bytes(in: tables.meta, for: claim.key) == claim.value else {
      throw StoreError.rebuiltElsewhere
    }
    let state = try LogState(tables, transaction.reading)
    var batch = ViewBatch(entries: [view: entry])
    try log.scanCommands(from: entry.position + 1, state, transaction.reading) { command in
      try batch.fold(command, transaction.reading)
      return batch.pendingBytes < Self.batchByteLimit ? .next : .stop
    }
    try batch.flush(registry: nil, &transaction)
    entry = batch.entries[view] ?? entry
    return entry.position < state.eventCount
  }

  /// How many keys two builds do not share with equal values.
  static func differences(
    _ old: Table, _ new: Table, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    var shared = 0
    try transaction.scan(old) { key, value in
      let bytes = value.array()
      let isSame = try transaction.value(in: new, for: key.array()) { $0.array() == bytes }
      if isSame ?? false { shared += 1 }
      return .next
    }
    return try transaction.count(of: old) + transaction.count(of: new) - 2 * shared
  }
}
