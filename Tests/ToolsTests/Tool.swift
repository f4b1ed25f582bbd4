import Foundation
import Testing

/// The tools under test and a folder of their own, removed afterwards.
final class Tool: Sendable {
  /// The folder.
  let folder: String

  /// - Parameter inMemory: where there is such a place: nothing waits for a disk.
  init(inMemory: Bool = false) throws {
    let memory = URL(filePath: "/dev/shm")
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: memory.path())
    let url = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "daybook-tools-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)  // it lies in the temporary folder
  }

  /// A place in the folder.
  func callAsFunction(_ name: String) -> String { folder + "/" + name }

  /// Writes a file into the folder.
  ///
  /// - Returns: its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: self(name)))
    return self(name)
  }

  /// Runs a program that lies beside the tests.
  func run(_ name: String, _ words: [String]) throws -> (status: Int32, output: String) {
    let (output, errors) = (self("output"), self("errors"))
    for stream in [output, errors] { try Data().write(to: URL(filePath: stream)) }
    let process = Process()
    let executable: URL = try #require(Self.executable(name))
    process.executableURL = executable
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    process.waitUntilExit()
    let status = process.terminationStatus
    let said = try String(contentsOfFile: status == 0 ? output : errors, encoding: .utf8)
    return (status, said)
  }

  static func executable(_ name: String) -> URL? {
    let places = [Bundle.main.bundlePath] + CommandLine.arguments
    return places.map { URL(filePath: $0) }
      .flatMap { [$0, $0.deletingLastPathComponent()] }
      .map { $0.appending(path: name) }
      .first {
        // What cannot be asked about is not it.
        (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
      }
  }
}
