import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem

/// The files of a folder remote as they are at one time.
struct FolderListing {
  /// The files of each replica, in the order in which they were written.
  private(set) var files: [String: [FolderFile]] = [:]
  /// What cannot be read.
  private(set) var problems: [RemoteProblem] = []

  /// The directories of all replicas.
  private(set) var directories: [String] = []

  /// Looks at all files, and reads their headers.
  ///
  /// - Throws: ``RemoteError``.
  init(_ folder: String) throws {
    try RemoteError.naming(folder) {
      for name in try FileSystem.listDirectory(folder) where Self.isReplica(name) {
        let directory = "\(folder)/\(name)"
        guard FileSystem.isDirectory(directory) else { continue }
        directories.append(directory)
        try list(directory, of: name)
      }
    }
  }

  /// Whether a directory is a replica's: 16 hexadecimal digits.
  static func isReplica(_ name: String) -> Bool {
    name.utf8.count == 16 && name.allSatisfy(\.isHexDigit)
  }

  private mutating func list(_ directory: String, of replica: String) throws {
    for name in try FileSystem.listDirectory(directory) {
      guard let number = FolderFile.number(in: name) else { continue }
      do {
        let file = try FolderFile("\(directory)/\(name)", name, number: number)
        if !file.isWhole { problems.append(.incomplete(file: "\(replica)/\(name)")) }
        files[replica, default: []].append(file)
      } catch let error as SystemError where error.kind == .notFound {
        continue  // put into a larger one meanwhile
      } catch LogError.newerBundle {
        problems.append(.newer(file: "\(replica)/\(name)"))
      } catch is LogError {
        problems.append(.incomplete(file: "\(replica)/\(name)"))
      }
    }
    files[replica]?.sort { $0.number < $1.number }
  }

  /// All files, in an order in which little of what one builds on comes later.
  var all: [FolderFile] { files.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// What whole files hold.
  ///
  /// - Parameter replica: whose files do not count; nil for none.
  func ranges(besides replica: String? = nil) -> [LinkedRange] {
    files.filter { $0.key != replica }.values.joined().filter(\.isWhole).flatMap(\.header.ranges)
  }
}
