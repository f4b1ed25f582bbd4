import CLMDB

/// What one transaction knows besides LMDB's own record of it.
final class TransactionScope {
  /// Why a transaction must end and its body run again in a new one.
  enum Need {
    case table(String)
    case newTable(String)
    case largerMap
    case currentMap
  }

  /// The handles that were open when it began: LMDB takes no others in it.
  private let tables: [TableHandle]
  /// Whether it can write nothing.
  let isReading: Bool
  /// By handle: whether the table was seen in this snapshot. Another process may have removed it.
  private var seen: UInt128 = 0
  var need: Need?
  /// Bytes of keys and values put, to judge whether a disk is full.
  var byteCount = 0

  init(tables: [TableHandle], isReading: Bool) {
    self.tables = tables
    self.isReading = isReading
  }

  /// The handle of a table in a transaction.
  ///
  /// - Throws: ``TransactionRestart`` if this process has not opened it, or the snapshot does not
  ///   hold it.
  func handle(
    _ table: Table, in transaction: OpaquePointer, _ operation: LMDBError.Operation
  ) throws -> MDB_dbi {
    guard let handle = tables.first(where: { $0.name == table.name }) else {
      need = .table(table.name)
      throw TransactionRestart()
    }
    let bit = UInt128(1) << UInt128(handle.index)
    if seen & bit == 0 {
      guard unsafe try TableDirectory.contains(table.name, in: transaction, operation) else {
        // Another process may have removed it, in which case a newer look finds another one named.
        need = .table(table.name)
        throw TransactionRestart()
      }
      seen |= bit
    }
    return handle.index
  }
}

/// Thrown through a body that has to run again; ``TransactionScope/need`` says why.
struct TransactionRestart: Error {}
