import DaybookScheduler
import Testing

/// Values from py-fsrs 6.3.2 with default parameters, so that a checkout alone proves something,
/// and that every processor comes to the same (C36).
struct `Memory with default parameters` {
  private func memory(_ reviews: [(Grade, Int)]) -> MemoryState? {
    reviews.reduce(nil) { Parameters.default.next($0, grade: $1.0, elapsedDays: $1.1) }
  }

  @Test func `a first review gives the initial stability of its grade`() {
    let stabilities = Grade.allCases.map { memory([($0, 0)])?.stability }
    #expect(stabilities == [0.212, 1.2931, 2.3065, 8.2956])
    let difficulty = memory([(.hard, 0)])?.difficulty ?? 0
    #expect(isClose(difficulty, 5.112170705601056, within: 1e-12))
  }

  @Test func `Hard, Good after a day, Good after two, is what py-fsrs computes`() throws {
    let found = try #require(memory([(.hard, 0), (.good, 1), (.good, 2)]))
    #expect(isClose(found.stability, 10.472630410221388, within: 1e-12))
    #expect(isClose(found.difficulty, 5.0924129865849395, within: 1e-12))
    let days = Scheduler.default.intervalDays(stability: found.stability)
    #expect(days == 10)
  }

  @Test func `retrievability is nine tenths after as many days as the stability`() {
    for stability in [0.001, 1, 10, 36500] {
      let found = Parameters.default.retrievability(elapsedDays: stability, stability: stability)
      #expect(isClose(found, 0.9, within: 1e-12))
    }
  }

  @Test func `the interval at nine tenths is the stability, rounded half away from zero`() {
    #expect(Parameters.default.interval(stability: 2.5, desiredRetention: 0.9) == 2.5)
    #expect(Scheduler.default.intervalDays(stability: 2.5) == 3)
    #expect(Scheduler.default.intervalDays(stability: 0.001) == 1)
    #expect(Parameters.wholeDays(.infinity, maximumInterval: 365) == 365)
  }

  @Test func `an SM-2 card at nine tenths keeps its interval as stability`() throws {
    let found = try Parameters.default.memoryState(
      easeFactor: 1.55, intervalDays: 365, retention: 0.9)
    #expect(isClose(found.stability, 365, within: 1e-12))
    #expect(isClose(found.difficulty, 8.272016525268555, within: 1e-6))
  }

  @Test func `an SM-2 card that nothing corresponds to is refused`() {
    for retention in [0, 1, 1.5, Double.nan] {
      #expect(throws: SchedulingError.memoryStateNotConvertible) {
        _ = try Parameters.default.memoryState(
          easeFactor: 2.5, intervalDays: 10, retention: retention)
      }
    }
  }
}
