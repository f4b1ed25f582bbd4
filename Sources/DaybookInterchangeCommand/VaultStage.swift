import DaybookInterchange
import DaybookSystem

/// A hidden folder inside a new one, where an export gathers its notes: they move to their places
/// when all of them are written, which takes no room, so that there are all of them or none.
struct VaultStage {
  private static let name = ".daybook-export"
  private let folder: String
  /// Whether the folder is made for the export.
  private let isNew: Bool

  /// Where the notes are gathered.
  let path: String

  /// A stage in a folder that is free; it need not be there.
  init(_ folder: String) {
    self.folder = folder
    isNew = !FileSystem.exists(folder)
    path = folder + "/" + Self.name
  }

  /// Whether a folder holds nothing but what daybook itself put there: the stage of an export that
  /// was ended, and what a vault is known by.
  static func isFree(_ folder: String) throws -> Bool {
    try FileSystem.listDirectory(folder).allSatisfy { $0 == name || $0 == VaultMark.fileName }
  }

  /// Makes it, in place of one that an export left that was ended.
  func begin() throws {
    try FileSystem.makeDirectory(folder, intermediates: true)
    if FileSystem.exists(path) { try FileSystem.removeRecursively(path) }
    try FileSystem.makeDirectory(path)
  }

  /// Moves everything to its place.
  func finish() throws {
    var moved: [String] = []
    do {
      for name in try FileSystem.listDirectory(path) {
        try FileSystem.rename("\(path)/\(name)", to: "\(folder)/\(name)")
        moved.append(name)
      }
    } catch {
      // What cannot be moved back stays: a copy of what is in the daybook.
      for name in moved { try? FileSystem.rename("\(folder)/\(name)", to: "\(path)/\(name)") }
      throw error
    }
    try FileSystem.remove(path)
    try FileSystem.synchronizeDirectory(folder)
  }

  /// Takes everything away again.
  func drop() {
    // What cannot be removed is hidden, and removed by the next export.
    try? FileSystem.removeRecursively(path)
    // It stays where something else lies in it.
    if isNew { try? FileSystem.remove(folder) }
  }
}
