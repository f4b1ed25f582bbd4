import DaybookEvents
import DaybookLog
import LMDB

/// What becomes of views that are to be built from a log in which an event is damaged.
///
/// Those that an older program built are left behind the log: they are asked for nothing, nothing
/// is folded into them, and no fingerprint is compared with theirs. So the log can be read, sent,
/// saved, merged and written on; a row is worked out from the events about its thing, and what
/// needs a view as a whole ends with ``LogError/damaged(_:)``. Views of this program stay as they
/// are.
///
/// > Nobody builds views again from a log that is as damaged as it was.
///
/// Where it could not be read is kept. Whoever would build looks there first: a single command,
/// instead of all that lies before it.
extension Store {
  /// Whether what kept views from being built is damaged still.
  func isHindered() throws -> Bool {
    try environment.read { try hindrance($0) != nil }
  }

  /// - Throws: ``LogError/damaged(_:)`` while views cannot be built.
  func checkBuildable() throws {
    if try isHindered() { throw LogError.damaged(.event) }
  }

  /// Runs what builds views. Where damaged events end it, that is noted, and views that are of no
  /// use as they are stay behind the log.
  ///
  /// - Returns: nil where it was ended so.
  /// - Throws: what `body` throws otherwise, also where something else than an event is damaged.
  @discardableResult
  func leavingUnbuilt<Result>(
    _ views: [ViewName], _ body: () throws -> Result
  ) throws -> Result? {
    do {
      return try body()
    } catch let error where StoreFailure(error) == .damaged {
      guard try leaveUnbuilt(views) else { throw error }
      return nil
    }
  }

  /// - Returns: false where every event can be read: then it is something else that is damaged.
  private func leaveUnbuilt(_ views: [ViewName]) throws -> Bool {
    let (position, isDone) = try environment.read { transaction in
      let known = try hindrance(transaction)
      let entries = try ViewCatalog(tables, logs: [], transaction).entries
      let isSettled = try ViewName.allCases.allSatisfy {
        try !transaction.contains(MetaKey.build($0.rawValue), in: tables.meta)
      }
      let useless = Self.useless(views, entries)
      return (
        try known ?? firstUnreadable(from: 1, transaction),
        known != nil && isSettled && useless.allSatisfy { entries[$0]?.isBehind ?? false }
      )
    }
    guard let position else { return false }
    guard !isDone else { return true }
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      let catalog = try ViewCatalog(tables, logs: [], transaction.reading)
      try catalog.checkWritable()
      // What was begun ends as this did.
      try BuildClaim.revokeAll(tables, &transaction)
      try transaction.put(MetaKey.hindrance, Hexadecimal.bytes(position), in: tables.meta)
      for view in Self.useless(views, catalog.entries) {
        let entry = ViewEntry(behindAfter: catalog.entries[view])
        _ = try transaction.createTable(entry.tableName(of: view))
        try transaction.put(MetaKey.view(view.rawValue), entry.encoded, in: tables.meta)
      }
    }
    return true
  }

  /// Forgets what kept views from being built, once all are there and it is mended.
  func forgetHindrance(_ transaction: inout WriteTransaction) throws {
    guard try transaction.reading.contains(MetaKey.hindrance, in: tables.meta),
      try hindrance(transaction.reading) == nil,
      try !ViewCatalog(tables, logs: [], transaction.reading).entries.values
        .contains(where: \.isBehind)
    else { return }
    _ = try transaction.delete(MetaKey.hindrance, in: tables.meta)
  }

  /// Those of some views whose rows are not this program's to read or write.
  private static func useless(
    _ views: [ViewName], _ entries: [ViewName: ViewEntry]
  ) -> [ViewName] {
    let old = views.filter { (entries[$0]?.codeVersion ?? 0) < $0.schema.codeVersion }
    // What is computed follows from facts.
    return old.contains(.decks) && !old.contains(.schedule) ? old + [.schedule] : old
  }

  /// Where the log could not be read when views were built from it, if that is so still.
  private func hindrance(_ transaction: borrowing ReadTransaction) throws -> UInt64? {
    guard let bytes = try transaction.bytes(in: tables.meta, for: MetaKey.hindrance),
      bytes.count == 8
    else { return nil }
    return try firstUnreadable(from: Hexadecimal.bigEndian(bytes), isAlone: true, transaction)
  }

  /// The position of the first command that cannot be read.
  ///
  /// - Parameters:
  ///   - first: the position of the command to begin with.
  ///   - isAlone: no other is looked at.
  private func firstUnreadable(
    from first: UInt64, isAlone: Bool = false, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64? {
    let state = try LogState(tables, transaction)
    var next = first
    do {
      try log.scanEvents(from: first, state, transaction) { event, _ in
        next = event.last.position + 1
        return isAlone ? .stop : .next
      }
      return nil
    } catch let error where StoreFailure(error) == .damaged {
      return next
    }
  }
}
