import ArgumentParser
import Simulation

/// Simulates households of machines over bad ways, as many as are asked for.
@main
struct Simulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools/sim",
    abstract: "Let simulated machines keep in step over bad ways, and look that they do.",
    discussion: """
      EXAMPLES
        tools/sim --runs 20000
        tools/sim --runs 1000000 --first 20000     a long run, after those before it
        tools/sim --seed 4711                      one again that failed

      Each run is 2 to 7 machines with clocks up to 400 days off, which write, keep in step \
      through one or two servers, stop at any point, are copied, restored from old backups and \
      lost. \
      Whatever follows from a seed is the same every time. Ends with status 1 where a run failed.
      """)

  @Option(help: "How many runs.") var runs = 1_000
  @Option(help: "The seed of the first.") var first: UInt64 = 0
  @Option(help: "Run this seed alone.") var seed: UInt64?
  @Flag(help: "With --seed: tell every step.") var trace = false
  @Option(help: "How many runs go on at once.") var jobs = 2

  func run() async throws {
    let seeds = seed.map { $0..<$0 + 1 } ?? first..<first + UInt64(runs)
    let jobs = UInt64(max(1, jobs))
    var tally = NetworkTally()
    var failures: [(seed: UInt64, problem: String)] = []
    await withTaskGroup { group in
      for job in 0..<jobs {
        group.addTask { [trace = trace && seed != nil] in
          Self.run(
            stride(from: seeds.lowerBound + job, to: seeds.upperBound, by: Int(jobs)), trace: trace)
        }
      }
      for await result in group {
        tally += result.tally
        failures += result.failures
      }
    }
    for failure in failures.sorted(by: { $0.seed < $1.seed }) {
      print("seed \(failure.seed): \(failure.problem)\n  again: tools/sim --seed \(failure.seed)")
    }
    print(Self.summary(seeds.count, tally, failures.count))
    if !failures.isEmpty { throw ExitCode(1) }
  }

  private static func run(
    _ seeds: StrideTo<UInt64>, trace: Bool
  ) -> (tally: NetworkTally, failures: [(seed: UInt64, problem: String)]) {
    var tally = NetworkTally()
    var failures: [(seed: UInt64, problem: String)] = []
    for seed in seeds {
      do {
        var simulation = try NetworkSimulation(seed: seed)
        if trace { simulation.trace = { print($0) } }
        try simulation.run()
        tally += simulation.tally
        if let problem = simulation.problems.first { failures.append((seed, problem)) }
      } catch {
        failures.append((seed, "\(error)"))
      }
    }
    return (tally, failures)
  }

  private static func summary(_ runs: Int, _ tally: NetworkTally, _ failures: Int) -> String {
    """
    \(runs) runs: \(tally.commands) commands, \(tally.syncs) rounds, \(tally.cut) cut, \
    \(tally.crashes) machines stopped, \(tally.refused) entries damaged, \
    \(tally.restored) old backups, \(tally.copied) copies, \(tally.lost) machines lost, \
    \(tally.wiped) servers emptied, \(tally.strange) events of unknown kinds; \
    \(tally.conflicts) conflicts listed; \(failures) failed
    """
  }
}
