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
  /// - Parameter isCompact: walks all pages, to leave out those that are free; else every page is
  ///   copied as it is, whatever it holds.
  /// - Throws: `alreadyExists`, `diskFull`, `corrupted`, `ioError`. Nothing is left behind then.
  package func copy(to path: String, isCompact: Bool = true) throws {
    try NewDirectory(path, operation: .copy).make { directory in
      try mendingFailures(.copy) { () throws(LMDBError) in
        try copyData(to: directory + "/" + RawEnvironment.dataFileName, isCompact)
      }
    }
  }

  private func copyData(to path: String, _ isCompact: Bool) throws(LMDBError) {
    gate.enter()
    defer { gate.leave() }
    let raw = try raw(.copy)
    let file = try openFile(path, O_WRONLY | O_CREAT | O_TRUNC, .copy)
    defer { close(file) }
    do throws(LMDBError) {
      let flags = isCompact ? UInt32(MDB_CP_COMPACT) : 0
      try check(unsafe mdb_env_copyfd2(raw.pointer, file, flags), .copy)
      guard fsync(file) == 0 else { throw .system(.copy) }
    } catch {
      throw diskFullOr(error, byteCount: 0, volume: path)
    }
  }
}
