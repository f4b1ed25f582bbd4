import Daybook
import DaybookSystem
import Testing

struct UndoPropertyTests {
  /// How many histories, each with ``undos`` commands taken back.
  static let runs =
    Host.environment("DAYBOOK_UNDO_RUNS").flatMap(Int.init)
    ?? (_isDebugAssertConfiguration() ? 60 : 400)
  static let batches = 4
  static let undos = 10

  /// `DAYBOOK_UNDO_SEED` runs one seed alone.
  static let onlySeed = Host.environment("DAYBOOK_UNDO_SEED").flatMap(Int.init)

  private static func seeds(of batch: Int) -> [Int] {
    if let onlySeed { return batch == 0 ? [onlySeed] : [] }
    return Array(stride(from: batch, to: runs, by: batches))
  }

  @Test(arguments: 0..<batches)
  func `what is taken back shows as if it had never been, and redo brings it back`(
    batch: Int
  ) throws {
    let seeds = Self.seeds(of: batch)
    var (wholeUndos, reopened) = (0, 0)
    for seed in seeds {
      var simulation = try UndoSimulation(seed: UInt64(seed))
      do {
        try simulation.run(undos: Self.undos)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      guard simulation.problems.isEmpty else {
        Issue.record("seed \(seed): \(simulation.problems.prefix(3).joined(separator: "; "))")
        return
      }
      wholeUndos += simulation.wholeUndos
      reopened += simulation.reopened
    }
    // The rest had been overwritten in part.
    #expect(seeds.count < 10 || wholeUndos > seeds.count * Self.undos / 8)
    // Few histories decide a conflict and take that back.
    #expect(seeds.count < 50 || reopened > 0)
  }
}
