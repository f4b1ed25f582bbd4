import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  private static let temporaryCount = Atomic<Int>(0)

  /// Puts a file in place of what was at the path, whole or not at all, and durably.
  ///
  /// - Throws: `diskFull`, `permissionDenied`, `isDirectory`, `notFound` without a parent. What
  ///   was there stays then, and nothing else is left behind.
  package static func writeFileAtomically(
    _ path: String, _ bytes: [UInt8], permissions: UInt16 = privateFile
  ) throws(SystemError) {
    let count = temporaryCount.add(1, ordering: .relaxed).oldValue
    let temporary = "\(partPath(of: path))-\(count)"
    do throws(SystemError) {
      // A process of the same number may have died here before.
      _ = unsafe unlink(temporary)
      let file = try OpenFile.part(temporary, permissions: permissions)
      _ = try Descriptor.writeAll(bytes, to: file.descriptor, path: path, .write)
      try file.synchronize()
      try rename(temporary, to: path)
    } catch {
      _ = unsafe unlink(temporary)
      throw SystemError(error.operation, path: path, code: error.code)
    }
    try synchronizeDirectory(parent(of: path))
  }

  /// Adds bytes to the end of a file, which is made if it is not there. Does not wait for the disk.
  ///
  /// - Throws: `diskFull`, when some of the bytes may have been added; `permissionDenied`.
  package static func appendToFile(
    _ path: String, _ bytes: [UInt8], permissions: UInt16 = privateFile
  ) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND
    let file = try OpenFile(path, flags, permissions: permissions, .append)
    _ = try Descriptor.writeAll(bytes, to: file.descriptor, path: path, .append)
  }

  /// Gives a file or directory another name on the same volume, replacing a file of that name.
  package static func rename(_ path: String, to target: String) throws(SystemError) {
    #if canImport(Glibc)
      let result = unsafe Glibc.rename(path, target)
    #else
      let result = unsafe Darwin.rename(path, target)
    #endif
    guard result == 0 else { throw SystemError(.rename, path: path) }
  }

  /// Removes a file, a symbolic link (not what it leads to) or an empty directory.
  ///
  /// - Throws: `notFound`, `directoryNotEmpty`, `permissionDenied`.
  package static func remove(_ path: String) throws(SystemError) {
    if unsafe unlink(path) == 0 { return }
    let code = errno
    guard code == EISDIR || code == EPERM else {
      throw SystemError(.remove, path: path, code: code)
    }
    guard unsafe rmdir(path) == 0 else { throw SystemError(.remove, path: path) }
  }

  /// Makes a rename or a new name in a directory durable.
  package static func synchronizeDirectory(_ path: String) throws(SystemError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY, .synchronize).synchronize()
  }

  /// The directory a path is in: everything up to its last slash, or ".".
  package static func parent(of path: String) -> String {
    let trimmed = path.utf8.count > 1 && path.utf8.last == 0x2F ? path.dropLast() : path[...]
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}
