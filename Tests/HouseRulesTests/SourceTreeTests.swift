import Testing

struct SourceTreeTests {
  @Test func `the tree is found and read, this file included`() {
    let itself = SourceTree.swift.first { $0.path == "Tests/HouseRulesTests/SourceTree.swift" }
    #expect(itself?.lines.first == "import Foundation")
    #expect(SourceTree.swift.contains { $0.path.hasPrefix("Sources/") })
  }

  @Test func `rules see code and neither comments, strings nor names in backticks`() {
    let source = SwiftSource(
      "a.swift",
      #"""
      let a = "one \(two("three") + four) five" // six
      /* seven /* eight */ nine */ let b = 1
      func `ten eleven`() {}
      let c = """
        twelve " thirteen \(fourteen)
        """
      let d = ##"fifteen "# \(sixteen)"##
      """#)
    let words = source.code.joined(separator: " ").split { !$0.isLetter }.map(String.init)
    #expect(
      words == [
        "let", "a", "two", "four", "let", "b", "func", "let", "c", "fourteen", "let", "d",
      ])
    #expect(source.commentLines == [1, 2])
    #expect(source.code.count == source.lines.count)
  }
}
