import DaybookScheduler
import Testing

struct `A leech` {
  @Test func `is told of at the threshold and after every half of it`() {
    let told = (0...20).filter { LeechRule(threshold: 8).becomesLeech(lapses: $0) }
    #expect(told == [8, 12, 16, 20])
    let odd = (0...12).filter { LeechRule(threshold: 5).becomesLeech(lapses: $0) }
    #expect(odd == [5, 8, 11])
    let one = (0...4).filter { LeechRule(threshold: 1).becomesLeech(lapses: $0) }
    #expect(one == [1, 2, 3, 4])
  }

  @Test func `stays one in between`() {
    let rule = LeechRule(threshold: 8)
    #expect(!rule.isLeech(lapses: 7))
    #expect(rule.isLeech(lapses: 8) && rule.isLeech(lapses: 9))
  }

  @Test(arguments: [0, -3]) func `is never told of without a threshold`(threshold: Int) {
    let rule = LeechRule(threshold: threshold)
    #expect((-5...100).allSatisfy { !rule.becomesLeech(lapses: $0) && !rule.isLeech(lapses: $0) })
  }
}

struct `A preview` {
  @Test func `shows what each button does`() {
    let card = CardSchedule().answered(.easy, at: 0, studyDay: 0, by: .default)
    let preview = card.previewed(at: 864_000_000, studyDay: 10, by: .default)
    for grade in Grade.allCases {
      #expect(
        preview[grade]
          == card.answered(grade, at: 864_000_000, studyDay: 10, by: .default))
    }
    #expect(preview[.again].phase == .relearning)
    #expect(preview[.hard].intervalDays < preview[.easy].intervalDays)
  }

  @Test func `differs from the answer only within the fuzz`() throws {
    let scheduler = try Scheduler(isFuzzed: true)
    let card = CardSchedule().answered(.easy, at: 0, studyDay: 0, by: scheduler)
    let shown = card.previewed(at: 0, studyDay: 10, by: scheduler)[.good]
    for review in 1...100 as ClosedRange<UInt128> {
      let seed = FuzzSeed(card: 5, review: review)
      let answered = card.answered(.good, at: 0, studyDay: 10, by: scheduler, fuzz: seed)
      #expect(answered.memory == shown.memory)
      let range = scheduler.fuzzRange(interval: shown.memory?.stability ?? 0)
      #expect(range.contains(answered.intervalDays) && range.contains(shown.intervalDays))
      let known = card.previewed(at: 0, studyDay: 10, by: scheduler, fuzz: seed)[.good]
      #expect(known == answered)
    }
  }
}
