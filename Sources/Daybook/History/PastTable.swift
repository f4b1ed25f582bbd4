import DaybookEvents
import DaybookLog
import LMDB

/// One view of a past moment: the rows and index entries that its table would hold, in the order
/// of their keys.
struct PastTable: Sendable {
  private var bytes: [UInt8] = []
  private var rows: [(key: Range<Int>, value: Range<Int>)] = []

  /// Encodes and indexes the rows of a view, or computes what follows from them.
  init(_ view: ViewName, _ fold: inout PastFold) throws {
    if view == .schedule {
      try compute(&fold)
    } else {
      try encode(view, &fold)
    }
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
    var entries = IndexEntries()
    var tallies: [DayTally.Key: DayTally] = [:]
    let past = fold
    for card in cards {
      let state = try CardState(
        card, record: fold.encoded(RowKey(.card, card)),
        reviews: fold.encoded(RowKey(.reviews, card))
      ) { past.record($0) }
      entries.add(key: ViewIndex.cardState.key(card.key), value: state.encoded)
      if let entry = state.queueEntry(card) { entries.add(key: entry.key, value: entry.value) }
      DayTally.count(state, 1, in: &tallies)
    }
    for (key, tally) in tallies { entries.add(key: key.bytes, value: tally.encoded) }
    append(&entries)
  }

  private mutating func append(_ entries: inout IndexEntries) {
    entries.sort()
    let all = entries.bytes
    for entry in entries.entries {
      append(all.span.extracting(entry.key), all.span.extracting(entry.value))
    }
  }

  private mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>) {
    let start = bytes.count
    bytes.append(key)
    let middle = bytes.count
    bytes.append(value)
    rows.append((start..<middle, middle..<bytes.count))
  }

  /// Lends every key from `lower` on and before `upper`, with its value.
  func scan(
    from lower: [UInt8], below upper: [UInt8]?,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    let bytes = bytes.span
    var index = firstIndex(notBefore: lower)
    while index < rows.count {
      let key = bytes.extracting(rows[index].key)
      if let upper, !key.precedes(upper.span) { return }
      if try body(key, bytes.extracting(rows[index].value)) == .stop { return }
      index += 1
    }
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

extension Span<UInt8> {
  /// Whether these bytes sort before others, as keys do.
  fileprivate func precedes(_ other: Span<UInt8>) -> Bool {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index]
    }
    return count < other.count
  }
}
