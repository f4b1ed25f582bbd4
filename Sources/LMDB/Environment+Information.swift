import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Environment {
  /// Sizes of a store at one moment.
  package struct Information: Equatable, Sendable {
    /// Bytes of address space the store may fill before the map grows.
    package let mapSize: Int
    /// Bytes of a page.
    package let pageSize: Int
    /// The number of the last page that is or was in use; the first is 0.
    package let lastPage: Int
    /// The number of the last committed transaction.
    package let lastTransaction: Int
    /// Reader slots that have been used since the store was last opened by anybody.
    package let readers: Int
    /// Bytes of the data file, holes included.
    package let fileSize: Int
  }

  /// How often, and after how long, a file is looked at again that is shorter than its header says.
  static var settlingAttempts: Int { 50 }
  static var settlingMicroseconds: UInt32 { 2_000 }

  /// Sizes as they are when no writer of another process is about to give the file its length: only
  /// of a damaged store is it shorter than its header says.
  package var settledInformation: Information {
    get throws {
      var sizes = try information
      for _ in 0..<Self.settlingAttempts
      where sizes.fileSize < (sizes.lastPage + 1) * sizes.pageSize {
        usleep(Self.settlingMicroseconds)
        sizes = try information
      }
      return sizes
    }
  }

  /// Sizes as they are now; costs two system calls and no page but the header's.
  package var information: Information {
    get throws {
      gate.enter()
      defer { gate.leave() }
      let raw = try raw(.information)
      let sizes = unsafe try raw.information(.information)
      var status = stat()
      guard unsafe fstat(try raw.dataFile(.information), &status) == 0 else {
        throw LMDBError.system(.information)
      }
      return unsafe Information(
        mapSize: sizes.me_mapsize, pageSize: try raw.pageSize(.information),
        lastPage: sizes.me_last_pgno, lastTransaction: sizes.me_last_txnid,
        readers: Int(sizes.me_numreaders), fileSize: Int(status.st_size))
    }
  }
}
