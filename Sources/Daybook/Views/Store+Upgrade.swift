import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

extension Store {
  /// How long a builder elsewhere is waited for at first; ever longer after that.
  private static let patienceMilliseconds = 2_000
  private static let pauseMilliseconds = 10

  /// Builds views anew that an older program built: its rows are not this program's to read or
  /// to write. Of several that open the store, whoever began last builds, and the others wait.
  func upgradeViews(_ entries: [ViewName: ViewEntry]) throws {
    let outdated = ViewName.allCases.filter { $0.isOutdated(entries[$0]) }
    for view in outdated { try upgrade(view) }
    if !outdated.isEmpty { try recountUnknownEvents() }
  }

  private func upgrade(_ view: ViewName) throws {
    var patience = Self.patienceMilliseconds
    while true {
      do {
        try rebuild(view)
        return
      } catch StoreError.rebuiltElsewhere {
        if try isUpgraded(view, within: patience) { return }
        // Whoever builds may have died, or may have much to do.
        patience *= 2
      }
    }
  }

  /// Waits until another process has built the view; false when it gave up, or took too long.
  private func isUpgraded(_ view: ViewName, within milliseconds: Int) throws -> Bool {
    for _ in 0..<milliseconds / Self.pauseMilliseconds {
      let (entry, isClaimed) = try environment.read { transaction in
        (
          try ViewCatalog(tables, logs: [], transaction).entries[view],
          try transaction.contains(MetaKey.build(view.rawValue), in: tables.meta)
        )
      }
      if !view.isOutdated(entry) { return true }
      if !isClaimed { return false }
      SystemClock.pause(milliseconds: Self.pauseMilliseconds)
    }
    return false
  }

  /// Counts anew what cannot be read, where an older program has counted what this one reads.
  private func recountUnknownEvents() throws {
    guard try environment.read({ try LogState(tables, $0).unknownEvents }) > 0 else { return }
    try environment.write { transaction in
      var writer = try LogWriter(tables, transaction.reading)
      try writer.recountUnknownEvents(transaction.reading)
      try writer.finish(&transaction)
    }
  }
}
