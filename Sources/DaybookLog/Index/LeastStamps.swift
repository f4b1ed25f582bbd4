package import DaybookEvents
import LMDB

/// The least stamp among the events of every 1,024 positions: tells whoever reads the past which
/// events lie after it without reading them. A row of `meta` holds those of 4,096 such stretches, 8
/// bytes each, 0 where it is not known; that of the last stretch, which goes on, is part of the
/// state of the log.
///
/// Where an imported fact happened before it was written, that time counts.
enum LeastStamps {
  private static let stretchLength: UInt64 = 1024
  private static let stretchesPerRow: UInt64 = 4096

  /// What is known of the last stretch once another event is at its end; nil for nothing.
  static func including(
    _ header: EventHeader, at position: UInt64, _ known: Stamp?
  ) -> Stamp? {
    let own = header.occurredAt.map { min(Stamp(milliseconds: $0), header.stamp) } ?? header.stamp
    let isFirst = position == 1 || position % stretchLength == 0
    return isFirst ? own : known.map { min($0, own) }
  }

  /// Whether a stretch ends with a position.
  static func endsStretch(_ position: UInt64) -> Bool { (position + 1) % stretchLength == 0 }

  /// Keeps what is known of the stretch that ends with a position.
  static func store(
    _ stamp: Stamp?, endingAt position: UInt64, in meta: Table,
    _ transaction: inout WriteTransaction
  ) throws {
    let key = MetaKey.leastStamps(row(of: position))
    var row = try transaction.reading.bytes(in: meta, for: key) ?? []
    let place = place(of: position)
    while row.count < place + 8 { row.append(0) }
    row.replaceSubrange(place..<place + 8, with: Hexadecimal.bytes(stamp?.rawValue ?? 0))
    try transaction.put(key, row, in: meta)
  }

  /// A stretch that ended, as a walk through the log found it.
  struct Stretch {
    /// Its last position.
    let end: UInt64
    let stamp: Stamp
  }

  /// The stretches of which something else is kept.
  static func differences(
    _ stretches: [Stretch], in meta: Table, _ transaction: borrowing ReadTransaction
  ) throws -> [LogProblem] {
    try stretches.compactMap { stretch in
      let kept = try kept(of: stretch, in: meta, transaction) ?? stretch.stamp
      return kept == stretch.stamp ? nil : .wrongLeastStamp(position: stretch.end)
    }
  }

  /// What is kept of a stretch; nil for nothing.
  static func kept(
    of stretch: Stretch, in meta: Table, _ transaction: borrowing ReadTransaction
  ) throws -> Stamp? {
    try withRow(row(of: stretch.end), in: meta, transaction) { stamp(of: stretch.end, in: $0) }
  }

  /// Lends the stamps of a row; none where none are kept.
  static func withRow<Result>(
    _ number: UInt64, in meta: Table, _ transaction: borrowing ReadTransaction,
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try transaction.value(in: meta, for: MetaKey.leastStamps(number)) { try body($0) }
      ?? body(Span())
  }

  /// What a row says of the stretch that holds a position; nil where nothing is known.
  static func stamp(of position: UInt64, in row: Span<UInt8>) -> Stamp? {
    let place = place(of: position)
    guard place + 8 <= row.count else { return nil }
    let stamp = row.bigEndian64(at: place)
    return stamp > 0 ? Stamp(rawValue: stamp) : nil
  }

  static func row(of position: UInt64) -> UInt64 {
    position / stretchLength / stretchesPerRow
  }

  static func place(of position: UInt64) -> Int {
    Int(position / stretchLength % stretchesPerRow) * 8
  }
}

/// How far somebody who reads the past looks: events that lie further on are passed over, as far
/// as that is known without reading them.
package struct HistoryBound: Sendable {
  /// The last position.
  package let lastPosition: UInt64
  /// The last stamp, as events were written; nil where stamps do not matter.
  package let lastStamp: Stamp?

  /// Everything.
  package static let none = HistoryBound(lastPosition: .max, lastStamp: nil)

  /// Describes a bound.
  package init(lastPosition: UInt64, lastStamp: Stamp?) {
    (self.lastPosition, self.lastStamp) = (lastPosition, lastStamp)
  }
}
