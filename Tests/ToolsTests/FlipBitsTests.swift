import Foundation
import Testing

/// Bits flipped all over a store, and read by the program itself.
struct FlipBitsTests {
  /// Half of them. `tools/flip-bits` tries as many as one has time for.
  private static let flips = 1_000

  /// A1. Flips in what LMDB itself goes by are counted apart: no row can bear a check of those.
  @Test(arguments: [0, 1])
  func `of 2,000 flipped bits none is shown as good, and none ends a command by a signal`(
    half: Int
  ) throws {
    let tool = try Tool(inMemory: true)
    let program = try #require(Tool.executable("daybook"))
    let (status, output) = try tool.run(
      "FlipBits",
      [
        "--program", program.path(percentEncoded: false), "--folder", tool.folder, "--flips",
        "\(Self.flips)", "--first", "\(half * Self.flips)", "--commands", "1", "--seed", "7",
      ])
    #expect(status == 0, "\(output)")
    #expect(
      output.contains("flips=\(Self.flips) ") && output.contains(" silent=0 signal=0 "), "\(output)"
    )
  }
}
