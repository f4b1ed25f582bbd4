#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// Who may do what with a file or directory: the nine bits of `chmod`, and those above them.
  package static func permissions(_ path: String) throws(SystemError) -> UInt16 {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(.inspect, path: path) }
    return UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
  }
}

extension Host {
  /// Ends this process by a signal after some time, whatever it does then. For work on files that
  /// may be damaged, which could go round in circles.
  package static func end(afterSeconds seconds: UInt32) { _ = alarm(seconds) }
}
