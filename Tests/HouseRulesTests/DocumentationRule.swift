import Testing

/// Package and public declarations of the product without a documentation comment.
func undocumented(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct else { return [] }
  let declaration =
    #/^\s*(?:[@\w]+(?:\([^)]*\))?\s+)*?(?:package|public)\s+(?!import\b|extension\b)\w/#
  return source.offences("say in a documentation comment what this is", where: declaration)
    .filter { !isDocumented(source, at: $0.line - 1) }
}

/// Whether the lines above, attributes apart, end a documentation comment.
private func isDocumented(_ source: SwiftSource, at index: Int) -> Bool {
  let above = source.lines[..<index].last { !$0.contains(#/^\s*@\w[^{}]*$/#) } ?? ""
  return above.drop { $0 == " " }.hasPrefix("///") || above.hasSuffix("*/")
}

struct DocumentationRuleTests {
  @Test func `every package and public declaration is documented`() {
    expectNone(SourceTree.swift.flatMap(undocumented))
    let text = """
      package import Crypto
      public extension Int {
      package struct A {
        /// B.
        package let b: Int

        package init() {}
        /// C.
        @inlinable
        package static func c() {}
        static package func d() {}
        // Not documentation.
        public private(set) var e = 1
        let f = "package let"
        @discardableResult package func g() {}
      """
    let found = undocumented(SwiftSource("Sources/Daybook/A.swift", text))
    #expect(found.map(\.line) == [3, 7, 11, 13, 15])
    #expect(undocumented(SwiftSource("Tests/DaybookTests/A.swift", text)).isEmpty)
  }
}
