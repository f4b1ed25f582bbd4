import Daybook
import DaybookSync
import DaybookSystem
import Simulation
import Testing

/// Households of simulated machines that keep in step over bad ways: a few here, many more by
/// `tools/sim`.
struct NetworkSimulationTests {
  static let runs =
    Host.environment("DAYBOOK_NETWORK_RUNS").flatMap(Int.init)
    ?? (_isDebugAssertConfiguration() ? 200 : 2_000)

  @Test func `whatever befalls machines and ways, all agree within three rounds after it`() throws {
    var tally = NetworkTally()
    for seed in 0..<Self.runs {
      var simulation = try NetworkSimulation(seed: UInt64(seed))
      try simulation.run()
      tally += simulation.tally
      if let problem = simulation.problems.first {
        Issue.record("seed \(seed): \(problem); again: tools/sim --seed \(seed) --trace")
        return
      }
    }
    // Each of the faults was there, else nothing is proven.
    for count in [
      tally.cut, tally.crashes, tally.refused, tally.restored, tally.copied, tally.lost,
      tally.wiped, tally.strange, tally.conflicts,
    ] {
      #expect(count > Self.runs / 40, "\(tally)")
    }
  }

  @Test func `machines whose ways stay bad are noticed`() throws {
    let failed = try (0..<20).count { seed in
      var simulation = try NetworkSimulation(seed: UInt64(seed))
      simulation.waysStayBad = true
      try simulation.run()
      return !simulation.problems.isEmpty
    }
    #expect(failed > 2)
  }

  @Test func `the same seed is the same run`() throws {
    let tallies = try (0..<2).map { _ in
      var tally = NetworkTally()
      for seed in 500..<510 {
        var simulation = try NetworkSimulation(seed: UInt64(seed))
        try simulation.run()
        tally += simulation.tally
      }
      return tally
    }
    #expect(tallies[0] == tallies[1])
  }
}
