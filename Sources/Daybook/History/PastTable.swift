import DaybookEvents
import DaybookLog
import LMDB

/// One view of a past moment: the rows and index entries that its table would hold, in the order
/// of their keys; or those in which it differs from a table of the present.
struct PastTable: Sendable {
  private var bytes: [UInt8] = []
  /// A value follows its key; of a key that only the present has there is no end of one.
  private var rows: [(key: Range<Int>, end: Int?)] = []
  /// What the rows stand before; nil where they are all there is.
  private let base: (catalog: ViewCatalog, view: ViewName)?

  /// Encodes and indexes the rows of a view, or computes what follows from them.
  init(_ view: ViewName, _ fold: inout PastFold) throws {
    base = nil
    if view == .schedule {
      try compute(&fold)
    } else {
      try encode(view, &fold)
    }
  }

  /// Holds what differs from a table of the present.
  init(_ differences: PastDifferences, from catalog: ViewCatalog, _ view: ViewName) {
    base = (catalog, view)
    var (shown, hidden) = (differences.shown, differences.hidden)
    shown.sort()
    hidden.sort()
    let bytes = hidden.bytes
    var next = 0
    for entry in hidden.entries {
      let key = bytes.span.extracting(entry.key)
      append(from: shown, &next) { $0.precedes(key) }
      let last = next
      append(from: shown, &next) { $0.isEqual(to: key) }
      if next == last { append(key, nil) }
    }
    append(from: shown, &next) { _ in true }
  }

  /// Appends entries as long as they are wanted.
  private mutating func append(
    from entries: IndexEntries, _ next: inout Int, while isWanted: (Span<UInt8>) -> Bool
  ) {
    let (all, entries) = (entries.bytes, entries.entries)
    while next < entries.count, isWanted(all.span.extracting(entries[next].key)) {
      append(all.span.extracting(entries[next].key), all.span.extracting(entries[next].value))
      next += 1
    }
  }

  /// A row; empty where nothing was written to it. Nil where no table of the present tells the
  /// rest: then rows are found faster where they were folded.
  func stored(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    guard let base else { return nil }
    let (bytes, key) = (bytes.span, row.bytes)
    let index = firstIndex(notBefore: key)
    guard index < rows.count, bytes.extracting(rows[index].key).isEqual(to: key.span) else {
      return try base.catalog.stored(row, transaction)
    }
    return rows[index].end.map { bytes.array(rows[index].key.upperBound..<$0) } ?? []
  }

  /// Holds a schedule that was computed.
  init(_ schedule: ScheduleChanges) {
    base = nil
    var entries = schedule.puts
    append(&entries)
  }

  private mutating func encode(_ view: ViewName, _ fold: inout PastFold) throws {
    var indexer = RowIndexer()
    var entries = IndexEntries()
    for index in fold.rows.order()[view] ?? [] {
      let value = fold.encoded(index)
      guard !value.isEmpty else { continue }
      let row = fold.rows.rows[index].key
      append(row.bytes.span, value.span)
      try indexer.list(row, value.span, into: &entries)
    }
    // Rows begin with capital letters and entries with small ones.
    append(&entries)
  }

  private mutating func compute(_ fold: inout PastFold) throws {
    var cards: Set<EntityID> = []
    for row in fold.rows.rows.map(\.key) where row.kind == .card || row.kind == .reviews {
      cards.insert(row.entity)
    }
    var schedule = ScheduleChanges()
    let past = fold
    let schedulers = DeckSchedulers()
    for card in cards {
      let state = try CardState(
        card, record: fold.encoded(RowKey(.card, card)),
        reviews: fold.encoded(RowKey(.reviews, card)), by: schedulers
      ) { past.record($0) }
      schedule.note(card, from: nil, to: state)
    }
    schedule.settleTallies { _ in nil }
    append(&schedule.puts)
  }

  private mutating func append(_ entries: inout IndexEntries) {
    entries.sort()
    var next = 0
    append(from: entries, &next) { _ in true }
  }

  private mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>?) {
    let start = bytes.count
    bytes.append(key)
    let middle = bytes.count
    guard let value else { return rows.append((start..<middle, nil)) }
    bytes.append(value)
    rows.append((start..<middle, bytes.count))
  }

  /// Lends every key from `lower` on and before `upper`, with its value.
  func scan(
    from lower: [UInt8], below upper: [UInt8]?, _ transaction: borrowing ReadTransaction,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    var index = firstIndex(notBefore: lower)
    var step = ScanStep.next
    if let base {
      try base.catalog.scan(
        base.view, from: lower, below: upper, transaction
      ) { key, value in
        step = try lend(from: &index, below: key, body)
        guard step == .next else { return step }
        // Of the same key only one is lent, and that of the past.
        guard index < rows.count, bytes.span.extracting(rows[index].key).isEqual(to: key) else {
          step = try body(key, value)
          return step
        }
        step = try lend(rows[index], body)
        index += 1
        return step
      }
    }
    guard step == .next else { return }
    _ = try lend(from: &index, below: upper?.span, body)
  }

  private func lend(
    from index: inout Int, below upper: Span<UInt8>?,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws -> ScanStep {
    while index < rows.count {
      let row = rows[index]
      if let upper, !bytes.span.extracting(row.key).precedes(upper) { break }
      index += 1
      if try lend(row, body) == .stop { return .stop }
    }
    return .next
  }

  private func lend(
    _ row: (key: Range<Int>, end: Int?),
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws -> ScanStep {
    guard let end = row.end else { return .next }
    let bytes = bytes.span
    return try body(bytes.extracting(row.key), bytes.extracting(row.key.upperBound..<end))
  }

  private func firstIndex(notBefore bound: [UInt8]) -> Int {
    let (bytes, bound) = (bytes.span, bound.span)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes.extracting(rows[middle].key).precedes(bound) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
