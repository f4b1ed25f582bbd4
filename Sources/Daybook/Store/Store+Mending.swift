import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// What becomes of damage in views: whoever reads shows what the log says, tells it once and marks
/// the build in the registry; whoever writes next, in this process or another, builds it anew.
extension Store {
  /// Runs what writes, after views that are known to be damaged were built anew. Where it meets
  /// damage itself that view is built anew, and it runs again.
  ///
  /// - Throws: what `body` throws; where the events that a view is to be built from are damaged as
  ///   well, what reading them throws.
  func mendingViews<Result>(_ body: () throws -> Result) throws -> Result {
    try mendKnownDamage()
    for attempt in 1..<Self.mendingLimit {
      do {
        return try body()
      } catch ViewError.damaged(let view) {
        if let table = try? liveTable(view) { damage.note(table) }  // else there is none to mark
        do {
          guard try buildFromSoundLog([view]) else { throw LogError.damaged(.event) }
        } catch StoreError.rebuiltElsewhere {
          // Somebody else mends it.
          SystemClock.pause(milliseconds: 10 * attempt)
        }
      }
    }
    return try body()
  }

  /// How often something is mended: for every view, and for others who mend the same.
  private static let mendingLimit = 16

  private func liveTable(_ view: ViewName) throws -> ViewTable {
    try environment.read { try ViewCatalog(tables, logs: [], $0).table(view) }
  }

  /// Builds anew what is known to be damaged, as far as the log allows it: what is written next
  /// need not have to do with it.
  private func mendKnownDamage() throws {
    let known = damage.unmended
    if !known.isEmpty { try mendIfPossible(Set(known.map(\.view))) }
  }

  /// Builds views anew that somebody found damaged, unless the log is damaged too: then they stay,
  /// and of what is damaged in them nothing is shown.
  func mendIfPossible(_ views: Set<ViewName>) throws {
    do {
      _ = try buildFromSoundLog(views)
    } catch let error where StoreFailure(error) == .damaged {
      // As said.
    } catch StoreError.rebuiltElsewhere {
      // Somebody else mends it.
    }
  }

  /// Builds views anew, unless that is known to be in vain.
  ///
  /// - Returns: whether they were built: false where events are damaged.
  private func buildFromSoundLog(_ views: Set<ViewName>) throws -> Bool {
    let views = ViewName.allCases.filter { views.contains($0) }
    let reports = try leavingUnbuilt([]) {
      // What is computed needs no events.
      if views != [.schedule] { try checkBuildable() }
      return try rebuild(views)
    }
    return reports != nil
  }

  /// Marks builds in which damage was met, so that the next writer, who may not read those rows,
  /// builds them anew. Nobody waits for that: while somebody else writes, or where nothing may be
  /// written, the next reader marks them.
  func markDamage() {
    let tables = damage.unmarked
    guard !tables.isEmpty, !options.isReadOnly else { return }
    // What cannot be marked is found again by whoever reads it.
    let marked = try? environment.writeIfFree { transaction -> Set<ViewTable> in
      try StoreFormat.checkWritable(self.tables, transaction.reading)
      let catalog = try ViewCatalog(self.tables, logs: [], transaction.reading)
      try catalog.checkWritable()
      for table in tables {
        guard var entry = catalog.entries[table.view], entry.table(of: table.view) == table,
          !entry.isDamaged
        else { continue }
        entry.isDamaged = true
        try transaction.put(
          MetaKey.view(table.view.rawValue), entry.encoded, in: self.tables.meta)
      }
      return tables
    }
    if let marked { damage.noteMarked(marked) }
  }
}
