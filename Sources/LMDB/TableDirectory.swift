import CLMDB

/// LMDB's unnamed table, in which the named ones are listed.
enum TableDirectory {
  /// `MAIN_DBI` of mdb.c; every transaction has it.
  private static let main: MDB_dbi = 1

  /// Whether a table of that name is in the transaction's snapshot.
  static func contains(
    _ name: String, in transaction: OpaquePointer, _ operation: LMDBError.Operation
  ) throws(LMDBError) -> Bool {
    let code = unsafe Array(name.utf8).withValue { key in
      var value = unsafe MDB_val()
      return unsafe mdb_get(transaction, main, &key, &value)
    }
    if code == MDB_NOTFOUND { return false }
    try check(code, operation)
    return true
  }
}

extension [UInt8] {
  /// Lends these bytes to LMDB, which only reads them.
  func withValue<Result>(_ body: (inout MDB_val) -> Result) -> Result {
    unsafe withUnsafeBytes { bytes in
      let address = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      var value = unsafe MDB_val(mv_size: bytes.count, mv_data: address)
      return unsafe body(&value)
    }
  }
}

extension Span<UInt8> {
  /// Lends these bytes to LMDB, which only reads them.
  func withValue<Result>(_ body: (inout MDB_val) -> Result) -> Result {
    unsafe withUnsafeBytes { bytes in
      let address = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      var value = unsafe MDB_val(mv_size: bytes.count, mv_data: address)
      return unsafe body(&value)
    }
  }

  /// Copies these bytes to a place that has room for them.
  func copy(to place: UnsafeMutableRawPointer) {
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe place.copyMemory(from: start, byteCount: bytes.count)
    }
  }

  /// Lends a key of 1 to 511 bytes to LMDB.
  func withKey<Result>(
    _ operation: LMDBError.Operation, _ body: (inout MDB_val) -> Result
  ) throws(LMDBError) -> Result {
    guard !isEmpty else { throw LMDBError(operation: operation, kind: .keyEmpty) }
    guard count <= keyByteLimit else { throw LMDBError(operation: operation, kind: .keyTooLong) }
    return unsafe withValue(body)
  }
}

extension MDB_val {
  /// Lends what LMDB returned as a span that ends with the call.
  func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let start = unsafe mv_data?.assumingMemoryBound(to: UInt8.self)
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : mv_size)
    return try body(unsafe bytes.span)
  }
}
