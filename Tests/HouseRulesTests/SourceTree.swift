import Foundation

/// The repository this test was compiled from.
enum SourceTree {
  /// The top level of the repository, found from this file's own place.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file under Sources, Tests, migrations and tools/Sources.
  static let swift: [SwiftSource] = ["Sources", "Tests", "migrations", "tools/Sources"]
    .flatMap { files(under: $0) }
    .filter { $0.hasSuffix(".swift") }
    .map { SwiftSource($0, text(of: $0)) }

  /// The paths of all regular files under a folder, from the top level, sorted.
  static func files(under folder: String) -> [String] {
    let start = root.appending(path: folder).path(percentEncoded: false)
    let names = FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []
    return names.map { "\(folder)/\($0)" }.filter(isFile).sorted()
  }

  /// A file's text, broken bytes repaired; empty where there is no such file.
  static func text(of path: String) -> String {
    let bytes = FileManager.default.contents(atPath: absolute(path)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func absolute(_ path: String) -> String {
    root.appending(path: path).path(percentEncoded: false)
  }

  private static func isFile(_ path: String) -> Bool {
    // What cannot be asked about cannot be read as source either.
    let values = try? URL(filePath: absolute(path)).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true
  }
}
