import DaybookConsole
import DaybookSystem

/// A file that can be read more than once; standard input is kept in a temporary one for that.
final class InputFile {
  /// The most bytes that are kept of what can be read once only: 1 GiB.
  private static let keptByteLimit = 1 << 30
  private static let chunkByteCount = 1 << 20

  /// What people call it.
  let name: String
  /// Where it lies.
  let path: String
  /// Where what can be read once only is kept.
  private let folder: PartFolder?

  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - isPlausible: whether it may be what is wanted, as its first bytes say. Of what can be read
  ///     once only, nothing more is read where it is not.
  /// - Throws: a usage error where there is no file, or more than can be kept.
  init(_ path: String, isPlausible: ([UInt8]) -> Bool) throws {
    name = path
    guard path == "-" || FileSystem.exists(path) else { throw UsageError.noFile(path: path) }
    // A pipe can be read once only, like standard input.
    guard path == "-" || FileSystem.isSpecial(path) else {
      self.path = path
      folder = nil
      return
    }
    let folder = try PartFolder(temporary: "import")
    self.folder = folder
    self.path = folder.path + "/input"
    let reader = path == "-" ? nil : try FileReader(path)
    let writer = try FileWriter(self.path)
    var count = 0
    while true {
      let bytes = try reader?.read(Self.chunkByteCount) ?? StandardInput.read(Self.chunkByteCount)
      if bytes.isEmpty { break }
      let isFirst = count == 0
      count += bytes.count
      guard count <= Self.keptByteLimit else {
        throw UsageError.unreadableFile(
          path: path == "-" ? "standard input" : path, line: nil, column: nil,
          reason: "it goes on for more than 1 GiB; more can be imported from a file")
      }
      try writer.write(bytes)
      if isFirst, !isPlausible(bytes) { break }
    }
    try writer.finish()
  }
}
