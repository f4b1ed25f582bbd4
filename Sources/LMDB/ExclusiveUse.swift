#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps the store in a directory for this process alone, which does not open it with LMDB: to put
/// another data file in the place of a damaged one, say.
///
/// Who has the store open keeps a shared lock on the first byte of LMDB's lock file, and who opens
/// it waits for an exclusive one (`mdb_env_excl_lock` of mdb.c); writers also wait for ours.
package final class ExclusiveUse: Sendable {
  private let writers: Int32
  private let users: Int32

  /// Takes both locks, or neither.
  ///
  /// - Throws: `writerBusy` while anybody has the store open; what the system says.
  package init(ofStoreAt directory: String) throws(LMDBError) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    writers = try openFile(directory + "/" + WriterLock.fileName, flags, .lock)
    do throws(LMDBError) {
      users = try openFile(directory + "/" + RawEnvironment.lockFileName, flags, .lock)
    } catch {
      close(writers)
      throw error
    }
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    request.l_start = 0
    request.l_len = 1
    guard flock(writers, LOCK_EX | LOCK_NB) == 0,
      unsafe fcntl(users, F_SETLK, &request) == 0
    else {
      let code = errno
      close(users)
      close(writers)
      throw LMDBError(operation: .lock, kind: .writerBusy, code: code)
    }
  }

  deinit {
    close(users)
    close(writers)
  }
}
