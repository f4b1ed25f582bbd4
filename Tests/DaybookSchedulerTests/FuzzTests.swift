import DaybookScheduler
import TestSupport
import Testing

struct `Fuzz` {
  private func fuzzed(maximumInterval: Int = 36500) throws -> Scheduler {
    try Scheduler(maximumInterval: maximumInterval, isFuzzed: true)
  }

  private func seed(_ random: inout SeededGenerator) -> FuzzSeed {
    FuzzSeed(
      card: UInt128(random.next()) << 64 | UInt128(random.next()),
      review: UInt128(random.next()) << 64 | UInt128(random.next()))
  }

  @Test(arguments: [
    (1, 1...1), (2, 2...2), (3, 2...4), (7, 5...9), (10, 8...12), (20, 17...23),
    (100, 93...107), (36500, 34673...36500),
  ])
  func `chooses from the days that Anki chooses from`(days: Int, range: ClosedRange<Int>) throws {
    #expect(try fuzzed().fuzzRange(interval: Double(days)) == range)
  }

  @Test func `stays inside its bounds for every interval there is`() throws {
    let scheduler = try fuzzed()
    var random = SeededGenerator(seed: 11)
    for days in 1...36500 {
      let range = scheduler.fuzzRange(interval: Double(days))
      #expect(range.contains(days) && range.lowerBound >= 1 && range.upperBound <= 36500)
      #expect(days >= 3 || range == days...days)
      // At 0.9, the interval is the stability.
      let chosen = scheduler.intervalDays(
        stability: Double(days), previous: 0, fuzz: seed(&random))
      #expect(range.contains(chosen))
    }
  }

  @Test func `below two and a half days there is none`() throws {
    let scheduler = try fuzzed()
    #expect(scheduler.fuzzRange(interval: 2.49) == 2...2)
    #expect(scheduler.fuzzRange(interval: 2.5) == 2...4)
    #expect(scheduler.fuzzRange(interval: 0.001) == 1...1)
  }

  @Test func `chooses every day of its range about equally often, and no other`() throws {
    var random = SeededGenerator(seed: 12)
    var counts: [Int: Int] = [:]
    for _ in 0..<50_000 { counts[seed(&random).day(in: 8...12), default: 0] += 1 }
    #expect(counts.keys.sorted() == [8, 9, 10, 11, 12])
    #expect(counts.values.allSatisfy { abs($0 - 10_000) < 400 })
  }

  @Test func `is the same on every machine and for ever`() {
    let seed = FuzzSeed(
      card: 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef,
      review: 0xfedc_ba98_7654_3210_fedc_ba98_7654_3210)
    // Computed with an implementation in Python.
    #expect(seed.day(in: 0...999_999) == 139473)
    #expect(FuzzSeed(card: 1, review: 2) != FuzzSeed(card: 2, review: 1))
    #expect(FuzzSeed(card: 1, review: 2) != FuzzSeed(card: 1 << 64, review: 2))
  }

  @Test func `never shortens an interval that grows`() throws {
    let scheduler = try fuzzed()
    var random = SeededGenerator(seed: 13)
    for _ in 0..<20_000 {
      let previous = Int.random(in: 1...400, using: &random)
      let interval = Double.random(in: 0.1...500, using: &random)
      let chosen = scheduler.intervalDays(
        stability: interval, previous: previous, fuzz: seed(&random))
      let bounds = scheduler.fuzzRange(interval: interval)
      if Int(interval.rounded()) > previous { #expect(chosen > previous) }
      if bounds.upperBound >= previous { #expect(chosen >= previous) }
      // A range of one day is widened by one.
      let end = max(bounds.upperBound, min(previous + 1, bounds.upperBound + 1))
      #expect((bounds.lowerBound...end).contains(chosen))
    }
  }

  @Test func `keeps a better grade from coming due sooner`() throws {
    let scheduler = try fuzzed()
    var random = SeededGenerator(seed: 14)
    for _ in 0..<5000 {
      let seed = seed(&random)
      let previous = Int.random(in: 0...100, using: &random)
      let stabilities = (0..<4).map { _ in Double.random(in: 0.1...200, using: &random) }.sorted()
      let days = stabilities.map {
        scheduler.intervalDays(stability: $0, previous: previous, fuzz: seed)
      }
      #expect(days == days.sorted())
    }
  }

  @Test func `respects the maximum and spreads what would pass it`() throws {
    let scheduler = try fuzzed(maximumInterval: 100)
    var random = SeededGenerator(seed: 15)
    let days = (0..<1000).map { _ in
      scheduler.intervalDays(stability: 5000, previous: 0, fuzz: seed(&random))
    }
    #expect(Set(days) == Set(93...100))
    #expect(scheduler.intervalDays(stability: 5000, previous: 100, fuzz: seed(&random)) == 100)
    #expect(try fuzzed(maximumInterval: 1).fuzzRange(interval: 50, minimum: 9) == 1...1)
  }

  @Test func `applies to reviews of a fuzzed deck alone`() throws {
    let seeds = (1...50).map { FuzzSeed(card: 7, review: UInt128($0)) }
    let learned = CardSchedule().answered(.easy, at: 0, studyDay: 0, by: .default)
    func intervals(_ scheduler: Scheduler) -> Set<Int> {
      Set(
        seeds.map {
          learned.answered(.good, at: 0, studyDay: 8, by: scheduler, fuzz: $0).intervalDays
        })
    }
    let exact = learned.answered(.good, at: 0, studyDay: 8, by: .default)
    #expect(intervals(.default) == [exact.intervalDays])
    let spread = intervals(try fuzzed())
    #expect(spread.count > 5 && spread.contains(exact.intervalDays))
    let unseeded = learned.answered(.good, at: 0, studyDay: 8, by: try fuzzed())
    #expect(unseeded == exact)
    for seed in seeds {
      let lapsed = learned.answered(.again, at: 0, studyDay: 8, by: try fuzzed(), fuzz: seed)
      #expect(lapsed.due == .instant(milliseconds: 600_000))
      let fuzzed = learned.answered(.good, at: 0, studyDay: 8, by: try fuzzed(), fuzz: seed)
      #expect(fuzzed.memory == exact.memory)
      #expect(fuzzed.due == .studyDay(8 + fuzzed.intervalDays))
    }
  }
}
