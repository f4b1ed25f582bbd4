import DaybookScheduler
import TestSupport
import Testing

/// What must hold for any history under any options.
struct `For any history and options` {
  private struct Entry {
    let id: UInt128
    let grade: Grade
    let milliseconds: Int64
    let studyDay: Int
  }

  private func scheduler(_ random: inout SeededGenerator) throws -> Scheduler {
    let values = zip(Parameters.lowerBounds, Parameters.upperBounds).map {
      Double.random(in: $0...$1, using: &random)
    }
    let steps = [[], [60], [60, 600], [60, 600, 86_400]]
    return try Scheduler(
      parameters: Parameters(validating: values),
      learningSteps: steps.randomElement(using: &random) ?? [],
      relearningSteps: steps.randomElement(using: &random) ?? [],
      desiredRetention: Double.random(in: 0.7...0.97, using: &random),
      maximumInterval: [1, 100, 36_500].randomElement(using: &random) ?? 1,
      isFuzzed: Bool.random(using: &random))
  }

  private func history(_ random: inout SeededGenerator) -> [Entry] {
    var time: Int64 = 1_600_000_000_000
    return (0..<Int.random(in: 1...25, using: &random)).map { _ in
      // Some reviews are of one millisecond: their ids decide.
      time += [0, 60_000, 86_400_000, 1_000_000_000].randomElement(using: &random) ?? 0
      return Entry(
        id: UInt128(random.next()) << 64 | UInt128(random.next()),
        grade: Grade.allCases.randomElement(using: &random) ?? .good, milliseconds: time,
        studyDay: Int(time / 86_400_000))
    }
  }

  private func fold(_ entries: [Entry], _ scheduler: Scheduler) -> CardSchedule {
    entries.sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
      .reduce(CardSchedule()) {
        $0.answered(
          $1.grade, at: $1.milliseconds, studyDay: $1.studyDay, by: scheduler,
          fuzz: FuzzSeed(card: 1, review: $1.id))
      }
  }

  @Test func `reviews that arrive in any order make the same card`() throws {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<1000 {
      let scheduler = try scheduler(&random)
      let entries = history(&random)
      let card = fold(entries, scheduler)
      for _ in 0..<3 { #expect(fold(entries.shuffled(using: &random), scheduler) == card) }
    }
  }

  @Test func `counts, phases and due dates fit together`() throws {
    var random = SeededGenerator(seed: 73)
    for _ in 0..<1000 {
      let scheduler = try scheduler(&random)
      let entries = history(&random)
      let card = fold(entries, scheduler)
      let last = entries.last
      #expect(card.reviews == entries.count && card.lapses <= card.reviews)
      #expect(card.memory?.isFinite == true)
      switch card.due {
      case .studyDay(let day):
        #expect(card.phase == .review)
        #expect((1...scheduler.maximumInterval).contains(card.intervalDays))
        #expect(day == (last?.studyDay ?? 0) + card.intervalDays)
      case .instant(let milliseconds):
        #expect(card.phase == .learning || card.phase == .relearning)
        #expect(card.intervalDays == 0 && milliseconds > last?.milliseconds ?? 0)
      case nil: Issue.record("a reviewed card has no due date")
      }
    }
  }
}
