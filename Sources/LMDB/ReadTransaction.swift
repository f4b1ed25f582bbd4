import CLMDB

/// One moment of a store, unchanged by later writes.
///
/// Lent by ``Environment/read(_:)`` and, as what a write has done so far, by
/// ``WriteTransaction/reading``; it ends with the closure that got it. Spans point into the
/// store's own pages and end with the closure that gets them.
@safe package struct ReadTransaction: ~Copyable {
  let pointer: OpaquePointer
  let scope: TransactionScope

  /// The number of the transaction whose result is seen: of two read transactions that have the
  /// same, both see the same. A write transaction sees its own, which may come to nothing.
  package var snapshot: Int { unsafe mdb_txn_id(pointer) }

  /// Lends the value of a key to `body`.
  ///
  /// - Returns: What `body` returned, or nil if the table does not hold the key.
  /// - Throws: `keyTooLong`, `keyEmpty`, `tableMissing`, `corrupted`, and what `body` throws.
  package func value<Result>(
    in table: Table, for key: [UInt8], _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    try value(in: table, for: key.span, body)
  }

  /// The same for a key in place, such as one of fixed size that needs no array.
  ///
  /// - Throws: As ``value(in:for:_:)``.
  package func value<Result>(
    in table: Table, for key: Span<UInt8>, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    let handle = try unsafe scope.handle(table, in: pointer, .get)
    var value = unsafe MDB_val()
    let code = unsafe try key.withKey(.get) { key in
      unsafe mdb_get(pointer, handle, &key, &value)
    }
    if code == MDB_NOTFOUND { return nil }
    try check(code, .get)
    return try unsafe value.withSpan(body)
  }

  /// A copy of the value of a key, or nil if the table does not hold it.
  ///
  /// - Throws: As ``value(in:for:_:)``.
  package func bytes(in table: Table, for key: [UInt8]) throws -> [UInt8]? {
    try value(in: table, for: key) { span in
      unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
  }

  /// Whether the table holds a key.
  ///
  /// - Throws: As ``value(in:for:_:)``.
  package func contains(_ key: [UInt8], in table: Table) throws -> Bool {
    try contains(key.span, in: table)
  }

  /// Whether the table holds a key in place.
  ///
  /// - Throws: As ``value(in:for:_:)``.
  package func contains(_ key: Span<UInt8>, in table: Table) throws -> Bool {
    try value(in: table, for: key) { _ in } != nil
  }

  /// Whether the store holds a table of that name.
  package func holdsTable(_ name: String) throws -> Bool {
    try unsafe TableDirectory.contains(name, in: pointer, .openTable)
  }

  /// How many keys the table holds; read from its header, whatever its size.
  ///
  /// - Throws: `tableMissing`.
  package func count(of table: Table) throws -> Int {
    let handle = try unsafe scope.handle(table, in: pointer, .count)
    var statistics = MDB_stat()
    try check(unsafe mdb_stat(pointer, handle, &statistics), .count)
    return statistics.ms_entries
  }

  /// How many bytes the pages of the table's tree and its large values have.
  ///
  /// - Throws: `tableMissing`.
  package func byteCount(of table: Table) throws -> Int {
    let handle = try unsafe scope.handle(table, in: pointer, .count)
    var statistics = MDB_stat()
    try check(unsafe mdb_stat(pointer, handle, &statistics), .count)
    let (branches, leaves) = (statistics.ms_branch_pages, statistics.ms_leaf_pages)
    return (branches + leaves + statistics.ms_overflow_pages) * Int(statistics.ms_psize)
  }
}
