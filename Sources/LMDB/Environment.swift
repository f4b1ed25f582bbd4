import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open store: a directory with LMDB's data and lock files, and the writer lock.
///
/// Any number of threads may read at once; writers wait for each other, in this process and
/// among processes. Closed when the last reference goes.
///
/// The order of its locks: `writer` (threads, then processes), `gate`, `tableOpening`, `state`.
package final class Environment: Sendable {
  struct State {
    /// Nil after it could not be opened again; only ``Environment/reopen()`` then helps.
    var raw: RawEnvironment?
    var tables: [TableHandle] = []
    var commitsSinceReaderCheck = 0
  }

  /// The directory, as an absolute path without symbolic links.
  package let path: String
  let options: Options
  /// Whether LMDB is open for reading, because it was asked for or the file system needs it.
  let isReadOnly: Bool
  let isNetwork: Bool
  /// Keeps the number of the directory from being given to another while this is open.
  private let directory: Int32
  private let identity: DirectoryIdentity
  private let process = getpid()

  let state: Mutex<State>
  let gate = TransactionGate()
  /// `mdb_dbi_open` must not run in two transactions of a process at once.
  let tableOpening = Mutex(())
  let writer = Mutex(())
  let writingThread = Atomic<UInt>(0)
  let writerLock: WriterLock

  /// Opens `path`; `mapSize` only for a store that is being made. Takes over `directory`.
  init(
    path: String, directory: Int32, identity: DirectoryIdentity, options: Options, mapSize: Int?
  ) throws(LMDBError) {
    self.path = path
    self.directory = directory
    self.identity = identity
    self.options = options
    isNetwork = FileSystemType.isNetwork(path, options: options)
    isReadOnly = options.isReadOnly || isNetwork
    writerLock = WriterLock(directory: path)
    let raw = try RawEnvironment.open(
      path, isReadOnly: isReadOnly, mapSize: mapSize, operation: mapSize == nil ? .open : .create)
    state = Mutex(State(raw: raw))
  }

  deinit {
    EnvironmentRegistry.remove(identity) {
      state.withLock { $0.raw?.close() }
      close(directory)
    }
  }

  /// LMDB's environment, for a process that opened it.
  func raw(_ operation: LMDBError.Operation) throws(LMDBError) -> RawEnvironment {
    guard getpid() == process else {
      throw LMDBError(operation: operation, kind: .badTransaction)
    }
    guard let raw = state.withLock({ $0.raw }) else {
      throw LMDBError(operation: operation, kind: .panic)
    }
    return raw
  }
}
