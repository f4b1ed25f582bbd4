import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The volume that holds a path, as far as a store depends on it.
package struct Volume: Equatable, Sendable {
  /// What its file system is called, such as `ext4`; a number where that is not known here.
  package let fileSystem: String
  /// Whether LMDB's shared memory and locks cannot be trusted on it.
  package let isNetwork: Bool
  /// Bytes an ordinary user can still write on it; nil where the system does not tell.
  package let freeBytes: UInt64?

  /// Names of file systems by their number in `statfs(2)`.
  private static let names: [UInt64: String] = [
    0xEF53: "ext4", 0x5846_5342: "xfs", 0x9123_683E: "btrfs", 0x2FC1_2FC1: "zfs",
    0x0102_1994: "tmpfs", 0x794C_7630: "overlayfs", 0xF2F5_2010: "f2fs", 0x4D44: "vfat",
    0x2011_BAB0: "exfat", 0x6969: "nfs", 0x517B: "smb", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2",
    0x6573_5546: "fuse", 0x0102_1997: "9p",
  ]

  /// Asks the system about the volume that holds a path; nil when nothing is there.
  package init?(holding path: String) {
    guard let magic = FileSystemType.magic(of: path) else { return nil }
    fileSystem = Self.names[magic] ?? "number \(magic)"
    isNetwork = FileSystemType.networkMagics.contains(magic)
    freeBytes = FileSystemType.freeBytes(of: path)
  }

  /// Whether files that this process writes may not grow beyond some length.
  package static var limitsFileSize: Bool {
    var limit = rlimit()
    #if canImport(Glibc)
      let code = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      let code = unsafe getrlimit(RLIMIT_FSIZE, &limit)
    #endif
    guard code == 0 else { return false }
    // RLIM_INFINITY, whose macro Swift does not import: the greatest number there is.
    return limit.rlim_cur < rlim_t(Int64.max)
  }
}

/// The version of LMDB that this program runs with, such as `0.9.24`.
package var lmdbVersion: String {
  var (major, minor, patch) = (Int32(0), Int32(0), Int32(0))
  _ = unsafe mdb_version(&major, &minor, &patch)
  return "\(major).\(minor).\(patch)"
}
