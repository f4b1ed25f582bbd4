import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place in a table, and the row there.
@safe struct Cursor: ~Copyable {
  /// `FREE_DBI` of mdb.c, whose keys are numbers in the machine's order of bytes.
  private static let freePages: MDB_dbi = 0

  private let pointer: OpaquePointer
  private let isOrderedByBytes: Bool
  /// How long pages are, where they lie as they are in the file; those of a write transaction may
  /// lie elsewhere.
  private let pageByteCount: Int?
  private var key = unsafe MDB_val()
  private var value = unsafe MDB_val()
  /// The key that ``keepLast()`` kept: it points into the store, whose pages stay while the
  /// transaction lasts and nothing is written in it.
  private var last = unsafe MDB_val()

  /// A cursor that is nowhere yet. It must go before its transaction ends.
  init(
    transaction: OpaquePointer, handle: MDB_dbi, isReading: Bool = false
  ) throws(LMDBError) {
    var statistics = MDB_stat()
    if isReading { try check(unsafe mdb_stat(transaction, handle, &statistics), .scan) }
    var opened: OpaquePointer?
    try check(unsafe mdb_cursor_open(transaction, handle, &opened), .scan)
    guard let opened = unsafe opened else { throw LMDBError(.scan, code: ENOMEM) }
    unsafe pointer = unsafe opened
    pageByteCount = isReading ? Int(statistics.ms_psize) : nil
    isOrderedByBytes = handle != Self.freePages
  }

  deinit { unsafe mdb_cursor_close(pointer) }

  /// Goes to the first, last, next or previous row. Returns whether there is one.
  ///
  /// - Throws: `corrupted` where the next page does not follow the one before: pages that lead back
  ///   to others would be gone through for ever. Also at a page that is not what was written, as
  ///   far as it tells by itself.
  mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
    let before = unsafe key
    guard try isThere(unsafe mdb_cursor_get(pointer, &key, &value, operation)) else {
      return false
    }
    let isStep = operation == MDB_NEXT || operation == MDB_PREV
    guard let now = unsafe key.mv_data else { return true }
    guard isStep, let last = unsafe before.mv_data else {
      try checkPage()
      return true
    }
    guard UInt(bitPattern: last) >> 12 != UInt(bitPattern: now) >> 12 else { return true }
    try checkPage()
    guard isOrderedByBytes else { return true }
    let common = unsafe memcmp(last, now, min(before.mv_size, key.mv_size))
    let order =
      unsafe common != 0 ? Int(common) : before.mv_size < key.mv_size ? -1 : 1
    guard operation == MDB_NEXT ? order < 0 : order > 0 else {
      throw LMDBError(.scan, code: MDB_CORRUPTED)
    }
    return true
  }

  /// - Throws: `corrupted` where the row lies on a page that is not what was written.
  func checkPage() throws(LMDBError) {
    guard let pageByteCount, let address = unsafe key.mv_data else { return }
    guard unsafe LeafPage(holding: address, byteCount: pageByteCount).isSound else {
      throw LMDBError(.scan, code: MDB_CORRUPTED)
    }
  }

  /// Goes to the first row whose key is `bound` or greater. Returns whether there is one.
  mutating func seek(_ bound: [UInt8]) throws(LMDBError) -> Bool {
    let code = unsafe bound.withValue { bound in
      unsafe key = unsafe bound
      return unsafe mdb_cursor_get(pointer, &key, &value, MDB_SET_RANGE)
    }
    return try isThere(code)
  }

  /// Lends the row.
  func withRow<Result>(
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    try unsafe key.withSpan { key in
      try unsafe value.withSpan { value in try body(key, value) }
    }
  }

  /// In which 4 KiB of memory key and value begin. No page is smaller and each begins at such a
  /// border, so rows in one block lie on one page, and a value elsewhere may have its own.
  var blocks: (key: UInt, value: UInt) {
    unsafe (UInt(bitPattern: key.mv_data) >> 12, UInt(bitPattern: value.mv_data) >> 12)
  }

  /// Whether the row's key sorts before `bytes`.
  func isBefore(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      let common = unsafe min(bytes.count, key.mv_size)
      var order: Int32 = 0
      if common > 0, let ours = unsafe key.mv_data, let theirs = bytes.baseAddress {
        order = unsafe memcmp(ours, theirs, common)
      }
      return unsafe order == 0 ? key.mv_size < bytes.count : order < 0
    }
  }

  /// Keeps the row's key, to compare those after it with.
  mutating func keepLast() { unsafe last = unsafe key }

  /// A copy of the key that was kept last.
  var lastKey: [UInt8] {
    unsafe last.withSpan { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  /// Whether the row's key sorts after the one that was kept last.
  var isAfterLast: Bool {
    let common = unsafe min(last.mv_size, key.mv_size)
    var order: Int32 = 0
    if common > 0, let ours = unsafe key.mv_data, let known = unsafe last.mv_data {
      order = unsafe memcmp(ours, known, common)
    }
    return unsafe order == 0 ? key.mv_size > last.mv_size : order > 0
  }

  /// Whether the row has this key.
  func withKey(isEqualTo bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      guard unsafe key.mv_size == bytes.count else { return false }
      guard let ours = unsafe key.mv_data, let theirs = bytes.baseAddress else { return true }
      return unsafe memcmp(ours, theirs, bytes.count) == 0
    }
  }

  private func isThere(_ code: Int32) throws(LMDBError) -> Bool {
    if code == MDB_NOTFOUND { return false }
    try check(code, .scan)
    return true
  }
}
