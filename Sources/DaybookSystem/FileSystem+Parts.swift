import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is not whole yet has a name of its own beside its final place, `NAME.daybook-part-PROCESS`,
/// and is locked (`flock`) by whoever writes it. The system takes the lock away when that process
/// ends, however it ends: so what carries such a name and is not locked is of no use to anybody.
extension FileSystem {
  private static let partMark = ".daybook-part-"
  private static let clearedFolders = Mutex<Set<String>>([])

  /// The name beside `path` for what is not whole yet. What dead processes left there goes first.
  package static func partPath(of path: String) -> String {
    let folder = parent(of: path)
    if clearedFolders.withLock({ $0.insert(folder).inserted }) { removeDeadParts(in: folder) }
    return "\(path)\(partMark)\(getpid())"
  }

  /// Removes from a folder what processes that died have left unfinished, as far as that goes.
  package static func removeDeadParts(in folder: String) {
    // What cannot be listed cannot be cleared either.
    for name in (try? names(in: folder, limit: 1_000_000))?.names ?? [] where isPart(name) {
      try? removeDeadPart(folder + "/" + name)  // it is in nobody's way
    }
  }

  private static func removeDeadPart(_ path: String) throws(SystemError) {
    let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, .read)
    // Among files of several people, somebody else's may change while it is removed.
    if file.isOwn, file.lock() { try removeRecursively(path) }
  }

  /// Whether a name is that of something unfinished.
  package static func isPart(_ name: String) -> Bool {
    guard let mark = name.ranges(of: partMark).last else { return false }
    let number = name[mark.upperBound...]
    return !number.isEmpty && number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
  }
}

extension OpenFile {
  /// Locks the file for this opening of it, without waiting.
  ///
  /// - Returns: whether it is locked now; a volume that knows no locks says no.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Whether it belongs to the user of this process.
  var isOwn: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
  }

  /// Whether it has a name still.
  var isNamed: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Locks what this process has just made, waiting for whoever took it for left over meanwhile.
  ///
  /// - Returns: whether it is there still; else it is to be made again.
  func lockAsPart() -> Bool {
    // A volume that knows no locks says so at once, and nobody takes anything away there.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return isNamed
  }

  /// Makes a file that is not whole yet, and locks it.
  static func part(
    _ path: String, permissions: UInt16 = 0o600
  ) throws(SystemError) -> OpenFile {
    while true {
      let file = try OpenFile(
        path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, permissions: permissions, .write)
      if file.lockAsPart() { return file }
    }
  }

  /// Makes a folder for what is not whole yet, and locks it.
  static func partFolder(_ path: String) throws(SystemError) -> OpenFile {
    while true {
      do throws(SystemError) {
        try FileSystem.makeDirectory(path)
        let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY, .makeDirectory)
        if folder.lockAsPart() { return folder }
      } catch {
        // Taken away between the two calls.
        guard error.kind == .notFound, FileSystem.isDirectory(FileSystem.parent(of: path)) else {
          throw error
        }
      }
    }
  }
}

/// A folder for what is not whole yet, or for nobody to keep.
package final class PartFolder {
  /// Where it is.
  package let path: String
  private let lock: OpenFile

  /// Makes it beside the final place.
  ///
  /// - Throws: `notFound` without a parent, `permissionDenied`, `diskFull`.
  package init(for place: String) throws(SystemError) {
    path = FileSystem.partPath(of: place)
    // A process of the same number may have died here before.
    try? FileSystem.removeRecursively(path)
    lock = try OpenFile.partFolder(path)
  }

  /// Makes one among the temporary files, for some purpose.
  package convenience init(
    temporary purpose: String, in folder: String = Host.temporaryFolder
  ) throws(SystemError) {
    var random = SystemRandomNumberGenerator()
    try self.init(for: "\(folder)/daybook-\(purpose)-\(random.next() as UInt64)")
  }

  deinit { remove() }

  /// Removes it with all that is left in it. What cannot be removed goes with the next.
  package func remove() {
    // It may have become what it was made for.
    try? FileSystem.removeRecursively(path)
  }
}
