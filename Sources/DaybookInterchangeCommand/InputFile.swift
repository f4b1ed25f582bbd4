import DaybookConsole
import DaybookSystem

/// A file that can be read more than once; standard input is kept in a temporary one for that.
final class InputFile {
  /// What people call it.
  let name: String
  /// Where it lies.
  let path: String

  init(_ path: String) throws {
    name = path
    guard path == "-" else {
      guard FileSystem.exists(path) else { throw UsageError.noFile(path: path) }
      // A pipe can be read once only, like standard input.
      guard FileSystem.isSpecial(path) else {
        self.path = path
        return
      }
      let reader = try FileReader(path)
      self.path = try Self.kept { try reader.read(1 << 20) }
      return
    }
    self.path = try Self.kept { try StandardInput.read(1 << 20) }
  }

  deinit {
    // A file in the folder for temporary ones; the system removes what cannot be removed here.
    if path != name { try? FileSystem.remove(path) }
  }

  private static func kept(_ read: () throws -> [UInt8]) throws -> String {
    var random = SystemRandomNumberGenerator()
    let number = UInt64.random(in: 0 ... .max, using: &random)
    let path = "\(Host.temporaryFolder)/daybook-import-\(number)"
    let writer = try FileWriter(path)
    while true {
      let bytes = try read()
      if bytes.isEmpty { break }
      try writer.write(bytes)
    }
    try writer.finish()
    return path
  }
}
