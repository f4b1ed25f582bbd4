import Foundation

/// The files of `shared/samples`, which stands beside the working copy and is no part of it.
enum SampleFiles {
  static let folder: URL? = folder("shared/samples")
  /// The samples that belong to the product.
  static let ownFolder: URL? = folder("tools/samples")
  static var areMissing: Bool { folder == nil }

  static func bytes(_ path: String, in folder: URL? = folder) throws -> [UInt8] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// Paths below a folder of the samples, sorted, hidden ones included.
  static func paths(under name: String, in folder: URL? = folder) -> [String] {
    guard let root = folder?.appending(path: name).path,
      let found = FileManager.default.enumerator(atPath: root)
    else { return [] }
    return found.compactMap { $0 as? String }.filter { path in
      // A file without attributes is no regular file.
      let attributes = try? FileManager.default.attributesOfItem(atPath: root + "/" + path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  /// The nearest folder of this name beside this file or one of the folders around it.
  private static func folder(_ name: String) -> URL? {
    var url = URL(filePath: #filePath).resolvingSymlinksInPath()
    while url.pathComponents.count > 1 {
      url.deleteLastPathComponent()
      let found = url.appending(path: name)
      if FileManager.default.fileExists(atPath: found.path) { return found }
    }
    return nil
  }
}
