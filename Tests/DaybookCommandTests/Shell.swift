import Foundation
import Testing

/// How a program ended, and what it said.
struct ShellResult {
  let status: Int32
  let output: String
  let errors: String

  /// The one JSON document on standard output.
  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return try #require(value as? [String: Any])
  }

  /// The lines on standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// The program under test and a home of its own for it, removed afterwards.
final class Shell: Sendable {
  /// The folder.
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "daybook-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)  // it lies in the temporary folder
  }

  /// Runs `daybook` with these words.
  @discardableResult
  func run(
    _ words: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> ShellResult {
    try run(words, input: input, environment: environment)
  }

  /// Runs `daybook` with these words.
  @discardableResult
  func run(
    _ words: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> ShellResult {
    try start(Self.executable, words, input, environment)
  }

  /// Runs a script of `sh`, for bytes and pipes; `$DAYBOOK` is the program.
  func script(_ text: String, environment: [String: String] = [:]) throws -> ShellResult {
    try start("/bin/sh", ["-c", text], "", environment)
  }

  /// Writes a script of `sh` into the home. It is given to `sh` to read: a file that a program
  /// started meanwhile still holds open for writing cannot be executed itself.
  ///
  /// - Returns: the command that runs it.
  func command(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    try Data("\(text)\n".utf8).write(to: URL(filePath: file))
    return "/bin/sh \(file)"
  }

  /// Captures an item.
  ///
  /// - Returns: its full id.
  @discardableResult
  func capture(_ words: String...) throws -> String {
    try id(run(["capture", "--json"] + words))
  }

  /// The id in the document of a command that worked.
  func id(_ result: ShellResult) throws -> String {
    #expect(result.status == 0, "\(result.errors)")
    return try #require(try result.json()["id"] as? String)
  }

  /// The texts that an editor left, as paths: in the store, and nowhere else.
  func draftFiles(_ store: String = ".local/share/daybook") throws -> [String] {
    let elsewhere = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(!elsewhere.contains { $0.hasSuffix(".md") }, "\(elsewhere)")
    let folder = path + "/\(store)/drafts"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }
}

extension Shell {
  private static let deadlineSeconds = 60.0

  /// `$DAYBOOK_EXECUTABLE`, or the program beside the tests.
  static let executable: String = {
    if let path = ProcessInfo.processInfo.environment["DAYBOOK_EXECUTABLE"] { return path }
    let places = [Bundle.main.bundlePath, CommandLine.arguments[0]] + CommandLine.arguments
    let folders = places.flatMap { place in
      let url = URL(filePath: place)
      return [url, url.deletingLastPathComponent()]
    }
    for folder in folders {
      for name in ["daybook", "DaybookCommand"] {
        let path = folder.appending(path: name).path(percentEncoded: false)
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { return path }
      }
    }
    return "daybook-not-found"
  }()

  /// Runs a program.
  func start(
    _ executable: String, _ words: [String], _ input: String, _ environment: [String: String]
  ) throws -> ShellResult {
    let streams = path + "/.stream-\(UUID().uuidString)"
    // It lies in a folder that is removed as a whole.
    defer { try? FileManager.default.removeItem(atPath: streams + "-in") }
    try Data(input.utf8).write(to: URL(filePath: streams + "-in"))
    let variables = [
      "HOME": path, "TMPDIR": path, "PATH": "/usr/bin:/bin", "TZ": "UTC",
      "DAYBOOK": Self.executable,
    ].merging(environment) { $1 }
    let command = try RunningCommand(
      [executable] + words, variables.map { "\($0.key)=\($0.value)" }, streams: streams,
      input: streams + "-in", folder: path)
    let deadline = DispatchWorkItem { command.kill() }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + Self.deadlineSeconds, execute: deadline)
    defer { deadline.cancel() }
    let outcome = try command.wait()
    let status: Int32 =
      switch outcome.end {
      case .status(let status): status
      case .signal(let signal): 128 + signal
      }
    return ShellResult(status: status, output: outcome.output, errors: outcome.errors)
  }
}
