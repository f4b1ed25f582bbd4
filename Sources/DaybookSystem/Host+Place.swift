#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Host {
  /// Where a directory lies: on which machine, on which disk, and which of its directories it is.
  /// The same after it is moved within a disk; another for a copy, on another disk, and on a copy
  /// of the machine that was given an identity of its own, as copies should be. Nil where the
  /// directory cannot be asked about.
  package static func place(ofDirectory path: String) -> [UInt8]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let numbers = "\(status.st_dev) \(status.st_ino) "
    return Array(numbers.utf8) + machine
  }

  /// What the system is known by since it was installed; empty where it does not say, as in some
  /// containers.
  private static var machine: [UInt8] {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      // What is not there, or cannot be read, says nothing.
      if let bytes = try? FileSystem.readFile(path, limit: 256), !bytes.isEmpty { return bytes }
    }
    return []
  }
}
