import Foundation
import Testing

/// `tools/vectors` as a program.
struct VectorsTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func history(stability: Double) -> String {
    """
    {"cases": [{"id": 3, "parameters": [], "reviews": [{"rating": 3, "elapsed_days": 0}],
      "expected": [{"stability": \(stability), "difficulty": 2.118103970459016}]}]}
    """
  }

  @Test func `a file that agrees is reported and ends well`() throws {
    let file = try tool.write(history(stability: 2.3065), to: "good.json")
    let result = try tool.run("Vectors", [file])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("1 cases, 1 reviews\n"))
    #expect(result.output.contains("stability, fsrs-rs"))
    #expect(result.output.hasSuffix("everything is within its tolerance\n"))
  }

  @Test func `a miss ends with 1 and names its place`() throws {
    let file = try tool.write(history(stability: 2.4), to: "bad.json")
    #expect(try tool.run("Vectors", [file]).status == 1)
    let said = try String(contentsOfFile: tool("output"), encoding: .utf8)
    #expect(said.contains("case 3, review 1") && said.hasSuffix("1 misses\n"))
  }

  @Test func `what cannot be read ends with 65`() throws {
    let broken = try tool.write("{\"cases\": [", to: "broken.json")
    for file in [broken, tool("missing.json"), try tool.write("{}", to: "empty.json")] {
      let result = try tool.run("Vectors", [file])
      #expect(result.status == 65 && result.output.contains("cannot be read"))
    }
  }

  @Test(arguments: [[], ["a", "b"], ["--what"]]) func `other words end with 64`(words: [String])
    throws
  {
    #expect(try tool.run("Vectors", words).status == 64)
  }
}
