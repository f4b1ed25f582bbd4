/// Files and directories. Paths are the system's, relative ones to the working directory.
///
/// Every function throws ``SystemError`` with the path it was given.
package enum FileSystem {
  /// Permissions for what only its owner may read: files.
  package static let privateFile: UInt16 = 0o600
  /// Permissions for what stands among the files of others, as far as the person's `umask` allows.
  package static let sharedFile: UInt16 = 0o666
  /// Permissions for what only its owner may enter: directories.
  package static let privateDirectory: UInt16 = 0o700
}
