import CLMDB

/// Whether a scan goes on.
package enum ScanStep: Sendable {
  case next, stop
}

extension ReadTransaction {
  /// Lends every key from `lower` on and before `upper` to `body`, with its value, in the order
  /// of the keys' bytes. Nothing is allocated per row.
  ///
  /// - Parameter lower: Any length; empty means from the first key.
  /// - Parameter upper: Any length; nil means to the last key.
  /// - Throws: `tableMissing`, `corrupted`, and what `body` throws.
  package func scan(
    _ table: Table, from lower: [UInt8] = [], below upper: [UInt8]? = nil,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    var cursor = try cursor(table)
    var isThere = try lower.isEmpty ? cursor.move(MDB_FIRST) : cursor.seek(lower)
    while isThere {
      if let upper, !cursor.isBefore(upper) { return }
      if try cursor.withRow(body) == .stop { return }
      isThere = try cursor.move(MDB_NEXT)
    }
  }

  /// The same, from the last key before `upper` down to `lower`, which is included.
  ///
  /// - Throws: As ``scan(_:from:below:_:)``.
  package func scanBackwards(
    _ table: Table, below upper: [UInt8]? = nil, downTo lower: [UInt8] = [],
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    if let upper, upper.isEmpty { return }
    var cursor = try cursor(table)
    var isPastRange = false
    if let upper { isPastRange = try cursor.seek(upper) }
    var isThere = try cursor.move(isPastRange ? MDB_PREV : MDB_LAST)
    while isThere {
      if cursor.isBefore(lower) { return }
      if try cursor.withRow(body) == .stop { return }
      isThere = try cursor.move(MDB_PREV)
    }
  }

  /// A cursor on a table.
  func cursor(_ table: Table) throws -> Cursor {
    let handle = try unsafe scope.handle(table, in: pointer, .scan)
    return try unsafe Cursor(
      transaction: pointer, handle: handle, isReading: scope.isReading)
  }
}
