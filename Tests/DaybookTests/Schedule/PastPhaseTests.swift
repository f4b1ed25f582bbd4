import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import Testing

/// Phases, lapses and steps are what they were when answers were given. F3.
struct PastPhaseTests {
  private static let minute: Int64 = 60_000
  private static let day: Int64 = 86_400_000
  let test: TestStore
  let deck: EntityID
  let card: EntityID

  init() throws {
    test = try TestStore("laptop")
    deck = try test.store.createDeck(named: "deck")
    card = try test.store.addCard(Self.front("el perro"), to: deck)
  }

  private static func front(_ text: Text) -> CardChange {
    var change = CardChange()
    change.front = text
    return change
  }

  private var shown: Card { get throws { try #require(try test.store.card(card)) } }

  private func answer(_ answers: Answer...) throws {
    for answer in answers {
      try test.store.review(card, answer)
      test.clock.advance(Self.day)
    }
  }

  /// Answers as programs before gave them, which did not say how many steps there were.
  private func answerAsBefore(_ answers: (Answer, Review.Shown)...) throws {
    for (answer, shown) in answers {
      let payload = Review.payload(
        grade: try #require(Grade(rawValue: UInt8(answer.number))), durationMilliseconds: 0,
        shown: shown, rolloverHour: 4)
      try test.store.write { _, _ in [EventDraft(.cardReviewed, card, payload: payload)] }
      test.clock.advance(Self.day)
    }
  }

  private func setSteps(_ learning: String, _ relearning: String = "10m") throws {
    try test.store.setOptions(
      of: [deck], [.learningSteps: learning, .relearningSteps: relearning])
  }

  @Test func `more learning steps take a lapse away and send a learned card back`() throws {
    try answer(.good, .good, .again, .good, .good)
    let before = try shown
    #expect(before.lapses == 1 && before.state == "review")
    for steps in ["1m 10m 1h 1d", "none", "1m", "1m 10m"] {
      try setSteps(steps, "1m 10m 1d")
      let after = try shown
      #expect(after.lapses == 1 && after.state == "review", "\(steps)")
      #expect(after.stability == before.stability && after.difficulty == before.difficulty)
      #expect(after.due == before.due, "\(steps)")
    }
  }

  @Test func `a card on steps goes on where its last answer left it`() throws {
    try test.store.review(card, .good)
    let now = test.clock.now
    #expect(try shown.due == .instant(milliseconds: now + 10 * Self.minute))
    // More steps, and longer ones: the second of them.
    try setSteps("5m 30m 1h")
    #expect(try shown.state == "learning" && shown.schedule.step == 1)
    #expect(try shown.due == .instant(milliseconds: now + 30 * Self.minute))
    try test.store.review(card, .good)
    #expect(try shown.schedule.step == 2)
    // Fewer than it has behind it: it is learned, and on its steps again once there are more.
    try setSteps("1m")
    #expect(try shown.state == "review" && shown.intervalDays > 0)
    try setSteps("1m 2m 3m 4m")
    #expect(try shown.state == "learning" && shown.schedule.step == 2)
    #expect(try shown.due == .instant(milliseconds: now + 3 * Self.minute))
    // An answer to the card as it was shown, learned, stays one to a learned card.
    try setSteps("1m")
    try test.store.review(card, .again)
    #expect(try shown.lapses == 1 && shown.state == "relearning")
    try setSteps("1m 2m 3m 4m", "none")
    #expect(try shown.lapses == 1 && shown.state == "review")
    try setSteps("1m 2m 3m 4m", "7m 1h")
    #expect(try shown.lapses == 1 && shown.state == "relearning" && shown.schedule.step == 0)
    #expect(try shown.due == .instant(milliseconds: now + 7 * Self.minute))
  }

  @Test func `Hard on the first step waits between the first two of now`() throws {
    try test.store.review(card, .hard)
    try setSteps("2m 4m 1d")
    #expect(try shown.due == .instant(milliseconds: test.clock.now + 3 * Self.minute))
  }

  @Test func `what a change of steps will move is what it moves`() throws {
    try test.store.review(card, .good)
    for steps in ["1m 10m", "1m", "3m 4m 5m"] {
      let values: [DeckOptionName: String] = [.learningSteps: steps]
      let expected = try test.store.movedDueDates(of: [deck], setting: values)
      #expect(try test.store.setOptions(of: [deck], values) ?? 0 == expected, "\(steps)")
    }
  }

  @Test func `an answer says in two bytes how many steps there were`() throws {
    try setSteps("1m 10m 1h 1d", "none")
    try answer(.good)
    let steps = try test.store.read { try $0.reviews(of: card, $1) }.map(\.answer.steps)
    #expect(steps == [StepCounts(learning: 4, relearning: 0)])
    let usual = Review.payload(
      grade: .good, durationMilliseconds: 0, shown: .review, rolloverHour: 4,
      steps: Scheduler.default.stepCounts)
    #expect(usual == [8, 3, 72, 35])
    for number in 0..<1089 as Range<UInt64> {
      #expect(StepCounts(number: number)?.number == number)
    }
    #expect(StepCounts(number: 1089) == nil && StepCounts(number: .max) == nil)
  }

  /// Two machines that were apart, one answer each, as one machine would have had them.
  @Test(arguments: Answer.allCases, Answer.allCases)
  func `answers given apart count as if given on one machine`(_ here: Answer, _ there: Answer)
    throws
  {
    let beginnings: [[Answer]] = [[], [.good], [.easy], [.easy, .again]]
    for beginning in beginnings {
      let (laptop, phone) = (try TestStore("laptop"), try TestStore("phone"))
      let deck = try laptop.store.createDeck(named: "deck")
      let card = try laptop.store.addCard(Self.front("el gato"), to: deck)
      for answer in beginning { try laptop.store.review(card, answer) }
      try phone.merge(laptop)
      let alone = try TestStore("alone", clock: laptop.clock)
      try alone.merge(laptop)
      laptop.clock.advance(Self.day)
      phone.clock.advance(Self.day + Self.minute)
      try laptop.store.review(card, here)
      try alone.store.review(card, here)
      laptop.clock.advance(Self.minute)
      try phone.store.review(card, there)
      try alone.store.review(card, there)
      try laptop.merge(phone)
      let (merged, expected) = (try laptop.store.card(card), try alone.store.card(card))
      #expect(merged?.schedule == expected?.schedule, "\(beginning) \(here) \(there)")
      try laptop.store.setOptions(
        of: [deck], [.learningSteps: "1m 10m 1h 1d", .relearningSteps: "none"])
      #expect(try laptop.store.card(card)?.lapses == merged?.lapses)
      if merged?.state == "review" {
        #expect(try laptop.store.card(card)?.schedule == merged?.schedule)
      }
    }
  }

  @Test func `an answer taken back leaves the phases that follow from the others`() throws {
    try answer(.good, .good, .again, .good)
    let before = try shown
    try answer(.again)
    #expect(try shown.lapses == 2)
    try setSteps("1m 10m 1h 1d", "1m 10m")
    _ = try test.store.undoReview()
    #expect(try shown.lapses == 1 && shown.state == "review" && shown.due == before.due)
  }

  // MARK: Answers of programs that did not say how many steps there were

  @Test func `an older lapse and what was learned stay too`() throws {
    try answerAsBefore(
      (.good, .new), (.good, .learning), (.again, .review), (.good, .relearning), (.good, .review))
    let before = try shown
    #expect(before.lapses == 1 && before.state == "review")
    for steps in ["1m 10m 1h 1d", "none", "1m"] {
      try setSteps(steps, "1m 2m")
      #expect(try shown.lapses == 1 && shown.state == "review", "\(steps)")
      #expect(try shown.due == before.due && shown.stability == before.stability)
    }
  }

  @Test func `a card that was learned by its last older answer stays learned`() throws {
    try answerAsBefore((.good, .new), (.good, .learning))
    #expect(try shown.state == "review")
    for steps in ["1m 10m 1h 1d", "1m 2m 3m", "none", "1m 10m"] {
      let changes = try test.store.movedDueDates(of: [deck], setting: [.learningSteps: steps])
      #expect(changes == 0)
      try setSteps(steps)
      #expect(try shown.state == "review", "\(steps)")
    }
  }

  @Test func `what older answers were shown as tells what steps there were then`() throws {
    // With one learning step and no relearning step, as this deck has it no more.
    try answerAsBefore((.good, .new), (.again, .review), (.again, .review), (.good, .review))
    #expect(try shown.lapses == 2 && shown.state == "review")
    // A step more than there is now.
    let other = try test.store.addCard(Self.front("la mesa"), to: deck)
    for (answer, shown) in [
      (Grade.good, Review.Shown.new), (.good, .learning), (.again, .learning), (.good, .learning),
    ] {
      let payload = Review.payload(
        grade: answer, durationMilliseconds: 0, shown: shown, rolloverHour: 4)
      try test.store.write { _, _ in [EventDraft(.cardReviewed, other, payload: payload)] }
    }
    #expect(try test.store.card(other)?.lapses == 0)
    #expect(try test.store.card(other)?.state == "learning")
  }

  @Test func `former steps are kept only for answers that do not say theirs`() throws {
    try answer(.good, .good)
    try setSteps("1m 2m 3m")
    let options = try test.store.options(of: deck)
    #expect(options.formerSteps == nil)
    try answerAsBefore((.good, .review))
    try setSteps("1m")
    #expect(
      try test.store.options(of: deck).formerSteps == StepCounts(learning: 3, relearning: 1))
    try setSteps("none")
    #expect(
      try test.store.options(of: deck).formerSteps == StepCounts(learning: 3, relearning: 1))
  }
}
