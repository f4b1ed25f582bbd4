import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Environment {
  /// Opens the store in a directory.
  ///
  /// One environment per process and directory: while one is open, whatever path leads there
  /// gets the same object, with the options it was first opened with. A file system that LMDB
  /// cannot trust is opened for reading only.
  ///
  /// - Throws: `notFound`; `invalidFile`, `versionMismatch` or `shortFile` before anything is
  ///   mapped; `notWritable` where it is already open for reading and writing is asked for;
  ///   `permissionDenied`, `outOfMemory`, `tooManyFiles`.
  package static func open(at path: String, options: Options) throws -> Environment {
    let found = try open(at: path, options: options, mapSize: nil)
    guard options.isReadOnly || found.isNetwork || !found.isReadOnly else {
      throw LMDBError(operation: .open, kind: .notWritable)
    }
    return found
  }

  /// Opens a store, or makes one in an empty directory if `mapSize` is given.
  static func open(at path: String, options: Options, mapSize: Int?) throws(LMDBError)
    -> Environment
  {
    let operation: LMDBError.Operation = mapSize == nil ? .open : .create
    let directory = try openFile(path, O_RDONLY | O_DIRECTORY, operation)
    var isTaken = false
    defer { if !isTaken { close(directory) } }
    let identity = try DirectoryIdentity(descriptor: directory, operation: operation)
    // Files are opened later too, when the working directory may be another.
    guard let absolute = unsafe realpath(path, nil) else { throw .system(operation) }
    defer { unsafe free(absolute) }
    let path = unsafe String(cString: absolute)
    return try EnvironmentRegistry.environment(identity) { () throws(LMDBError) in
      if mapSize == nil { try checkHeader(path, options: options, operation: .open) }
      let made = try Environment(
        path: path, directory: directory, identity: identity, options: options, mapSize: mapSize)
      isTaken = true
      return made
    }
  }

  /// Refuses a data file that LMDB would turn down, overwrite, or die of.
  static func checkHeader(
    _ path: String, options: Options, operation: LMDBError.Operation
  ) throws(LMDBError) {
    let file = path + "/" + RawEnvironment.dataFileName
    var header = try StoreHeader.read(path: file, operation: operation)
    // A writer in another process gives the file its length right after it has committed.
    for _ in 0..<Self.settlingAttempts
    where header.fileSize < header.expectedFileSize && !options.allowsShortFile {
      usleep(Self.settlingMicroseconds)
      header = try StoreHeader.read(path: file, operation: operation)
    }
    guard header.fileSize < header.expectedFileSize, !options.allowsShortFile else { return }
    var error = LMDBError(operation: operation, kind: .shortFile)
    error.expectedFileSize = header.expectedFileSize
    error.actualFileSize = header.fileSize
    throw error
  }

  /// Closes LMDB and opens it again, when no transaction of this process is open.
  ///
  /// After a commit that failed, or a `panic`: the fate of that commit is then read from the
  /// store. Transactions wait meanwhile. If it throws, it can be called again.
  ///
  /// - Precondition: The calling thread has no transaction open.
  package func reopen() throws {
    try gate.exclusively { try reopenWhileAlone() }
  }

  /// Closes LMDB and opens it again; the caller holds the gate.
  func reopenWhileAlone() throws(LMDBError) {
    state.withLock { state in
      state.raw?.close()
      state = State(raw: nil)
    }
    try Self.checkHeader(path, options: options, operation: .reopen)
    let raw = try RawEnvironment.open(
      path, isReadOnly: isReadOnly, mapSize: nil, operation: .reopen)
    state.withLock { $0.raw = raw }
  }
}
