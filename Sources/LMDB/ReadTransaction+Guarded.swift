import CLMDB

extension ReadTransaction {
  /// How a scan that looks for damage ended.
  package enum GuardedEnd: Equatable, Sendable {
    /// At the end of its range, or where its body stopped it.
    case whole
    /// At a row that is not sound; after the row with this key, or before the first.
    case broken(after: [UInt8]?)
  }

  /// Lends rows as ``scan(_:from:below:_:)`` does, each after `isSound` has found it so, and ends
  /// before the first that is not, or does not come after the one before it.
  ///
  /// A flipped bit in a key can make LMDB go past other keys when it looks for a place on the page,
  /// or end a range too early. So the row before the first and the row after the last are looked
  /// at as well.
  ///
  /// - Throws: `tableMissing`, `corrupted`, and what `body` throws.
  package func scanGuarded(
    _ table: Table, from lower: [UInt8] = [], below upper: [UInt8]? = nil,
    isSound: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws -> GuardedEnd {
    var cursor = try cursor(table)
    var hasLast = false
    func broken(_ cursor: borrowing Cursor) -> GuardedEnd {
      .broken(after: hasLast ? cursor.lastKey : nil)
    }
    guard var isThere = try cursor.start(at: lower, isSound) else { return .broken(after: nil) }
    while isThere {
      guard cursor.withRow(isSound), hasLast ? cursor.isAfterLast : !cursor.isBefore(lower) else {
        return broken(cursor)
      }
      if let upper, !cursor.isBefore(upper) { return .whole }
      cursor.keepLast()
      hasLast = true
      if try cursor.withRow(body) == .stop { return .whole }
      isThere = try cursor.move(MDB_NEXT)
    }
    return .whole
  }

  /// What looking for a row found.
  package enum GuardedRow<Result> {
    case found(Result)
    /// No row lies there.
    case none
    /// One that is not sound.
    case broken
  }

  /// Lends the last row before a bound, after `isSound` has found it so, and the row behind it: of
  /// the two between which a row was looked for, either may be the one.
  ///
  /// - Precondition: The table does not hold the bound.
  /// - Throws: `tableMissing`, `corrupted`, and what `body` throws.
  package func lastRow<Result>(
    before bound: [UInt8], in table: Table,
    isSound: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Result
  ) throws -> GuardedRow<Result> {
    var cursor = try cursor(table)
    let isBehind = try cursor.seek(bound)
    guard !isBehind || cursor.withRow(isSound) else { return .broken }
    guard try cursor.move(isBehind ? MDB_PREV : MDB_LAST) else { return .none }
    guard cursor.withRow(isSound), cursor.isBefore(bound) else { return .broken }
    return .found(try cursor.withRow(body))
  }

  /// Whether a key that a table does not hold is truly missing: the rows on both sides of where it
  /// would stand are sound and in order.
  ///
  /// - Throws: `tableMissing`, `corrupted`.
  package func isMissing(
    _ key: [UInt8], in table: Table,
    isSound: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool
  ) throws -> Bool {
    var cursor = try cursor(table)
    guard let isThere = try cursor.start(at: key, isSound) else { return false }
    guard isThere else { return true }
    return cursor.withRow(isSound) && !cursor.isBefore(key) && !cursor.withKey(isEqualTo: key)
  }
}

extension Cursor {
  /// Goes to the first row whose key is `bound` or greater, past the row before it, which must be
  /// sound and lie before it.
  ///
  /// - Returns: whether there is a row; nil where there is damage.
  fileprivate mutating func start(
    at bound: [UInt8], _ isSound: (_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool
  ) throws(LMDBError) -> Bool? {
    guard !bound.isEmpty else { return try move(MDB_FIRST) }
    let isThere = try seek(bound)
    if isThere { try checkPage() }
    let isAfterAnother = try move(isThere ? MDB_PREV : MDB_LAST)
    if isAfterAnother {
      guard withRow(isSound), isBefore(bound) else { return nil }
    }
    guard isThere else { return false }
    // Not by looking for it again: a cursor that stands on a page believes the page's last key.
    return try move(isAfterAnother ? MDB_NEXT : MDB_FIRST)
  }
}
