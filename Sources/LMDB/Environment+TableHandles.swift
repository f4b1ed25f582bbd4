import CLMDB
import Synchronization

/// LMDB's handles for tables: opened one at a time, in transactions of their own, and kept.
extension Environment {
  /// Opens a table for this process. Returns whether the store holds it.
  func openTable(_ name: String) throws(LMDBError) -> Bool {
    var isListed = false
    try openingHandle(flags: UInt32(MDB_RDONLY)) { (begun) throws(LMDBError) in
      isListed = unsafe try TableDirectory.contains(name, in: begun.pointer, .openTable)
      guard isListed, handle(name) == nil else { return nil }
      return try begun.openHandle(name, flags: 0, .openTable)
    }
    return isListed
  }

  /// Makes a table unless the store holds it; the calling thread is the writer.
  func makeTable(_ name: String) throws {
    try mendingFailures(.createTable) { () throws(LMDBError) in
      try openingHandle(flags: 0) { (begun) throws(LMDBError) in
        let isListed = unsafe try TableDirectory.contains(name, in: begun.pointer, .createTable)
        guard handle(name) == nil else {
          if isListed { return nil }
          // Another process removed it. LMDB makes none while the old handle is open.
          throw LMDBError(operation: .createTable, kind: .tableMissing)
        }
        return try begun.openHandle(name, flags: UInt32(MDB_CREATE), .createTable)
      }
    }
  }

  /// Removes a table, once every transaction of the process has ended; this thread is the writer.
  func dropTable(_ name: String) throws {
    try mendingFailures(.removeTable) { () throws(LMDBError) in
      try gate.exclusively { () throws(LMDBError) in
        guard let index = handle(name) else { return }
        let begun = try begin(flags: 0)
        let code = unsafe mdb_drop(begun.pointer, index, 1)
        guard code == MDB_SUCCESS else {
          begun.abort()
          throw LMDBError(.removeTable, code: code)
        }
        // LMDB has closed the handle, whatever becomes of the transaction.
        state.withLock { state in state.tables.removeAll { $0.name == name } }
        try commit(begun)
      }
    }
  }

  /// Runs `body` again after what made it fail is put right, where that can be done.
  func mendingFailures<Result>(
    _ operation: LMDBError.Operation, _ body: () throws(LMDBError) -> Result
  ) throws -> Result {
    for _ in 0..<Self.attemptLimit {
      do throws(LMDBError) {
        return try body()
      } catch {
        guard gate.depth == 0 else { throw error }
        switch error.kind {
        case .mapFull: try growMap()
        case .mapResized: try adoptMap()
        case .tooManyTables, .tableMissing:
          guard try closeRemovedTables() > 0 else { throw error }
        default: throw error
        }
      }
    }
    throw LMDBError(operation: operation, kind: .badTransaction)
  }

  private func handle(_ name: String) -> MDB_dbi? {
    state.withLock { state in state.tables.first { $0.name == name }?.index }
  }

  /// Runs `body` in a transaction, and commits it and keeps the handle if `body` opened one.
  private func openingHandle(
    flags: UInt32, _ body: (BegunTransaction) throws(LMDBError) -> TableHandle?
  ) throws(LMDBError) {
    gate.enter()
    defer { gate.leave() }
    try tableOpening.withLock { _ throws(LMDBError) in
      let begun = try begin(flags: flags)
      let opened: TableHandle?
      do throws(LMDBError) {
        opened = try body(begun)
      } catch {
        begun.abort()
        throw error
      }
      guard let opened else { return begun.abort() }
      try flags == 0 ? commit(begun) : begun.commit()
      state.withLock { $0.tables.append(opened) }
    }
  }

  /// Closes the handles of tables that other processes removed. Returns how many.
  private func closeRemovedTables() throws(LMDBError) -> Int {
    try gate.exclusively { () throws(LMDBError) in
      let raw = try raw(.openTable)
      let begun = try begin(flags: UInt32(MDB_RDONLY))
      defer { begun.abort() }
      let tables = state.withLock { $0.tables }
      var kept: [TableHandle] = []
      for table in tables {
        if unsafe try TableDirectory.contains(table.name, in: begun.pointer, .openTable) {
          kept.append(table)
        } else {
          unsafe mdb_dbi_close(raw.pointer, table.index)
        }
      }
      state.withLock { [kept] in $0.tables = kept }
      return tables.count - kept.count
    }
  }
}
