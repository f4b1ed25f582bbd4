import DaybookEvents
import DaybookLog
import LMDB

/// Writes the rows of one view that a batch changed, and after them their index entries.
struct ViewWriter {
  /// The sum over the view's rows, with what was written so far.
  private(set) var fingerprint: Fingerprint
  /// What was changed for people so far, if that is asked for.
  private(set) var effects: ViewEffects?
  private let view: ViewName
  private let table: ViewTable
  /// Whether the table held nothing: then everything is appended in the order of its keys.
  private let isEmpty: Bool
  private var digester: RowDigester
  private var encoder = FactsEncoder()
  private var indexer = RowIndexer()
  private var before = IndexEntries()
  private var after = IndexEntries()
  private var puts = IndexEntries()
  private var removals = IndexEntries()
  /// What has to be computed anew because of the writes so far.
  private(set) var reschedule = Reschedule()

  init(
    _ view: ViewName, _ entry: ViewEntry, _ table: ViewTable, isEmpty: Bool, effects: ViewEffects?
  ) {
    self.view = view
    self.table = table
    self.isEmpty = isEmpty
    self.effects = effects
    fingerprint = entry.fingerprint
    digester = RowDigester(view, factVersion: entry.factVersion)
  }

  /// Writes rows, given in the order of their keys, as far as they changed. Their index entries
  /// are for ``writeEntries(_:)``, which needs the rows no more.
  mutating func writeRows(
    _ order: [Int], of rows: inout FoldTable, _ transaction: inout WriteTransaction
  ) throws {
    var (key, value): ([UInt8], [UInt8]) = ([], [])
    try transaction.putRows(in: table.raw) { writer in
      for index in order where try change(index, of: &rows) {
        key.removeAll(keepingCapacity: true)
        rows.rows[index].key.write(to: &key)
        try writer.put(key.span, sealing: encoder.bytes.span, appending: isEmpty, &value)
      }
    }
  }

  /// Writes how the index entries of those rows changed, and deletes rows of which nothing is left.
  mutating func writeEntries(_ transaction: inout WriteTransaction) throws {
    try removals.remove(from: table, &transaction)
    try puts.write(to: table, appending: isEmpty, &transaction)
  }

  /// Encodes a row and accounts for what changed in it; whether it is to be put: not where nothing
  /// changed, nor where nothing is left of it.
  private mutating func change(_ index: Int, of rows: inout FoldTable) throws -> Bool {
    rows.encode(index, with: &encoder)
    let row = rows.rows[index].key
    let (contents, encoded) = (rows.contents, encoder.bytes)
    let old = contents.span.extracting(rows.stored(index))
    let new = encoded.span.extracting(encoder.isEmpty ? 0..<0 : encoded.indices)
    guard !old.isEqual(to: new) else { return false }
    after.removeAll()
    try indexer.list(row, new, into: &after)
    if old.isEmpty {
      puts.add(after)
    } else {
      fingerprint.subtract(try digester.digest(row, stored: old))
      before.removeAll()
      try indexer.list(row, old, into: &before)
      puts.add(after, without: before)
      removals.add(before, without: after)
    }
    if new.isEmpty {
      removals.add(key: row.bytes)
    } else {
      fingerprint.add(digester.digest(row, new.extracting(encoder.factsStart..<new.count)))
    }
    try effects?.note(row, old, new)
    try reschedule.note(row, old, new)
    return !new.isEmpty
  }
}
