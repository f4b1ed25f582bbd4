import DaybookEvents
import DaybookLog
import LMDB

/// The first load of a store: all of another's log, on top of nothing.
///
/// Folded batch by batch, as every other merge is, each batch would read and write nearly every
/// page of the views again, because the things it is about lie anywhere among their keys. So the
/// views of a store without events are left behind when more than one batch comes, and built from
/// the log at the end, in the order of their keys.
///
/// - Left-behind views bear code version 0, in the same commit as the first events. Whoever opens
///   the store builds them anew, as those of an older program: a load that is interrupted, however
///   it ends, leaves a store like any other to the next that opens it.
/// - Who has opened the store before sees the moment before the load until it is over. Nothing he
///   writes then can override what he does not see: it is about things that are not in his store.
/// - They bear fact version 0 too: their fingerprint is compared with no other.
/// - When someone else builds them before the load is over, later batches are folded as usual.
extension Store {
  /// Leaves the views behind a log that has no events yet; gives what the registry then says.
  func leaveBehind(
    _ catalog: ViewCatalog, _ transaction: inout WriteTransaction
  ) throws -> ViewCatalog {
    for (view, entry) in catalog.entries {
      let behind = ViewEntry(behindAfter: entry)
      try transaction.put(MetaKey.view(view.rawValue), behind.encoded, in: tables.meta)
    }
    return try ViewCatalog(tables, logs: catalog.logs, transaction.reading)
  }

  /// Builds the views that were left behind, unless someone else has; says what is in them.
  func catchUpViews() throws -> ViewEffects {
    try upgradeViews(try read { moment, _ in moment.catalog.entries })
    return try read { try ViewEffects(ofAll: $0.catalog, $1) }
  }
}

extension ViewEntry {
  /// The code version of a view that was left behind, and that of its facts.
  private static let behind: UInt64 = 0

  /// That of a view that is left behind in the generation in which it is.
  init(behindAfter live: ViewEntry?) {
    self.init(
      generation: live?.generation ?? Self.generation(after: nil), codeVersion: Self.behind,
      factVersion: Self.behind, position: 0, fingerprint: Fingerprint())
  }

  /// Whether it was left behind.
  var isBehind: Bool { codeVersion == Self.behind }
}

extension ViewEffects {
  /// What a merge changed in a store that had nothing: all there is now.
  fileprivate init(
    ofAll catalog: ViewCatalog, _ transaction: borrowing ReadTransaction
  ) throws {
    self.init()
    for view in ViewName.ofFacts {
      try catalog.scan(view, transaction) { key, value in
        guard let row = RowKey(key) else { return .stop }  // entries of indexes come after rows
        try note(row, Span(), value)
        return .next
      }
    }
  }
}
