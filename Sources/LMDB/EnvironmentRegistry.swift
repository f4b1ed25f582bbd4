import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which directory a path leads to, by whatever name.
struct DirectoryIdentity: Hashable, Sendable {
  let device: UInt64
  let file: UInt64

  /// The directory an open descriptor stands for.
  init(descriptor: Int32, operation: LMDBError.Operation) throws(LMDBError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(operation) }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The environments this process has open: one a directory.
///
/// LMDB opened twice by a process loses the isolation of its readers, in other processes too
/// (measured). An entry stays until its environment is closed, even while nothing refers to it
/// any more.
enum EnvironmentRegistry {
  private struct Entry {
    weak var environment: Environment?
  }

  private static let entries = Mutex<[DirectoryIdentity: Entry]>([:])

  /// The environment of a directory, or the one `make` opens while no other thread can.
  static func environment(
    _ identity: DirectoryIdentity, make: () throws(LMDBError) -> Environment
  ) throws(LMDBError) -> Environment {
    while true {
      let found = try entries.withLock { (entries) throws(LMDBError) -> Environment? in
        if let entry = entries[identity] { return entry.environment }
        let made = try make()
        entries[identity] = Entry(environment: made)
        return made
      }
      if let found { return found }
      // Its last user let go of it and it is about to be closed.
      usleep(100)
    }
  }

  /// Closes an environment with `body` and forgets it, in one step for other threads.
  static func remove(_ identity: DirectoryIdentity, _ body: () -> Void) {
    entries.withLock { entries in
      body()
      entries[identity] = nil
    }
  }
}
