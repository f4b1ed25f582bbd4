#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// Makes a directory, and with `intermediates` those above it; that it exists is then no error.
  ///
  /// - Throws: `alreadyExists`, `isNotDirectory`, `notFound`, `permissionDenied`.
  package static func makeDirectory(
    _ path: String, permissions: UInt16 = privateDirectory, intermediates: Bool = false
  ) throws(SystemError) {
    if unsafe mkdir(path, mode_t(permissions)) == 0 { return }
    let error = SystemError(.makeDirectory, path: path)
    guard intermediates else { throw error }
    if error.kind == .alreadyExists, isDirectory(path) { return }
    let above = parent(of: path)
    guard error.kind == .notFound, above != path, !path.isEmpty else { throw error }
    try makeDirectory(above, permissions: permissions, intermediates: true)
    try makeDirectory(path, permissions: permissions, intermediates: false)
  }

  /// The names in a directory, sorted by their bytes, without "." and "..".
  ///
  /// - Parameter limit: The most names to take.
  /// - Throws: `tooLarge`, `notFound`, `isNotDirectory`, `permissionDenied`; `other` with `EILSEQ`
  ///   if a name is not UTF-8.
  package static func listDirectory(
    _ path: String, limit: Int = 1_000_000
  ) throws(SystemError) -> [String] {
    let listing = try names(in: path, limit: limit)
    guard listing.unreadable.isEmpty else { throw SystemError(.list, path: path, code: EILSEQ) }
    return listing.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in a directory, in no order; those that are not UTF-8 apart, mended for display.
  static func names(
    in path: String, limit: Int
  ) throws(SystemError) -> (names: [String], unreadable: [String]) {
    guard let directory = unsafe opendir(path) else { throw SystemError(.list, path: path) }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    var unreadable: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        guard errno == 0 else { throw SystemError(.list, path: path) }
        return (names, unreadable)
      }
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
        unsafe Array(name.prefix { $0 != 0 })
      }
      if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
      guard names.count + unreadable.count < limit else {
        throw SystemError(.list, path: path, kind: .tooLarge, limit: limit)
      }
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        unreadable.append(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
