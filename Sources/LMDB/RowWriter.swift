import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Puts many rows into one table through one cursor.
///
/// LMDB looks at the page the cursor is on before it searches from the root, so rows in the order
/// of their keys cost about half (measured: 130 instead of 290 ns a row).
@safe package struct RowWriter: ~Copyable {
  private let cursor: OpaquePointer
  private let scope: TransactionScope

  fileprivate init(_ transaction: borrowing WriteTransaction, _ table: Table) throws {
    scope = transaction.reading.scope
    let handle = try unsafe scope.handle(table, in: transaction.reading.pointer, .put)
    var opened: OpaquePointer?
    try check(unsafe mdb_cursor_open(transaction.reading.pointer, handle, &opened), .put)
    guard let opened = unsafe opened else { throw LMDBError(.put, code: ENOMEM) }
    unsafe cursor = unsafe opened
  }

  deinit { unsafe mdb_cursor_close(cursor) }

  /// Puts a value under a key, in place of the one it had; any order is right, the keys' is fast.
  ///
  /// - Throws: As ``WriteTransaction/put(_:_:in:)``.
  package mutating func put(_ key: Span<UInt8>, _ value: Span<UInt8>) throws {
    try put(key, value, flags: 0, .put)
  }

  /// Puts a value under a key that sorts after every key of the table.
  ///
  /// - Throws: As ``WriteTransaction/append(_:_:in:)``.
  package mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>) throws {
    try put(key, value, flags: UInt32(MDB_APPEND), .append)
  }

  /// Lends the last row whose key sorts before a key; nil if there is none.
  ///
  /// - Throws: `corrupted`, and what `body` throws.
  package mutating func lastRow<Result>(
    before bound: Span<UInt8>,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Result
  ) throws -> Result? {
    var (key, value) = unsafe (MDB_val(), MDB_val())
    var code = unsafe try bound.withKey(.get) { bound in
      unsafe key = unsafe bound
      return unsafe mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
    }
    let step = code == MDB_NOTFOUND ? MDB_LAST : MDB_PREV
    if code == MDB_SUCCESS || code == MDB_NOTFOUND {
      code = unsafe mdb_cursor_get(cursor, &key, &value, step)
    }
    if code == MDB_NOTFOUND { return nil }
    try check(code, .get)
    return try unsafe key.withSpan { key in
      try unsafe value.withSpan { value in try body(key, value) }
    }
  }

  private mutating func put(
    _ key: Span<UInt8>, _ value: Span<UInt8>, flags: UInt32, _ operation: LMDBError.Operation
  ) throws {
    guard value.count <= Int(UInt32.max) else {
      throw LMDBError(operation: operation, kind: .valueTooLong)
    }
    let code = unsafe try key.withKey(operation) { key in
      unsafe value.withValue { value in unsafe mdb_cursor_put(cursor, &key, &value, flags) }
    }
    try examine(code, operation)
    scope.byteCount += key.count + value.count
  }

  private func examine(_ code: Int32, _ operation: LMDBError.Operation) throws(LMDBError) {
    if code == MDB_MAP_FULL { scope.need = .largerMap }
    try check(code, operation)
  }
}

extension WriteTransaction {
  /// Lends a writer of rows for one table; fastest when they come in the order of their keys.
  ///
  /// - Throws: `tableMissing`, and what `body` throws.
  package mutating func putRows<Result>(
    in table: Table, _ body: (inout RowWriter) throws -> Result
  ) throws -> Result {
    var writer = try RowWriter(self, table)
    return try body(&writer)
  }
}
