import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// LMDB's own environment, opened with the flags this module allows and no others.
///
/// Whoever holds it sees to it that it is closed once, with no transaction open; the sharing
/// between threads is LMDB's.
@safe struct RawEnvironment: @unchecked Sendable {
  static let dataFileName = "data.mdb"
  static let lockFileName = "lock.mdb"
  private static let readerLimit: UInt32 = 512
  private static let tableLimit: UInt32 = 64
  /// `MDB_txninfo`, which has room for one reader, and the other readers, a cache line each.
  private static let lockFileByteCount = 192 + (Int(readerLimit) - 1) * 64

  let pointer: OpaquePointer

  /// Opens the files in `directory`; `mapSize` only for a store that is being made.
  static func open(
    _ directory: String, isReadOnly: Bool, mapSize: Int?, operation: LMDBError.Operation
  ) throws(LMDBError) -> RawEnvironment {
    var created: OpaquePointer?
    try check(unsafe mdb_env_create(&created), operation)
    guard let pointer = unsafe created else { throw LMDBError(operation, code: ENOMEM) }
    let raw = unsafe RawEnvironment(pointer: pointer)
    do throws(LMDBError) {
      // LMDB asserts on pages that are not what they should be. By itself it prints its own source
      // code and then aborts; who runs this process says what that means for people.
      try check(unsafe mdb_env_set_assert(pointer) { _, _ in abort() }, operation)
      try check(unsafe mdb_env_set_maxreaders(pointer, readerLimit), operation)
      try check(unsafe mdb_env_set_maxdbs(pointer, tableLimit), operation)
      if let mapSize { try check(unsafe mdb_env_set_mapsize(pointer, mapSize), operation) }
      try reserveLockFile(directory, operation)
      let flags = UInt32(MDB_NOTLS) | (isReadOnly ? UInt32(MDB_RDONLY) : 0)
      try check(unsafe mdb_env_open(pointer, directory, flags, 0o600), operation)
      raw.hideFromChildren()
      try raw.checkReaders(operation)
      try raw.prepareMainTable(operation)
      return raw
    } catch {
      raw.close()
      throw error
    }
  }

  /// Closes it. Every transaction must have ended.
  func close() {
    unsafe mdb_env_close(pointer)
  }

  /// Clears the slots of readers whose process died; they would keep pages from being reused.
  func checkReaders(_ operation: LMDBError.Operation) throws(LMDBError) {
    var cleared: Int32 = 0
    try check(unsafe mdb_reader_check(pointer, &cleared), operation)
  }

  /// Sizes as LMDB sees them now.
  func information(_ operation: LMDBError.Operation) throws(LMDBError) -> MDB_envinfo {
    var information = unsafe MDB_envinfo()
    try check(unsafe mdb_env_info(pointer, &information), operation)
    return unsafe information
  }

  /// The page size of the store, in bytes.
  func pageSize(_ operation: LMDBError.Operation) throws(LMDBError) -> Int {
    var statistics = MDB_stat()
    try check(unsafe mdb_env_stat(pointer, &statistics), operation)
    return Int(statistics.ms_psize)
  }

  /// The data file, owned by LMDB. Closing another descriptor of it is harmless in 0.9, whose
  /// locks are on the lock file.
  func dataFile(_ operation: LMDBError.Operation) throws(LMDBError) -> Int32 {
    var descriptor: Int32 = -1
    try check(unsafe mdb_env_get_fd(pointer, &descriptor), operation)
    return descriptor
  }

  /// Gives the lock file its place on the volume: LMDB maps it and writes to it, and where there
  /// is no room for a page of it, that ends the process with SIGBUS.
  ///
  /// What else is wrong with the file, LMDB reports, or does without on a volume for reading only.
  private static func reserveLockFile(
    _ directory: String, _ operation: LMDBError.Operation
  ) throws(LMDBError) {
    #if canImport(Glibc)
      let file = unsafe Glibc.open(
        directory + "/" + lockFileName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { return }
      defer { _ = Glibc.close(file) }
      var status = stat()
      guard unsafe fstat(file, &status) == 0,
        status.st_size < lockFileByteCount || status.st_blocks * 512 < lockFileByteCount
      else { return }
      let code = posix_fallocate(file, 0, off_t(lockFileByteCount))
      guard code == ENOSPC || code == EDQUOT else { return }
      var error = LMDBError(operation, code: code)
      error.freeBytes = FileSystemType.freeBytes(of: directory)
      throw error
    #endif
  }

  /// LMDB 0.9 opens its data file without `O_CLOEXEC`.
  private func hideFromChildren() {
    var descriptor: Int32 = -1
    guard unsafe mdb_env_get_fd(pointer, &descriptor) == MDB_SUCCESS else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Lets LMDB set the comparison of its table of tables, once and before threads look there.
  private func prepareMainTable(_ operation: LMDBError.Operation) throws(LMDBError) {
    var transaction: OpaquePointer?
    let flags = UInt32(MDB_RDONLY)
    try check(unsafe mdb_txn_begin(pointer, nil, flags, &transaction), operation)
    defer { unsafe mdb_txn_abort(transaction) }
    var main: MDB_dbi = 0
    try check(unsafe mdb_dbi_open(transaction, nil, 0, &main), operation)
  }
}

/// Throws what a return code stands for, unless it is success.
func check(_ code: Int32, _ operation: LMDBError.Operation) throws(LMDBError) {
  guard code == MDB_SUCCESS else { throw LMDBError(operation, code: code) }
}
