import DaybookScheduler
import TestSupport
import Testing

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
    var random = SeededGenerator(seed: 1)
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
    var random = SeededGenerator(seed: 2)
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
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let parameters = try parameters(&random)
      let intervals = stride(from: 0.05, to: 1, by: 0.05).map {
        parameters.interval(stability: 10, desiredRetention: $0)
      }
      #expect(intervals == intervals.sorted(by: >))
    }
  }

  @Test func `a better grade leaves a greater stability and a lesser difficulty`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      let parameters = try parameters(&random)
      let memory = memory(&random)
      let days = Int.random(in: 0...1000, using: &random)
      let after = Grade.allCases.map {
        parameters.next(memory, grade: $0, elapsedDays: days)
      }
      let passed = after.dropFirst().map(\.stability)
      #expect(passed == passed.sorted())
      let difficulties = after.map(\.difficulty)
      #expect(difficulties == difficulties.sorted(by: >))
    }
  }

  @Test func `who remembers after longer gains more`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let parameters = try parameters(&random)
      let memory = memory(&random)
      for grade in Grade.allCases {
        let stabilities = [1, 2, 10, 100, 1000, 36_500].map {
          parameters.next(memory, grade: grade, elapsedDays: $0).stability
        }
        #expect(zip(stabilities, stabilities.dropFirst()).allSatisfy { $0 <= $1 * (1 + 1e-12) })
        #expect(grade == .again || stabilities[0] >= memory.stability)
        #expect(grade != .again || stabilities[5] <= max(memory.stability, 0.001))
      }
    }
  }

  @Test func `what is remembered falls from one to nothing`() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<1000 {
      let parameters = try parameters(&random)
      let stability = memory(&random).stability
      let recalls = [0, 0.5, 1, 10, 100, 1000, 36_500, 1e9].map {
        parameters.retrievability(elapsedDays: $0, stability: stability)
      }
      #expect(recalls[0] == 1 && recalls == recalls.sorted(by: >) && (recalls[7]) >= 0)
    }
  }

  @Test func `stability stops at a hundred years and at a thousandth of a day`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let parameters = try parameters(&random)
      func settled(_ grade: Grade, _ days: Int) -> MemoryState? {
        (0..<400).reduce(nil) { state, _ in parameters.next(state, grade: grade, elapsedDays: days)
        }
      }
      let best = try #require(settled(.easy, 36_500))
      let worst = try #require(settled(.again, 1))
      #expect(best.stability <= 36_500 && worst.stability >= 0.001)
      #expect(best.difficulty >= 1 && worst.difficulty <= 10)
      let scheduler = try Scheduler(parameters: parameters, desiredRetention: 0.05)
      #expect((1...36_500).contains(scheduler.intervalDays(stability: best.stability)))
    }
    let growing = try #require(
      (0..<60).reduce(nil as MemoryState?) { state, _ in
        Parameters.default.next(state, grade: .easy, elapsedDays: 36_500)
      })
    #expect(growing.stability == 36_500)
  }

  private func memory(_ random: inout SeededGenerator) -> MemoryState {
    MemoryState(
      stability: [0.001, 1, 36_500].randomElement(using: &random).flatMap {
        Bool.random(using: &random) ? $0 : nil
      } ?? Double.random(in: 0.001...2000, using: &random),
      difficulty: Double.random(in: 1...10, using: &random))
  }
}
