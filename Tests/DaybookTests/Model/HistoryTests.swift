import Daybook
import Foundation
import Testing

/// The past of random histories, against the rules: acceptance rows M-6, S3-2 and S3-72.
struct HistoryTests {
  static let batches = 8
  /// `DAYBOOK_HISTORY_RUNS` runs more.
  static let runs =
    ProcessInfo.processInfo.environment["DAYBOOK_HISTORY_RUNS"].flatMap { Int($0) }
    ?? (_isDebugAssertConfiguration() ? 24 : 400)

  private func check(
    _ batch: Int, salt: UInt64, _ body: (inout Simulation) throws -> Void
  ) throws {
    for seed in stride(from: batch, to: Self.runs, by: Self.batches) {
      var simulation = try Simulation(seed: UInt64(seed) &+ salt)
      try simulation.run()
      // Where that found a problem it broke off, and there may be no history to speak of.
      if simulation.problems.isEmpty { try body(&simulation) }
      guard simulation.problems.isEmpty else {
        let words = simulation.problems.prefix(3).joined(separator: "; ")
        Issue.record("seed \(seed): \(words)")
        return
      }
    }
  }

  @Test(arguments: 0..<batches)
  func `just after a command shows what the commands up to it say`(batch: Int) throws {
    try check(batch, salt: 1_000_000) { try $0.checkMoments() }
  }

  @Test(arguments: 0..<batches)
  func `what differs between two moments turns the first into the second`(batch: Int) throws {
    try check(batch, salt: 2_000_000) { try $0.checkDifferences() }
  }

  @Test(arguments: 0..<batches)
  func `a replay shows what the commands so far say, and at its end the present`(
    batch: Int
  ) throws {
    try check(batch, salt: 3_000_000) { try $0.checkPlayback() }
  }

  @Test(arguments: 0..<batches)
  func `an event overwrote what showed to its writer`(batch: Int) throws {
    try check(batch, salt: 4_000_000) { try $0.checkOverwritten() }
  }
}
