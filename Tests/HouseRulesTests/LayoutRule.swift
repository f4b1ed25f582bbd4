import Foundation
import Testing

/// What stands at the top level and should not, or should and does not. Files whose names begin
/// with a dot, and what the package manager leaves behind, do not count.
func wrongTopLevel(_ names: [String]) -> [Offence] {
  let expected: Set = ["Package.swift", "README.md", "Sources", "Tests", "migrations", "tools"]
  let found = Set(names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" })
  return expected.subtracting(found).sorted().map {
    Offence(file: $0, line: 1, complaint: "is missing from the top level")
  }
    + found.subtracting(expected).sorted().map {
      Offence(file: $0, line: 1, complaint: "does not belong at the top level")
    }
}

/// Targets whose tests stand elsewhere, each with the reason.
private let testedElsewhere: Set = [
  // People start it through `daybook`, and so do the tests of the commands.
  "DaybookInterchangeCommand"
]

/// Targets of the product without a folder of tests, and folders of tests without a target.
///
/// - Parameter others: what has no target under Sources and yet has tests.
func unmirrored(
  _ targets: Set<String>, _ tests: Set<String>, besides others: Set<String>
) -> [Offence] {
  let wanted = Set(targets.subtracting(testedElsewhere).map { $0 + "Tests" }).union(others)
  return wanted.subtracting(tests).sorted().map {
    Offence(file: "Tests/\($0)", line: 1, complaint: "is missing: each target has its tests")
  }
    + tests.subtracting(wanted).sorted().map {
      Offence(file: "Tests/\($0)", line: 1, complaint: "tests no target of that name")
    }
}

struct LayoutRuleTests {
  @Test func `the top level is exactly what the design says`() throws {
    let path = SourceTree.root.path(percentEncoded: false)
    expectNone(wrongTopLevel(try FileManager.default.contentsOfDirectory(atPath: path)))
    let names = ["Package.swift", "Sources", "Tests", "migrations", "tools", "docs", ".git"]
    #expect(wrongTopLevel(names).map(\.file) == ["README.md", "docs"])
    #expect(wrongTopLevel(names.dropLast(2) + ["README.md", "Package.resolved"]).isEmpty)
  }

  @Test func `the folders of tests mirror the targets`() throws {
    let sources = SourceTree.swift.filter(\.isProduct).map(\.target)
    let folders = SourceTree.swift.map(\.path).filter { $0.hasPrefix("Tests/") }
      .map { String($0.split(separator: "/")[1]) }
    expectNone(
      unmirrored(
        Set(sources), Set(folders), besides: ["HouseRulesTests", "ToolsTests", "TestSupport"]))
    let found = unmirrored(["A", "B"], ["BTests", "CTests"], besides: [])
    #expect(found.map(\.file) == ["Tests/ATests", "Tests/CTests"])
  }
}
