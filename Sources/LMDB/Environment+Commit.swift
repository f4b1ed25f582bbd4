import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Environment {
  /// Makes a transaction durable. It has ended then, even if this throws.
  ///
  /// - Throws: `mapFull`, when nothing was written; `diskFull`, `ioError`, `panic`.
  func commit(_ begun: BegunTransaction) throws(LMDBError) {
    do throws(LMDBError) {
      try begun.commit()
    } catch {
      throw diskFullOr(error, byteCount: begun.scope.byteCount, volume: path)
    }
    tidyAfterCommit()
  }

  /// LMDB reports a write that the volume had no room for as an input/output error (measured).
  /// So it does with one that a limit on the length of files cut short.
  func diskFullOr(_ error: LMDBError, byteCount: Int, volume: String) -> LMDBError {
    guard error.kind == .ioError || error.kind == .diskFull else { return error }
    if error.kind == .ioError, Volume.limitsFileSize {
      return LMDBError(operation: error.operation, kind: .fileSizeLimit, code: error.code)
    }
    let free = FileSystemType.freeBytes(of: volume)
    let wanted = UInt64(byteCount) * 4 + 16 << 20
    guard error.kind == .diskFull || free.map({ $0 < wanted }) ?? false else { return error }
    var full = LMDBError(operation: error.operation, kind: .diskFull, code: error.code)
    full.freeBytes = free
    return full
  }

  /// Once in 1,000 commits, frees the slots of readers that died; and always makes the data file
  /// as long as its header says.
  ///
  /// LMDB leaves free pages at the end unwritten, so a sound file can be too short; made whole
  /// here, by a hole, a short file means damage (``LMDBError/Kind/shortFile``). Neither may fail
  /// a commit that is already durable.
  private func tidyAfterCommit() {
    let isReaderCheckDue = state.withLock { state in
      state.commitsSinceReaderCheck = (state.commitsSinceReaderCheck + 1) % 1_000
      return state.commitsSinceReaderCheck == 0
    }
    // Failures come back at the next use, where they can be reported.
    guard let raw = try? raw(.commit) else { return }
    if isReaderCheckDue { try? raw.checkReaders(.commit) }  // as above
    // As above.
    guard let information = unsafe try? raw.information(.commit),
      // As above.
      let pageSize = try? raw.pageSize(.commit), let file = try? raw.dataFile(.commit)
    else { return }
    let expected = unsafe (information.me_last_pgno + 1) * pageSize
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_size < expected else { return }
    ftruncate(file, off_t(expected))
  }
}
