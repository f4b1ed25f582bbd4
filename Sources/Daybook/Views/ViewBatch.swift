import DaybookEvents
package import DaybookLog
package import LMDB

/// Folds commands into rows, and writes the rows that changed, their index entries and their
/// share of the fingerprint in one go. Live writes, merges and rebuilds all use it.
package struct ViewBatch {
  private struct Touched {
    let old: Record
    var new: Record
  }

  /// The generations it writes to; views that are missing here are passed over.
  package private(set) var entries: [ViewName: ViewEntry]
  private let liveEntries: [ViewName: ViewEntry]
  /// The logs by local number, those that came with this transaction included.
  package var logs: [LogRecord]
  /// What the writes so far changed for people; kept only when asked for.
  package private(set) var effects: ViewEffects?
  private var rows: [RowKey: Touched] = [:]
  /// Roughly how many bytes of rows wait to be written.
  package private(set) var pendingBytes = 0

  /// Starts from the live generations, or from others for a rebuild.
  package init(
    entries: [ViewName: ViewEntry], logs: [LogRecord], collectsEffects: Bool = false
  ) {
    self.entries = entries
    liveEntries = entries
    self.logs = logs
    effects = collectsEffects ? ViewEffects() : nil
  }

  /// Folds one command.
  package mutating func fold(
    _ command: AppliedCommand, _ transaction: borrowing ReadTransaction
  ) throws {
    if let last = command.events.last {
      for view in entries.keys { entries[view]?.position = last.position }
    }
    guard !command.isImpossible else { return }
    for event in command.events { try fold(event, command.observed, transaction) }
  }

  /// Folds one event that was written on top of `observed`.
  package mutating func fold(
    _ event: AppliedEvent, _ observed: LocalVector, _ transaction: borrowing ReadTransaction
  ) throws {
    for write in Reducer.writes(of: event) {
      guard let entry = entries[write.row.kind.view] else { continue }
      if rows[write.row] == nil {
        let table = Table(name: ViewEntry.tableName(write.row.kind.view, entry.generation))
        let old =
          try transaction.value(in: table, for: write.row.bytes) { try Record(reading: $0, logs) }
          ?? Record()
        rows[write.row] = Touched(old: old, new: old)
        pendingBytes += 512
      }
      pendingBytes += write.value.count
      rows[write.row]?.new.fold(write.field, Head(event, value: write.value), observed: observed)
    }
  }

  /// Writes what changed, in the order of keys, and the registry if `registry` is given.
  package mutating func flush(
    registry meta: Table?, _ transaction: inout WriteTransaction
  ) throws {
    var puts: [ViewName: [(key: [UInt8], value: [UInt8])]] = [:]
    var removals: [ViewName: [[UInt8]]] = [:]
    var cards: Set<EntityID> = []
    for (row, touched) in rows where touched.new != touched.old {
      let view = row.kind.view
      let version = entries[view]?.factVersion ?? 0
      if !touched.old.isEmpty {
        entries[view]?.fingerprint.subtract(touched.old.digest(of: row, factVersion: version))
      }
      entries[view]?.fingerprint.add(touched.new.digest(of: row, factVersion: version))
      puts[view, default: []].append((row.bytes, touched.new.encoded()))
      let before = Set(ViewIndex.keys(of: row, touched.old))
      let after = Set(ViewIndex.keys(of: row, touched.new))
      for key in after.subtracting(before) { puts[view, default: []].append((key, [])) }
      removals[view, default: []] += before.subtracting(after)
      effects?.note(row, touched.old, touched.new)
      if row.kind == .card || row.kind == .review { cards.insert(row.entity) }
    }
    for (view, keys) in removals {
      let table = try table(view)
      for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        _ = try transaction.delete(key, in: table)
      }
    }
    for (view, entries) in puts {
      let table = try table(view)
      for (key, value) in entries.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        try transaction.put(key, value, in: table)
      }
    }
    if !cards.isEmpty {
      let moves = try CardStates.update(cards, try table(.decks), logs, &transaction)
      effects?.movedDueDates += moves
    }
    rows.removeAll(keepingCapacity: true)
    pendingBytes = 0
    if let meta {
      for (view, entry) in entries where entry != liveEntries[view] {
        try transaction.put(MetaKey.view(view.rawValue), entry.encoded, in: meta)
      }
    }
  }

  private func table(_ view: ViewName) throws -> Table {
    guard let entry = entries[view] else { throw ViewError.missing(view) }
    return Table(name: ViewEntry.tableName(view, entry.generation))
  }
}
