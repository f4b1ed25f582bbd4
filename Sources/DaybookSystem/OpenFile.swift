#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file descriptor that is closed when it goes.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  let path: String

  /// Opens a file, hidden from child processes; `permissions` for one that is made.
  init(
    _ path: String, _ flags: Int32, permissions: UInt16 = 0o600,
    _ operation: SystemError.Operation
  ) throws(SystemError) {
    descriptor = unsafe open(path, flags | O_CLOEXEC, mode_t(permissions))
    self.path = path
    guard descriptor >= 0 else { throw SystemError(operation, path: path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Its length, permissions and times.
  func status(_ operation: SystemError.Operation) throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(operation, path: path) }
    return status
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(.synchronize, path: path) }
  }
}
