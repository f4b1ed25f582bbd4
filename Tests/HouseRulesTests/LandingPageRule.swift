import Testing

/// The public types of the library's modules that a page's lists of topics leave out, or list
/// twice, and what they list that there is not.
func misplacedOnPage(_ page: String, _ sources: [SwiftSource]) -> [String] {
  let listed = page.matches(of: /^- ``(\w+)``$/.anchorsMatchLineEndings()).map { String($0.1) }
  let declared = Set(
    sources.filter(\.isPublicLibrary).flatMap(\.lines).compactMap { line in
      line.firstMatch(of: /^public (?:final )?(?:struct|enum|class|protocol|actor) (\w+)/)
        .map { String($0.1) }
    })
  let counts = Dictionary(listed.map { ($0, 1) }, uniquingKeysWith: +)
  return declared.subtracting(listed).sorted().map { "\($0) is missing" }
    + counts.filter { $0.value > 1 }.keys.sorted().map { "\($0) stands twice" }
    + counts.keys.filter { !declared.contains($0) }.sorted().map { "\($0) is no public type" }
}

extension SwiftSource {
  /// Whether it is of a module that a program sees that imports the library.
  fileprivate var isPublicLibrary: Bool {
    ["Daybook", "DaybookEvents", "DaybookText"].contains { path.hasPrefix("Sources/\($0)/") }
  }
}

struct LandingPageRuleTests {
  @Test func `every public type stands under one task on the landing page`() {
    let page = SourceTree.text(of: "Sources/Daybook/Daybook.docc/Daybook.md")
    #expect(misplacedOnPage(page, SourceTree.swift) == [])
    let sources = [
      SwiftSource("Sources/Daybook/A.swift", "public struct A {\n  public enum B {}\n}"),
      SwiftSource("Sources/DaybookText/C.swift", "public enum C {}\npackage struct D {}"),
      SwiftSource("Sources/DaybookLog/E.swift", "public final class E {}"),
    ]
    let found = misplacedOnPage("- ``A``\n- ``A``\n- ``D``\n- <doc:A>\n", sources)
    #expect(found == ["C is missing", "A stands twice", "D is no public type"])
  }
}
