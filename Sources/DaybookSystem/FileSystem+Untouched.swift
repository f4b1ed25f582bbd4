#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// Dates a file back to the beginning of 1970, so that any writing to it after this shows.
  package static func markUntouched(_ path: String) throws(SystemError) {
    let beginning = [timespec(), timespec()]
    guard unsafe utimensat(AT_FDCWD, path, beginning, 0) == 0 else {
      throw SystemError(.write, path: path)
    }
  }

  /// Whether nobody has written to a file since ``markUntouched(_:)``.
  package static func isUntouched(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec == 0
    #else
      return status.st_mtim.tv_sec == 0
    #endif
  }
}

extension Host {
  /// Whether a process of that number runs.
  package static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}
