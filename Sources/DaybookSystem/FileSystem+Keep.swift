#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// Puts a file in the place of another and keeps that under a name of its own: there is a file of
  /// the old name at every moment, the one or the other.
  ///
  /// - Parameters:
  ///   - path: the file to be replaced; nothing is kept where there is none.
  ///   - kept: a name on the same volume that nothing has.
  package static func replace(
    _ path: String, with new: String, keepingOldAs kept: String
  ) throws(SystemError) {
    if exists(path) {
      if unsafe link(path, kept) != 0 {
        // Some volumes have no second names.
        guard errno == EPERM || errno == ENOTSUP || errno == EMLINK else {
          throw SystemError(.rename, path: kept)
        }
        try copyFile(path, to: kept)
      }
    }
    try rename(new, to: path)
    try synchronizeDirectory(parent(of: path))
  }

  private static func copyFile(_ path: String, to copy: String) throws(SystemError) {
    let reader = try FileReader(path)
    let writer = try FileWriter(copy)
    while true {
      let bytes = try reader.read(1 << 20)
      if bytes.isEmpty { break }
      try writer.write(bytes)
    }
    try writer.finish()
  }
}
