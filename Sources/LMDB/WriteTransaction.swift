import CLMDB

/// Changes to a store that become visible, and durable, together or not at all.
///
/// Lent by ``Environment/write(_:)``, which commits it. Because writing is `mutating`, no span of
/// ``reading`` can be held across a write: LMDB may have moved the bytes by then.
package struct WriteTransaction: ~Copyable {
  /// The store as it is with the changes made so far.
  package let reading: ReadTransaction

  /// Puts a value under a key, in place of the one it had.
  ///
  /// - Parameter key: 1 to 511 bytes.
  /// - Throws: `keyTooLong`, `keyEmpty`, `valueTooLong`, `tableMissing`. A full map is not an
  ///   error the caller sees: it grows and the body runs again.
  package mutating func put(_ key: [UInt8], _ value: [UInt8], in table: Table) throws {
    try put(key.span, value.span, in: table, flags: 0, .put)
  }

  /// The same with key and value in place.
  ///
  /// - Throws: As ``put(_:_:in:)``.
  package mutating func put(
    _ key: Span<UInt8>, _ value: Span<UInt8>, in table: Table
  ) throws {
    try put(key, value, in: table, flags: 0, .put)
  }

  /// Puts a value under a key that sorts after every key of the table, without searching for its
  /// place and without splitting pages.
  ///
  /// - Throws: `keyOutOfOrder` if it does not sort so; else as ``put(_:_:in:)``.
  package mutating func append(_ key: [UInt8], _ value: [UInt8], in table: Table) throws {
    try put(key.span, value.span, in: table, flags: UInt32(MDB_APPEND), .append)
  }

  /// The same with key and value in place; the value in two parts, which come together only on
  /// LMDB's page.
  ///
  /// - Throws: As ``append(_:_:in:)``.
  package mutating func append(
    _ key: Span<UInt8>, _ head: Span<UInt8>, _ tail: Span<UInt8>, in table: Table
  ) throws {
    let count = head.count + tail.count
    guard count <= Int(UInt32.max) else {
      throw LMDBError(operation: .append, kind: .valueTooLong)
    }
    let handle = try unsafe reading.scope.handle(table, in: reading.pointer, .append)
    let code = unsafe try key.withKey(.append) { key in
      var value = unsafe MDB_val(mv_size: count, mv_data: nil)
      let flags = UInt32(MDB_APPEND | MDB_RESERVE)
      let code = unsafe mdb_put(reading.pointer, handle, &key, &value, flags)
      guard code == MDB_SUCCESS, let place = unsafe value.mv_data else { return code }
      unsafe head.copy(to: place)
      unsafe tail.copy(to: place + head.count)
      return code
    }
    try examine(code, .append)
    reading.scope.byteCount += key.count + count
  }

  /// Removes a key and its value.
  ///
  /// - Returns: Whether the table held it.
  /// - Throws: As ``put(_:_:in:)``.
  package mutating func delete(_ key: [UInt8], in table: Table) throws -> Bool {
    let handle = try unsafe reading.scope.handle(table, in: reading.pointer, .delete)
    let code = unsafe try key.span.withKey(.delete) { key in
      unsafe mdb_del(reading.pointer, handle, &key, nil)
    }
    if code == MDB_NOTFOUND { return false }
    try examine(code, .delete)
    return true
  }

  /// Empties a table and keeps it. Its pages can be used again from the next transaction on.
  ///
  /// - Throws: `tableMissing`, `corrupted`.
  package mutating func removeAll(in table: Table) throws {
    let handle = try unsafe reading.scope.handle(table, in: reading.pointer, .removeAll)
    try examine(unsafe mdb_drop(reading.pointer, handle, 0), .removeAll)
  }

  /// The table of that name, made if the store does not hold it.
  ///
  /// If this process has not used the table yet, that happens in a transaction of its own, and
  /// the body runs again from its start; so a table made here stays when the transaction fails.
  ///
  /// - Throws: `tooManyTables`.
  package mutating func createTable(_ name: String) throws -> Table {
    let table = Table(name: name)
    let isThere = try unsafe TableDirectory.contains(name, in: reading.pointer, .createTable)
    guard isThere else {
      reading.scope.need = .newTable(name)
      throw TransactionRestart()
    }
    return table
  }

  private mutating func put(
    _ key: Span<UInt8>, _ value: Span<UInt8>, in table: Table, flags: UInt32,
    _ operation: LMDBError.Operation
  ) throws {
    guard value.count <= Int(UInt32.max) else {
      throw LMDBError(operation: operation, kind: .valueTooLong)
    }
    let handle = try unsafe reading.scope.handle(table, in: reading.pointer, operation)
    let code = unsafe try key.withKey(operation) { key in
      unsafe value.withValue { value in
        unsafe mdb_put(reading.pointer, handle, &key, &value, flags)
      }
    }
    try examine(code, operation)
    reading.scope.byteCount += key.count + value.count
  }

  /// Throws what a return code stands for, and remembers that the map was full.
  func examine(_ code: Int32, _ operation: LMDBError.Operation) throws(LMDBError) {
    if code == MDB_MAP_FULL { reading.scope.need = .largerMap }
    try check(code, operation)
  }
}
