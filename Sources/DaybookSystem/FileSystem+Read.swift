#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// The bytes of a file.
  ///
  /// - Parameter limit: The most bytes to take; a longer file is not read.
  /// - Throws: `tooLarge`, `notFound`, `isDirectory`, `permissionDenied`.
  package static func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY, .read)
    let status = try file.status(.read)
    guard status.st_size <= limit else {
      throw SystemError(.read, path: path, kind: .tooLarge, limit: limit)
    }
    return try Descriptor.readAll(
      file.descriptor, limit: limit, expected: Int(status.st_size), path: path)
  }

  /// Whether something is at that path, a broken symbolic link included.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether the path leads to a directory.
  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path leads to something that is neither a file nor a directory: a device, a pipe.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// The absolute path of what is there, without symbolic links.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let absolute = unsafe realpath(path, nil) else {
      throw SystemError(.inspect, path: path)
    }
    defer { unsafe free(absolute) }
    return unsafe String(cString: absolute)
  }

  /// What tells a file from what it is after somebody has written it again.
  package struct FileVersion: Equatable, Sendable {
    private let file: UInt64
    private let length: Int64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: stat) {
      file = UInt64(status.st_ino)
      length = Int64(status.st_size)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #endif
    }
  }

  /// The version of a file, once it is old enough for the next write to give another: file systems
  /// keep time in steps of a few milliseconds.
  package static func version(_ path: String) throws(SystemError) -> FileVersion {
    usleep(10_000)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(.inspect, path: path) }
    return FileVersion(status)
  }

  /// The length of a file, in bytes.
  package static func size(_ path: String) throws(SystemError) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(.inspect, path: path) }
    return Int(status.st_size)
  }
}
