import DaybookSystem

/// The file by which a folder is known to be a remote of daybooks, and of which version.
enum FolderMark {
  static let name = "daybook-remote.txt"
  private static let version = 1
  /// What the names begin with of what systems and programs that carry folders put there.
  private static let others = [
    ".st", ".sync", ".dropbox", ".DS_Store", ".owncloud", ".nextcloud", ".Trash", "lost+found",
    "desktop.ini", "System Volume Information",
  ]
  private static let text = """
    daybook remote \(version)
    Several daybooks keep in step through this folder. Each writes into a directory of its own.
    """

  /// Makes a replica's directory, which whoever may read the folder may read.
  static func makeDirectory(_ path: String) throws {
    guard !FileSystem.exists(path) else { return }
    let permissions = try FileSystem.permissions(FileSystem.parent(of: path))
    try FileSystem.makeDirectory(path, permissions: permissions & 0o777)
  }

  /// Checks a folder before anything is read or written there, and marks one that is empty: a new
  /// one, and one that somebody emptied, which is filled again.
  ///
  /// - Parameter makesMissing: whether the folder is made where only it is missing.
  /// - Throws: ``RemoteError``.
  static func check(_ folder: String, makesMissing: Bool) throws {
    try RemoteError.naming(folder) {
      if makesMissing, !FileSystem.exists(folder) { try FileSystem.makeDirectory(folder) }
      let names = try FileSystem.listDirectory(folder).filter { name in
        !others.contains { name.hasPrefix($0) }
      }
      guard names.contains(name) else {
        let isOurs = names.allSatisfy(FolderListing.isReplica)
        guard isOurs else { throw RemoteError.notARemote(path: folder) }
        return try FileSystem.writeFileAtomically(
          "\(folder)/\(name)", Array((text + "\n").utf8),
          permissions: FileSystem.permissions(folder) & 0o666)
      }
      let kept = try FileSystem.readFile("\(folder)/\(name)", limit: 1 << 16)
      let first = String(decoding: kept, as: UTF8.self).split(separator: "\n").first ?? ""
      let words = first.split(separator: " ")
      // What is not there whole yet says nothing.
      guard words.count == 3, words[0] == "daybook", let found = Int(words[2]) else { return }
      guard found <= version else { throw RemoteError.newer(path: folder) }
    }
  }
}
