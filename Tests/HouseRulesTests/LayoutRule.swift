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

struct LayoutRuleTests {
  @Test func `the top level is exactly what the design says`() throws {
    let path = SourceTree.root.path(percentEncoded: false)
    expectNone(wrongTopLevel(try FileManager.default.contentsOfDirectory(atPath: path)))
    let names = ["Package.swift", "Sources", "Tests", "migrations", "tools", "docs", ".git"]
    #expect(wrongTopLevel(names).map(\.file) == ["README.md", "docs"])
    #expect(wrongTopLevel(names.dropLast(2) + ["README.md", "Package.resolved"]).isEmpty)
  }
}
