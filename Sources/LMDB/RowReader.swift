import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Gets many rows of one table through one cursor: fastest when they are asked for in the order
/// of their keys, for LMDB looks at the page the cursor is on before it searches from the root.
@safe package struct RowReader: ~Copyable {
  private let cursor: OpaquePointer

  fileprivate init(_ transaction: borrowing ReadTransaction, _ table: Table) throws {
    let handle = try unsafe transaction.scope.handle(table, in: transaction.pointer, .get)
    var opened: OpaquePointer?
    try check(unsafe mdb_cursor_open(transaction.pointer, handle, &opened), .get)
    guard let opened = unsafe opened else { throw LMDBError(.get, code: ENOMEM) }
    unsafe cursor = unsafe opened
  }

  deinit { unsafe mdb_cursor_close(cursor) }

  /// Lends the value of a key to `body`; nil if the table does not hold it.
  ///
  /// - Throws: As ``ReadTransaction/value(in:for:_:)``.
  package mutating func value<Result>(
    for key: Span<UInt8>, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    var value = unsafe MDB_val()
    let code = unsafe try key.withKey(.get) { key in
      unsafe mdb_cursor_get(cursor, &key, &value, MDB_SET)
    }
    if code == MDB_NOTFOUND { return nil }
    try check(code, .get)
    return try unsafe value.withSpan(body)
  }
}

extension ReadTransaction {
  /// Lends a reader of rows for one table.
  ///
  /// - Throws: `tableMissing`, and what `body` throws.
  package func readRows<Result>(
    in table: Table, _ body: (inout RowReader) throws -> Result
  ) throws -> Result {
    var reader = try RowReader(self, table)
    return try body(&reader)
  }
}
