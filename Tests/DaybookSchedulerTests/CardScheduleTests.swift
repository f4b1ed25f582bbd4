import DaybookScheduler
import Testing

struct `A card's schedule` {
  private let day = 20_000
  private let start: Int64 = 20_000 * 86_400_000

  private func card(_ grades: [Grade], by scheduler: Scheduler = .default) -> CardSchedule {
    grades.reduce(CardSchedule()) {
      $0.answered($1, at: start, studyDay: day, by: scheduler)
    }
  }

  @Test func `a new card goes through its steps into review`() {
    let first = card([.good])
    #expect(first.phase == .learning && first.step == 1 && first.intervalDays == 0)
    #expect(first.due == .instant(milliseconds: start + 600_000))
    let second = card([.good, .good])
    #expect(second.phase == .review && second.step == 0)
    #expect(second.due == .studyDay(day + second.intervalDays))
    #expect(second.reviews == 2 && second.lapses == 0)
  }

  @Test func `Easy leaves the steps at once`() {
    #expect(card([.easy]).phase == .review)
    #expect(card([.easy]).intervalDays == 8)
  }

  @Test func `Hard on the first step waits between the first two`() {
    #expect(card([.hard]).due == .instant(milliseconds: start + 330_000))
    #expect(card([.good, .hard]).due == .instant(milliseconds: start + 600_000))
  }

  @Test func `Hard on an only step waits half as long again`() throws {
    let scheduler = try Scheduler(learningSteps: [61])
    #expect(card([.hard], by: scheduler).due == .instant(milliseconds: start + 91_500))
  }

  @Test func `Again in review is a lapse, Again on a step is not`() {
    let lapsed = card([.easy, .again])
    #expect(lapsed.phase == .relearning && lapsed.lapses == 1)
    #expect(lapsed.due == .instant(milliseconds: start + 600_000))
    #expect(card([.easy, .again, .again]).lapses == 1)
    #expect(card([.again, .again]).lapses == 0)
    #expect(card([.easy, .again, .good]).phase == .review)
  }

  @Test func `without relearning steps a lapse stays in review`() throws {
    let scheduler = try Scheduler(relearningSteps: [])
    let lapsed = card([.easy, .again], by: scheduler)
    #expect(lapsed.phase == .review && lapsed.lapses == 1 && lapsed.intervalDays > 0)
  }

  @Test func `a step that the deck no longer has leads to review, Again to its first`() throws {
    let shorter = try Scheduler(learningSteps: [60])
    let stranded = card([.good])
    let good = stranded.answered(.good, at: start, studyDay: day, by: shorter)
    let again = stranded.answered(.again, at: start, studyDay: day, by: shorter)
    #expect(good.phase == .review)
    #expect(again.phase == .learning && again.step == 0)
  }

  @Test func `a review dated before its predecessor counts as the same day`() {
    let first = card([.easy])
    let earlier = first.answered(.good, at: start - 1, studyDay: day - 3, by: .default)
    let sameDay = first.answered(.good, at: start - 1, studyDay: day, by: .default)
    #expect(earlier.memory == sameDay.memory)
  }

  @Test func `absurd times saturate`() {
    let card = CardSchedule()
      .answered(.again, at: .max, studyDay: .min, by: .default)
      .answered(.easy, at: .min, studyDay: .max, by: .default)
    #expect(card.due == .studyDay(.max))
    #expect(card.memory?.isFinite == true)
  }

  @Test func `retrievability is nil for a new card and falls with the days`() {
    #expect(CardSchedule().retrievability(onStudyDay: day, parameters: .default) == nil)
    let card = card([.easy])
    let recalls = [day - 1, day, day + 1, day + 100].map {
      card.retrievability(onStudyDay: $0, parameters: .default) ?? -1
    }
    #expect(recalls[0] == 1 && recalls[1] == 1)
    #expect(recalls[1] > recalls[2] && recalls[2] > recalls[3])
  }
}
