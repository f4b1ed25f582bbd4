import Daybook
import DaybookSystem
import Foundation
import Testing

/// The example of the README is compiled and run, so it cannot go stale.
struct EmbeddingExampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the README shows the code that is compiled here`() throws {
    let readme = try String(
      contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let code = try String(
      contentsOf: Self.root.appending(path: "Tests/DaybookTests/EmbeddingExample.swift"),
      encoding: .utf8)
    #expect(readme.contains("```swift\n\(code)```"))
    #expect(code.split(separator: "\n").count <= 20)
  }

  @Test func `the example remembers, finds and bundles`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "daybook-example-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // only tidying up
    let fingerprint = try remember(in: folder.path)
    #expect(fingerprint.count == 16)
    let other = folder.path + "/other"
    let phone = try Store.open(at: other, options: StoreOptions(replicaName: "phone"))
    #expect(try phone.mergeBundle(at: folder.path + "/for-the-phone.bundle").appliedEvents == 3)
    #expect(try phone.mergeBundle(at: folder.path + "/for-the-phone.bundle").appliedEvents == 0)
    #expect(try phone.fingerprint() == fingerprint)
  }
}
