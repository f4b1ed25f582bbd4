import Daybook
import DaybookSystem
import Testing

struct SimulationTests {
  /// How many seeds, shared out over the batches: about 80 a second in a release build on two
  /// cores, a tenth of that in a debug build.
  static let runs =
    Host.environment("DAYBOOK_SIM_RUNS").flatMap(Int.init)
    ?? (_isDebugAssertConfiguration() ? 300 : 3000)
  static let batches = 8

  /// `DAYBOOK_SIM_SEED` runs one seed alone.
  private static func seeds(of batch: Int) -> [Int] {
    if let seed = Host.environment("DAYBOOK_SIM_SEED").flatMap(Int.init) {
      return batch == 0 ? [seed] : []
    }
    return Array(stride(from: batch, to: runs, by: batches))
  }

  @Test(arguments: 0..<batches)
  func `replicas that have exchanged everything agree with the reference model`(batch: Int) throws {
    for seed in Self.seeds(of: batch) {
      var simulation = try Simulation(seed: UInt64(seed))
      do {
        try simulation.run()
      } catch {
        simulation.problems.append("\(error)")
      }
      guard simulation.problems.isEmpty else {
        Issue.record("seed \(seed): \(simulation.problems.prefix(3).joined(separator: "; "))")
        return
      }
    }
  }
}
