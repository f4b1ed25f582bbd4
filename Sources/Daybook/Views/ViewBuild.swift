import DaybookEvents
import DaybookLog
import LMDB

/// Builds generations of views from the log, batch by batch, each written in one transaction.
///
/// A row that is folded whole is digested, indexed and written once, and where a table is empty
/// its rows and index entries are appended. So what does not fit into memory at once is built part
/// by part, each in a walk of its own through the log: view by view, and of a view that does not
/// fit either, things by their handles. (A million events: 3.7 s view by view, 5.9 s with all
/// views in batches that go over the same rows again.) What comes to the log meanwhile is folded
/// last, on top of all parts.
struct ViewBuild {
  /// How many bytes of rows are folded in memory before they are written: writing them takes as
  /// much again.
  private static let usualByteLimit = 64 << 20
  /// What an event usually takes of them.
  private static let leastEventBytes = 128
  /// The most parts of a view: beyond, walking costs more than writing rows again.
  private static let shareLimit: UInt64 = 16

  /// Rows that are built in one walk.
  private struct Part {
    var views: [ViewName]
    var share: RowShare
    /// The last event folded into them.
    var position: UInt64 = 0

    /// Smaller parts that make up this one, the first of them last; none of a part of a view. The
    /// rows of events up to `position` fill the memory; those of later events are in part the
    /// same, so parts of a view by the share of events so far have room.
    func divided(end: UInt64) -> [Part] {
      if views.count > 1 { return views.map { Part(views: [$0], share: .all) } }
      guard share == .all, position > 0 else { return [] }
      let count = min((end + position - 1) / max(position, 1), ViewBuild.shareLimit)
      return (0..<count).reversed().map {
        Part(views: views, share: RowShare(index: $0, count: count))
      }
    }
  }

  /// The generations, as far as they are built.
  private(set) var entries: [ViewName: ViewEntry]
  /// What is not built yet, the next part last.
  private var parts: [Part]
  /// The last event to fold.
  private var end: UInt64
  private let byteLimit: Int
  /// How often things had been folded anew when it began.
  private var refolds: UInt64?

  /// Begins to build generations that are empty, in the usual memory if none is named.
  init(_ entries: [ViewName: ViewEntry], eventCount: UInt64, byteLimit: Int? = nil) {
    self.entries = entries
    self.byteLimit = byteLimit ?? Self.usualByteLimit
    end = eventCount
    let all = Part(views: ViewName.allCases.reversed().filter { entries[$0] != nil }, share: .all)
    // Forgetting rows again is spared where there are clearly too many; how many parts a view by
    // itself needs shows at its first.
    let isTooMuch = eventCount > UInt64(self.byteLimit / Self.leastEventBytes)
    parts = isTooMuch && all.views.count > 1 ? all.divided(end: eventCount) : [all]
  }

  /// Folds the next batch in memory, to be handed to ``write(_:_:)``.
  ///
  /// - Parameters:
  ///   - source: where the log is.
  ///   - target: where the generations are.
  /// - Throws: ``StoreError/rebuiltElsewhere`` when earlier events count otherwise than when the
  ///   build began: what is built is of no use then.
  mutating func nextBatch(
    of log: Log, _ source: borrowing ReadTransaction, for target: borrowing ReadTransaction
  ) throws -> ViewBatch {
    let state = try LogState(log.tables, source)
    guard refolds ?? state.refolds == state.refolds else { throw StoreError.rebuiltElsewhere }
    refolds = state.refolds
    if parts.isEmpty {
      parts = [Part(views: Array(entries.keys), share: .all, position: end)]  // what came since
      end = state.eventCount
    }
    var part = parts.removeLast()
    let isNew = part.position == 0
    var batch = ViewBatch(
      entries: entries.filter { part.views.contains($0.key) }, state, building: part.share)
    batch.withdrawn = try log.withdrawnWrites(state, source)
    while true {
      part.position = try batch.fold(
        part.position + 1..<end + 1, of: log, byteLimit: byteLimit, source, rowsIn: target)
      // Much of what events write is gone again: then more of them have room.
      if part.position < end, batch.dropUnused() < byteLimit / 2 { continue }
      var smaller = isNew && part.position < end ? part.divided(end: end) : []
      guard let first = smaller.popLast() else { break }
      parts += smaller
      (part.views, part.share) = (first.views, first.share)
      try batch.restrict(to: part.views, part.share)
    }
    parts.append(part)
    return batch
  }

  /// Writes a batch.
  ///
  /// - Returns: whether there may be more; false when all that the log held is built.
  mutating func write(
    _ batch: inout ViewBatch, _ transaction: inout WriteTransaction
  ) throws -> Bool {
    try batch.flush(registry: nil, &transaction)
    entries.merge(batch.entries) { $1 }
    // The part that the batch is of.
    if let part = parts.last, part.position >= end { parts.removeLast() }
    return !parts.isEmpty
  }
}

/// A part of all rows: of a thing all of them, as things are spread evenly by their handles.
package struct RowShare: Equatable {
  /// Which part, from 0.
  let index: UInt64
  /// Of how many parts.
  let count: UInt64

  /// Every row.
  static let all = RowShare(index: 0, count: 1)

  /// One of some parts.
  package init(index: UInt64, count: UInt64) { (self.index, self.count) = (index, count) }

  /// Whether a row is in this part.
  package func includes(_ row: RowKey) -> Bool {
    let place = UInt64(truncatingIfNeeded: (row.other ?? row.entity).handle >> 96)
    return (place * count) >> 32 == index
  }
}
