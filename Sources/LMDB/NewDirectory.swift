import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A store directory that is made beside its place and renamed into it when it is whole.
///
/// Half a store, left by a process that died while making it, may never open again (measured).
struct NewDirectory {
  private static let madeCount = Atomic<Int>(0)
  private static let fileNames = [
    RawEnvironment.dataFileName, RawEnvironment.lockFileName, WriterLock.fileName,
  ]

  let path: String
  let parent: String
  private let temporary: String
  private let operation: LMDBError.Operation

  init(_ path: String, operation: LMDBError.Operation) {
    var characters = Substring(path)
    while characters.count > 1, characters.last == "/" { characters.removeLast() }
    let slash = characters.lastIndex(of: "/")
    self.path = String(characters)
    self.operation = operation
    parent = slash.map { String(characters[...$0]) } ?? "."
    let count = Self.madeCount.add(1, ordering: .relaxed).oldValue
    temporary = "\(characters).tmp-\(getpid())" + (count == 0 ? "" : "-\(count)")
  }

  /// Makes the directory, lets `fill` write into it, and puts it into its place, durably.
  func make(_ fill: (_ directory: String) throws -> Void) throws {
    guard isVacant else { throw LMDBError(operation: operation, kind: .alreadyExists) }
    // Left by a process of the same number that died.
    removeTemporary()
    guard unsafe mkdir(temporary, 0o700) == 0 else { throw LMDBError.system(operation) }
    do {
      try fill(temporary)
      try Self.synchronize(temporary, operation)
      try moveIntoPlace()
    } catch {
      removeTemporary()
      throw error
    }
    try Self.synchronize(parent, operation)
  }

  /// Whether nothing is there, or an empty directory: which is never removed first, so that what
  /// was there is there at every moment.
  private var isVacant: Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFDIR, let listing = unsafe opendir(path) else {
      return false
    }
    defer { unsafe closedir(listing) }
    for _ in 0..<3 where unsafe readdir(listing) == nil { return true }
    return false
  }

  /// Replaces nothing but an empty directory: a directory cannot be renamed over anything else.
  private func moveIntoPlace() throws(LMDBError) {
    guard unsafe rename(temporary, path) == 0 else {
      let error = LMDBError.system(operation)
      // A file or a full directory came to be there meanwhile.
      throw isVacant
        ? error : LMDBError(operation: operation, kind: .alreadyExists, code: error.code)
    }
  }

  private func removeTemporary() {
    for name in Self.fileNames { _ = unsafe unlink(temporary + "/" + name) }
    _ = unsafe rmdir(temporary)
  }

  private static func synchronize(
    _ directory: String, _ operation: LMDBError.Operation
  ) throws(LMDBError) {
    let descriptor = try openFile(directory, O_RDONLY | O_DIRECTORY, operation)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(operation) }
  }
}
