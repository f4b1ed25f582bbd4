import Foundation
import Testing

/// The pages and the comments of public declarations, built by the toolchain's own compiler of
/// documentation: a link that leads nowhere is an error.
struct DocumentationBuildTests {
  /// The modules that were built with these tests.
  private static let modules: String? = {
    let places = [Bundle.main.bundlePath] + CommandLine.arguments
    let folders = places.map { URL(filePath: $0) }
      .flatMap { [$0, $0.deletingLastPathComponent()] }
      .map { $0.appending(path: "Modules").path(percentEncoded: false) }
    return folders.first { FileManager.default.fileExists(atPath: $0 + "/Daybook.swiftmodule") }
  }()

  private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = SourceTree.root
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test(.enabled(if: modules != nil, "the modules lie elsewhere"))
  func `the documentation builds without a warning`() throws {
    let modules = try #require(Self.modules)
    let built = try Self.run(["tools/docs", "--modules", modules])
    #expect(built.status == 0, "\(built.output)")
    #expect(built.output.contains(".build/docs/Daybook.doccarchive"))
    let page = SourceTree.root.appending(
      path: ".build/docs/Daybook.doccarchive/data/documentation/daybook/migrations.json")
    #expect(FileManager.default.fileExists(atPath: page.path(percentEncoded: false)))
  }

  @Test func `a folder without modules is refused`() throws {
    let refused = try Self.run(["tools/docs", "--modules", "Sources"])
    #expect(refused.status == 66 && refused.output.contains("Daybook.swiftmodule"))
  }
}
