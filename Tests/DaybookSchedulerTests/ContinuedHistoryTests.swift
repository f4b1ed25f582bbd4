import DaybookScheduler
import ReferenceVectors
import TestSupport
import Testing

struct `A history without its beginning` {
  private func start(
    days: Int = 30, ease: Int, retention: Double = 0.9, by scheduler: Scheduler = .default
  ) throws -> CardSchedule {
    let moment = CardSchedule.Moment(milliseconds: 1_728_000_000, studyDay: 20)
    return try CardSchedule(
      continuing: .init(moment: moment, intervalDays: days, easePermille: ease),
      historicalRetention: retention, by: scheduler)
  }

  @Test func `goes on from interval and ease of an SM-2 card`() throws {
    let card = try start(days: 365, ease: 1550)
    #expect(card.phase == .review && card.intervalDays == 365 && card.reviews == 1)
    #expect(card.due == .studyDay(385) && card.lapses == 0)
    let memory = try #require(card.memory)
    #expect(isClose(memory.stability, 365, within: 1e-12))
    // fsrs-rs 6.6 `memory_state_from_sm2`.
    #expect(isClose(memory.difficulty, 8.272016525268555, within: 1e-6))
  }

  @Test(arguments: [(100, 1.0), (1100, 10.0), (600, 5.5), (645, 5.905)])
  func `reads an ease of 1100 or less as a difficulty`(ease: Int, difficulty: Double) throws {
    let memory = try #require(try start(ease: ease).memory)
    #expect(isClose(memory.difficulty, difficulty, within: 1e-12))
    #expect(isClose(memory.stability, 30, within: 1e-12))
  }

  @Test func `takes a longer interval for a lower retention as the same stability`() throws {
    let memory = try #require(try start(ease: 600, retention: 0.8).memory)
    let interval = Parameters.default.interval(
      stability: memory.stability, desiredRetention: 0.8)
    #expect(isClose(interval, 30, within: 1e-12))
    #expect(memory.stability < 30)
  }

  @Test func `is answered like any other`() throws {
    let card = try start(days: 10, ease: 2500)
    let next = card.answered(.good, at: 2_592_000_000, studyDay: 30, by: .default)
    #expect(
      next.memory == Parameters.default.next(card.memory, grade: .good, elapsedDays: 10))
    #expect(next.intervalDays > 10 && next.reviews == 2)
    let lapsed = card.answered(.again, at: 2_592_000_000, studyDay: 30, by: .default)
    #expect(lapsed.lapses == 1 && lapsed.phase == .relearning)
  }

  @Test(arguments: [(0, 2500, 0.9), (-600, 2500, 0.9), (10, 0, 0.9), (10, 2500, 1)])
  func `is refused where it says nothing`(days: Int, ease: Int, retention: Double) {
    #expect(throws: SchedulingError.memoryStateNotConvertible) {
      _ = try start(days: days, ease: ease, retention: retention)
    }
  }

  @Test func `never leads out of the ranges of memory`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<2000 {
      let card = try start(
        days: Int.random(in: 1...100_000, using: &random),
        ease: Int.random(in: 100...9999, using: &random),
        retention: Double.random(in: 0.7...0.97, using: &random))
      let memory = try #require(
        card.answered(.hard, at: 0, studyDay: 50, by: .default).memory)
      #expect(memory.isFinite && Parameters.stabilityRange.contains(memory.stability))
      #expect((1...10).contains(card.memory?.difficulty ?? 0))
    }
  }
}

@Suite(.enabled(if: PublicVectors.url != nil, "\(PublicVectors.missing)"))
struct `The vectors' SM-2 cards` {
  @Test func `start with the state that fsrs-rs gives them`() throws {
    let cards = try #require(try PublicVectors.load().memory_state_from_sm2)
    #expect(cards.count == 20)
    for item in cards where item.interval >= 1 {
      let scheduler = try Scheduler(parameters: Parameters(validating: item.parameters))
      let card = try CardSchedule(
        continuing: .init(
          moment: .init(milliseconds: 0, studyDay: 0), intervalDays: Int(item.interval),
          easePermille: Int((item.ease_factor * 1000).rounded())),
        historicalRetention: item.sm2_retention, by: scheduler)
      let memory = try #require(card.memory)
      #expect(isClose(memory.stability, item.stability, within: 2e-4))
      #expect(abs(memory.difficulty - item.difficulty) <= 1e-3)
    }
  }
}
