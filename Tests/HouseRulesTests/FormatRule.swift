import Foundation
import Testing

/// What `swift format lint --strict` says about some folders; nil where there is no such command.
func formatComplaints(_ folders: [String]) throws -> String? {
  guard try run(["swift", "format", "--version"]).status == 0 else { return nil }
  let result = try run(["swift", "format", "lint", "--strict", "-r"] + folders)
  return result.status == 0 ? "" : result.output + "exit \(result.status)"
}

private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = arguments
  process.currentDirectoryURL = SourceTree.root
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

struct FormatRuleTests {
  @Test func `swift format has nothing to say`() throws {
    guard let complaints = try formatComplaints(["Sources", "Tests", "migrations"]) else { return }
    if !complaints.isEmpty { Issue.record("\n\(complaints)") }
  }

  @Test func `swift format would notice a badly formatted file`() throws {
    let name = "daybook-format-\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A folder left behind in the temporary folder would not matter.
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("let a=1;\n".utf8).write(to: folder.appending(path: "a.swift"))
    let path = folder.path(percentEncoded: false)
    guard let complaints = try formatComplaints([path]) else { return }
    #expect(complaints.contains("a.swift:1"))
  }
}
