#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file found in a directory or below it.
package struct FileEntry: Equatable, Sendable {
  /// Its path from the directory that was searched, without a leading slash.
  package let relativePath: String
  /// Its length, in bytes.
  package let size: Int
  /// When its contents last changed, in milliseconds since 1970.
  package let modificationMilliseconds: Int64
}

/// What is in a directory and below it.
package struct FileListing: Equatable, Sendable {
  /// The regular files, sorted by the bytes of their paths.
  package fileprivate(set) var files: [FileEntry] = []
  /// Relative paths of what was left out because its name is not UTF-8, mended for display.
  package fileprivate(set) var unreadableNames: [String] = []
}

extension FileSystem {
  /// Lists the regular files in a directory and below it. Symbolic links are not followed.
  ///
  /// - Parameter limit: The most names to look at.
  /// - Throws: `tooLarge`, `notFound`, `isNotDirectory`, `permissionDenied`. A file that goes
  ///   away meanwhile is left out.
  package static func listFilesRecursively(
    _ path: String, limit: Int = 1_000_000
  ) throws(SystemError) -> FileListing {
    var listing = FileListing()
    var pending = [""]
    var room = limit
    while let prefix = pending.popLast() {
      let found: (names: [String], unreadable: [String])
      do throws(SystemError) {
        found = try names(in: prefix.isEmpty ? path : path + "/" + prefix, limit: room)
      } catch {
        if error.kind == .notFound, !prefix.isEmpty { continue }
        throw error
      }
      room -= found.names.count + found.unreadable.count
      listing.unreadableNames += found.unreadable.map { prefix + $0 }
      for name in found.names {
        let relative = prefix + name
        var status = stat()
        guard unsafe lstat(path + "/" + relative, &status) == 0 else {
          if errno == ENOENT { continue }
          throw SystemError(.inspect, path: path + "/" + relative)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: pending.append(relative + "/")
        case S_IFREG: listing.files.append(FileEntry(relative, status))
        default: continue
        }
      }
    }
    listing.files.sort {
      $0.relativePath.utf8.lexicographicallyPrecedes($1.relativePath.utf8)
    }
    listing.unreadableNames.sort()
    return listing
  }

  /// Removes a directory and all that is in it, symbolic links themselves included.
  ///
  /// - Throws: `notFound`, `permissionDenied`; part of it may be gone then.
  package static func removeRecursively(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw SystemError(.remove, path: path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in try listDirectory(path) { try removeRecursively(path + "/" + name) }
    }
    try remove(path)
  }
}

extension FileEntry {
  fileprivate init(_ relativePath: String, _ status: stat) {
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    self.init(
      relativePath: relativePath, size: Int(status.st_size),
      modificationMilliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
