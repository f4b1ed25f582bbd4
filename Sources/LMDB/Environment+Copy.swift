import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Environment {
  /// Copies the store, without its free pages, into a new directory, while others read and write.
  ///
  /// The copy is one moment of the store, opens like any other, and is durable and in its place
  /// when this returns.
  ///
  /// - Throws: `alreadyExists`, `diskFull`, `corrupted`, `ioError`. Nothing is left behind then.
  package func copy(to path: String) throws {
    try NewDirectory(path, operation: .copy).make { directory in
      try mendingFailures(.copy) { () throws(LMDBError) in
        try copyData(to: directory + "/" + RawEnvironment.dataFileName)
      }
    }
  }

  private func copyData(to path: String) throws(LMDBError) {
    gate.enter()
    defer { gate.leave() }
    let raw = try raw(.copy)
    let file = try openFile(path, O_WRONLY | O_CREAT | O_TRUNC, .copy)
    defer { close(file) }
    do throws(LMDBError) {
      try check(unsafe mdb_env_copyfd2(raw.pointer, file, UInt32(MDB_CP_COMPACT)), .copy)
      guard fsync(file) == 0 else { throw .system(.copy) }
    } catch {
      throw diskFullOr(error, byteCount: 0, volume: path)
    }
  }
}
