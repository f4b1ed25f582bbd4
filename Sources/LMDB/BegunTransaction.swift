import CLMDB
import Synchronization

/// A transaction that LMDB has begun and somebody must end.
@safe struct BegunTransaction {
  let pointer: OpaquePointer
  let scope: TransactionScope

  /// What its body gets to read from.
  var reading: ReadTransaction {
    unsafe ReadTransaction(pointer: pointer, scope: scope)
  }

  /// Ends it without a trace.
  func abort() {
    unsafe mdb_txn_abort(pointer)
  }

  /// Ends it for good, even if this throws.
  func commit() throws(LMDBError) {
    try check(unsafe mdb_txn_commit(pointer), .commit)
  }

  /// Opens, or with `MDB_CREATE` makes, a table; good for others once this is committed.
  func openHandle(
    _ name: String, flags: UInt32, _ operation: LMDBError.Operation
  ) throws(LMDBError) -> TableHandle {
    var index: MDB_dbi = 0
    try check(unsafe mdb_dbi_open(pointer, name, flags, &index), operation)
    return TableHandle(name: name, index: index)
  }
}

/// How one run of a transaction's body ended.
enum Attempt<Result> {
  case finished(Result)
  case again(TransactionScope.Need)
}

extension Environment {
  /// Begins a transaction with the tables that are open now. The caller is inside the gate.
  func begin(flags: UInt32) throws(LMDBError) -> BegunTransaction {
    let raw = try raw(.begin)
    // Before LMDB begins: it takes a handle only in transactions that began after it was opened.
    let scope = TransactionScope(
      tables: state.withLock { $0.tables }, isReading: flags & UInt32(MDB_RDONLY) != 0)
    var begun: OpaquePointer?
    var code = unsafe mdb_txn_begin(raw.pointer, nil, flags, &begun)
    if code == MDB_READERS_FULL {
      try raw.checkReaders(.begin)
      code = unsafe mdb_txn_begin(raw.pointer, nil, flags, &begun)
    }
    try check(code, .begin)
    guard let pointer = unsafe begun else { throw LMDBError(.begin, code: MDB_BAD_TXN) }
    return unsafe BegunTransaction(pointer: pointer, scope: scope)
  }
}
