import Testing

/// The direction of the arrows: what each target of the product may import. This is the table of
/// the design's section 2; Foundation and FoundationEssentials are only where it names them.
private let importsByTarget: [String: Set<String>] = {
  let system: Set = ["Glibc", "Musl", "Darwin"]
  let console: Set = [
    "Daybook", "DaybookSync", "DaybookSystem", "DaybookEvents", "ArgumentParser",
  ]
  return [
    "CLMDB": [],
    "LMDB": system.union(["CLMDB"]),
    "CZlib": [],
    "CZstd": [],
    "CSQLite": [],
    "CSystem": [],
    "DaybookSystem": system.union(["CSystem"]),
    "DaybookCompression": ["CZlib", "CZstd"],
    "DaybookSQLite": ["CSQLite", "GRDB", "Foundation"],
    "DaybookEvents": ["Crypto"],
    "DaybookMigrations": ["DaybookEvents"],
    "DaybookLog": ["LMDB", "DaybookSystem", "DaybookEvents", "DaybookMigrations"],
    "DaybookScheduler": system,
    "DaybookText": [],
    "Daybook": [
      "LMDB", "DaybookSystem", "DaybookEvents", "DaybookMigrations", "DaybookLog",
      "DaybookScheduler", "DaybookText",
    ],
    "DaybookInterchange": [
      "Daybook", "DaybookSystem", "DaybookEvents", "DaybookCompression", "DaybookSQLite", "Crypto",
      "DaybookScheduler", "LMDB", "GRDB", "Yams", "Foundation", "FoundationEssentials",
    ],
    "DaybookSync": [
      "Daybook", "DaybookSystem", "DaybookEvents", "DaybookLog", "LMDB", "Crypto",
      "AsyncHTTPClient",
    ],
    "DaybookAssist": ["Daybook"],
    "DaybookHub": ["Hummingbird"],
    "DaybookWeb": ["Daybook", "Hummingbird"],
    "DaybookConsole": console,
    "DaybookCommand": console.union(["DaybookConsole"]),
    "DaybookInterchangeCommand": console.union([
      "DaybookConsole", "DaybookInterchange", "DaybookCompression", "DaybookSQLite",
    ]),
  ]
}()

/// Parts of the standard library that are modules of their own.
private let standardLibrary: Set = ["Swift", "Synchronization"]

/// Imports against the arrows, and folders of Sources that are no target.
func wrongImports(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct else { return [] }
  guard let allowed = importsByTarget[source.target] else {
    return [source.offence(1, "\(source.target) is not a target in the table of imports")]
  }
  return imports(source).compactMap { line, module in
    allowed.contains(module) || standardLibrary.contains(module)
      ? nil : source.offence(line, "\(source.target) may not import \(module)")
  }
}

/// Imports that open another module's internals.
func testableImports(_ source: SwiftSource) -> [Offence] {
  source.offences("tests use package access", where: #/@testable\b/#)
}

private func imports(_ source: SwiftSource) -> [(line: Int, module: String)] {
  let pattern =
    #/(?:^|[\s;])import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
  return source.code.enumerated().flatMap { index, line in
    line.matches(of: pattern).map { (index + 1, String($0.1)) }
  }
}

struct ImportRulesTests {
  @Test func `imports point downwards only`() {
    expectNone(SourceTree.swift.flatMap(wrongImports))
    let text = """
      import DaybookEvents  // import Yams
      package import struct Foundation.Date
      private import DaybookCommand; import Crypto
      #if canImport(Glibc)
        @preconcurrency import Glibc
      #endif
      import Synchronization
      """
    let found = wrongImports(SwiftSource("Sources/Daybook/Items/Item.swift", text))
    #expect(found.map(\.line) == [2, 3, 3, 5])
    #expect(wrongImports(SwiftSource("migrations/M1.swift", text)).count == 4)
    #expect(wrongImports(SwiftSource("Sources/Surprise/A.swift", "")).count == 1)
    #expect(wrongImports(SwiftSource("Tests/DaybookTests/A.swift", text)).isEmpty)
  }

  @Test func `nothing imports another module's internals`() {
    expectNone(SourceTree.swift.flatMap(testableImports))
    let text = "@testable import Daybook\n// @testable\n"
    #expect(testableImports(SwiftSource("a.swift", text)).map(\.line) == [1])
  }
}
