import DaybookScheduler
import Testing

/// A small generator with a fixed seed (SplitMix64), so that a failure repeats.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

struct `For any parameters and reviews` {
  private func parameters(_ random: inout SeededGenerator) throws -> Parameters {
    let values = zip(Parameters.lowerBounds, Parameters.upperBounds).map { low, high in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: low
      case 1: high
      default: Double.random(in: low...high, using: &random)
      }
    }
    return try Parameters(validating: values)
  }

  @Test func `memory stays finite and inside its ranges`() throws {
    var random = SeededGenerator(state: 1)
    for _ in 0..<1000 {
      let parameters = try parameters(&random)
      var memory: MemoryState?
      for _ in 0..<30 {
        let grade = try #require(Grade.allCases.randomElement(using: &random))
        let days = [0, 1, 7, 400, 36500, .max].randomElement(using: &random) ?? 0
        let next = parameters.next(memory, grade: grade, elapsedDays: days)
        #expect(next.isFinite)
        #expect(Parameters.stabilityRange.contains(next.stability))
        #expect((1...10).contains(next.difficulty))
        memory = next
      }
    }
  }

  @Test func `a better grade never shortens the interval of a card that was seen before`() throws {
    var random = SeededGenerator(state: 2)
    for _ in 0..<2000 {
      let scheduler = try Scheduler(
        parameters: parameters(&random),
        desiredRetention: Double.random(in: 0.05...0.999, using: &random))
      let memory = MemoryState(
        stability: Double.random(in: 0.001...500, using: &random),
        difficulty: Double.random(in: 1...10, using: &random))
      let days = Int.random(in: 0...100, using: &random)
      let intervals = Grade.allCases.map {
        scheduler.intervalDays(
          stability: scheduler.parameters.next(memory, grade: $0, elapsedDays: days).stability)
      }
      #expect(intervals == intervals.sorted())
    }
  }

  @Test func `a higher retention never lengthens the interval`() throws {
    var random = SeededGenerator(state: 3)
    for _ in 0..<500 {
      let parameters = try parameters(&random)
      let intervals = stride(from: 0.05, to: 1, by: 0.05).map {
        parameters.interval(stability: 10, desiredRetention: $0)
      }
      #expect(intervals == intervals.sorted(by: >))
    }
  }
}
