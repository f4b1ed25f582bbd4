import CLMDB
import Synchronization

extension Environment {
  /// The largest map: 1 TiB of address space.
  private static var mapSizeLimit: Int { 1 << 40 }

  /// Does what a transaction needs before its body can run again.
  ///
  /// - Parameter missing: the table that the last run needed and that was not there. Another
  ///   process may have removed it just then, so the body gets a newer look before that is an
  ///   error.
  func provide(_ need: TransactionScope.Need, _ missing: inout String?) throws {
    switch need {
    case .currentMap: try adoptMap()
    case .largerMap: try growMap()
    case .newTable(let name): try makeTable(name)
    case .table(let name):
      if try table(name) != nil { return }
      guard missing != name else {
        var error = LMDBError(operation: .openTable, kind: .tableMissing)
        error.table = name
        throw error
      }
      missing = name
    }
  }

  /// Takes over the size another process gave the map.
  func adoptMap() throws {
    try gate.exclusively { try setMapSize(0, .resize) }
  }

  /// Doubles the map, unless another process has made it larger already.
  func growMap() throws {
    try gate.exclusively {
      let old = unsafe try raw(.grow).information(.grow).me_mapsize
      guard old < Self.mapSizeLimit else {
        throw LMDBError(.grow, code: MDB_MAP_FULL)
      }
      try setMapSize(0, .grow)
      let current = unsafe try raw(.grow).information(.grow).me_mapsize
      // Not so if this process grew it before and has not committed since.
      if current <= old { try setMapSize(min(old * 2, Self.mapSizeLimit), .grow) }
    }
  }

  /// Moves the map; the caller holds the gate. Zero means the size in the store's header.
  private func setMapSize(_ size: Int, _ operation: LMDBError.Operation) throws(LMDBError) {
    let raw = try raw(operation)
    let code = unsafe mdb_env_set_mapsize(raw.pointer, size)
    guard code != MDB_SUCCESS else { return }
    // LMDB has given up the old map and got no new one: using it now would end the process.
    try reopenWhileAlone()
    throw LMDBError(operation, code: code)
  }
}
