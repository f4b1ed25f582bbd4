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
