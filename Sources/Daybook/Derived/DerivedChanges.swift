import DaybookEvents
import DaybookLog
import LMDB

/// What events since a position changed of what a derived view is computed from.
struct DerivedChanges {
  /// How many events are looked at at once: with more to go, all rows are computed anew.
  static let eventLimit: UInt64 = 5_000

  /// The things to compute.
  private(set) var things: Set<EntityID> = []
  /// The digests of shared rows that changed.
  private(set) var shared: [(row: RowKey, digest: [UInt8])] = []
  /// The position of the last event looked at.
  private(set) var position: UInt64

  /// Looks at the events after a build.
  init(
    since build: DerivedBuild, _ source: DerivedView.Source, _ rows: DerivedViewRows,
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    position = build.position
    var touched: Set<RowKey> = []
    var writes = EventWrites()
    position =
      try moment.log.scanEvents(from: build.position + 1, moment.state, transaction) {
        event, payload in
        guard let payload, !event.isImpossible else { return .next }
        let header = event.event.header
        header.collectRows(event.event.name, payload, &writes, into: &touched)
        return .next
      } - 1
    for row in touched {
      guard source.shared.contains(row.kind) else {
        things.formUnion(try source.things(of: row, moment, transaction))
        continue
      }
      let digest = try moment.catalog.record(row, transaction).shownDigest
      guard try transaction.derived(rows.dependency(row)) != digest else { continue }
      shared.append((row, digest))
      things.formUnion(try source.things(showing: row, moment, transaction))
    }
  }
}
