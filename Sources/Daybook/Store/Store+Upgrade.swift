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
  /// Where events are damaged that they are built from, they are left behind.
  func upgradeViews(_ entries: [ViewName: ViewEntry]) throws {
    let damaged = ViewName.allCases.filter { $0.isOnlyDamaged(entries[$0]) }
    if !damaged.isEmpty { try mendIfPossible(Set(damaged)) }
    var outdated = ViewName.allCases.filter {
      $0.isOutdated(entries[$0]) && !damaged.contains($0)
    }
    // A program that did not know a view went on without it.
    let last = entries.values.filter { !$0.isBehind }.map(\.position).max() ?? 0
    outdated += ViewName.allCases.filter { view in
      guard let entry = entries[view], !entry.isBehind, !outdated.contains(view) else {
        return false
      }
      return entry.position < last
    }
    // What is computed follows from facts that an older program may not have known.
    if outdated.contains(.decks), !outdated.contains(.schedule) { outdated.append(.schedule) }
    guard !outdated.isEmpty else { return }
    try leavingUnbuilt(outdated) {
      // What is computed needs no events.
      if outdated != [.schedule] { try checkBuildable() }
      // First, for what is read now may say how other events count.
      try readUnknownEvents()
      try rebuildOutdated(outdated)
    }
  }

  /// Builds the schedule anew if decks are learned otherwise than it was computed.
  ///
  /// - Returns: the due dates that moved.
  @discardableResult
  package func refreshSchedule() throws -> [MovedDueDate] {
    var moves: [MovedDueDate] = []
    while try read({ moment, _ in moment.catalog.entries[.schedule]?.isStale ?? false }) {
      let reports = try leavingUnbuilt([.schedule]) { try rebuildOutdated([.schedule]) }
      // Who reads a stale state computes it anew.
      guard let reports else { break }
      moves += reports.flatMap(\.movedDueDates)
    }
    return moves
  }

  /// Builds outdated views, or waits until others have.
  @discardableResult
  private func rebuildOutdated(_ views: [ViewName]) throws -> [RebuildReport] {
    var outdated = views
    var reports: [RebuildReport] = []
    var patience = Self.patienceMilliseconds
    while !outdated.isEmpty {
      do {
        reports = try rebuild(outdated)
        outdated = []
      } catch StoreError.rebuiltElsewhere {
        outdated = try stillOutdated(outdated, after: patience)
        // Whoever builds may have died, or may have much to do.
        patience *= 2
      }
    }
    return reports
  }

  /// Waits until other processes have built the views; those that remain when nobody builds them
  /// any more, or when it takes too long.
  private func stillOutdated(_ views: [ViewName], after milliseconds: Int) throws -> [ViewName] {
    var remaining = views
    for _ in 0..<milliseconds / Self.pauseMilliseconds {
      let isClaimed = try environment.read { transaction in
        let entries = try ViewCatalog(tables, logs: [], transaction).entries
        remaining.removeAll { !$0.isOutdated(entries[$0]) }
        return try remaining.contains {
          try transaction.contains(MetaKey.build($0.rawValue), in: tables.meta)
        }
      }
      if !isClaimed { break }
      SystemClock.pause(milliseconds: Self.pauseMilliseconds)
    }
    return remaining
  }

  /// Does what erasures say that an older program could not read, and counts anew what this one
  /// cannot.
  private func readUnknownEvents() throws {
    guard try environment.read({ try LogState(tables, $0).unknownEvents }) > 0 else { return }
    try environment.write { transaction in
      var writer = try LogWriter(tables, transaction.reading)
      try writer.repeatErasures(transaction.reading)
      try writer.recountUnknownEvents(transaction.reading)
      try writer.finish(&transaction)
    }
  }
}
