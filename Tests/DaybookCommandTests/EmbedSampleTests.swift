import Foundation
import Testing

/// The sample package of a program with a daybook inside.
///
/// Its program is built within this package too, and sees no more of it than a stranger would:
/// that proves that what is public is enough. Building it as a package of its own takes minutes
/// and is done by `tools/embed-check`. What a program that takes the library makes the package
/// manager build is read from the manifest here.
struct EmbedSampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let program = URL(filePath: Shell.executable).deletingLastPathComponent()
    .appending(path: "ReadingList").path(percentEncoded: false)

  @Test func `the sample does what it says, and the same in every run`() throws {
    let shell = try Shell()
    let runs = try (0..<2).map { _ in try shell.start(Self.program, [], "", [:]) }
    #expect(runs[0].status == 0, "\(runs[0].errors)")
    #expect(runs[0].output == runs[1].output)
    let lines = runs[0].lines
    #expect(lines.contains("refused what had not seen the other device's change"))
    #expect(lines.last?.wholeMatch(of: #/\d+ events, fingerprint [0-9a-f]{16}/#) != nil)
  }

  @Test func `the library needs nothing that only the command needs`() throws {
    let scratch = try Shell()
    let description = try scratch.start(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", Self.root.path(percentEncoded: false),
        "--scratch-path", scratch.path + "/build", "dump-package",
      ], "", ProcessInfo.processInfo.environment)
    let manifest = try Manifest(description.json())
    #expect(
      manifest.needs(ofProduct: "Daybook") == [
        "CLMDB", "LMDB", "DaybookSystem", "DaybookText", "DaybookEvents", "DaybookMigrations",
        "DaybookLog",
        "DaybookScheduler", "Daybook", "Crypto",
      ])
    #expect(manifest.needs(ofProduct: "daybook").contains("ArgumentParser"))
    #expect(manifest.needs(ofProduct: "daybook-interchange").contains("Yams"))
  }
}

/// What depends on what, as the package manager reads it.
private struct Manifest {
  private var targets: [String: [String]] = [:]
  private var products: [String: [String]] = [:]

  init(_ json: [String: Any]) throws {
    for product in try #require(json["products"] as? [[String: Any]]) {
      let name = try #require(product["name"] as? String)
      products[name] = try #require(product["targets"] as? [String])
    }
    for target in try #require(json["targets"] as? [[String: Any]]) {
      let name = try #require(target["name"] as? String)
      let needed = try #require(target["dependencies"] as? [[String: [Any?]]])
      targets[name] = needed.compactMap { $0.values.first?.first as? String }
    }
  }

  /// The targets, and the products of other packages, that a product is built from.
  func needs(ofProduct name: String) -> Set<String> {
    var found: Set<String> = []
    var open = products[name] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += targets[next] ?? [] }
    }
    return found
  }
}
