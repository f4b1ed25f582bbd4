#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells file systems on which LMDB's shared memory and locks cannot be trusted.
enum FileSystemType {
  /// Numbers from `statfs(2)`: NFS, SMB, CIFS, SMB2, FUSE, 9p.
  static let networkMagics: Set<UInt64> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997,
  ]

  /// Whether the volume that holds `path` is one of them; not knowing counts as no.
  static func isNetwork(_ path: String, options: Environment.Options) -> Bool {
    options.fileSystemMagic(path).map(networkMagics.contains) ?? false
  }

  /// The type of the volume that holds `path`, as Linux numbers it.
  static func magic(of path: String) -> UInt64? {
    #if canImport(Glibc)
      return linuxMagic(of: path)
    #else
      var information = statfs()
      guard unsafe statfs(path, &information) == 0 else { return nil }
      let name = withUnsafeBytes(of: information.f_fstypename) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      switch name {
      case "nfs": return 0x6969
      case "smbfs", "webdav", "afpfs": return 0xFF53_4D42
      case "macfuse", "osxfuse": return 0x6573_5546
      default: return 0
      }
    #endif
  }

  #if canImport(Glibc)
    /// Swift's Glibc module leaves out `<sys/statfs.h>`, so the function is found by its name.
    /// The type is the first word of what it fills in, which is 120 bytes long.
    private static func linuxMagic(of path: String) -> UInt64? {
      typealias Function = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer) -> CInt
      guard let symbol = unsafe dlsym(nil, "statfs") else { return nil }
      let function = unsafe unsafeBitCast(symbol, to: Function.self)
      var words = [Int](repeating: 0, count: 64)
      guard unsafe function(path, &words) == 0 else { return nil }
      return UInt64(UInt32(truncatingIfNeeded: words[0]))
    }
  #endif

  /// Bytes an ordinary user can still write on the volume that holds `path`.
  static func freeBytes(of path: String) -> UInt64? {
    var information = statvfs()
    guard unsafe statvfs(path, &information) == 0 else { return nil }
    return UInt64(information.f_bavail) * UInt64(information.f_frsize)
  }
}
