import Daybook
import DaybookEvents
import DaybookScheduler

/// What a person who had answered everything on one machine would have come to: the same reviews,
/// folded as values, without a store.
struct OneMachine {
  private let reviews: [EntityID: [StudySimulation.Answered]]

  /// Every review once, by its least event, those taken back left out, in the merged order.
  init(_ simulation: StudySimulation) {
    var least: [EntityID: StudySimulation.Answered] = [:]
    for review in simulation.answered {
      if let known = least[review.id], known.precedence < review.precedence { continue }
      least[review.id] = review
    }
    reviews = Dictionary(
      grouping: least.values.filter { !simulation.retracted.contains($0.id) && !$0.isCram },
      by: \.card
    ).mapValues { $0.sorted { $0.order < $1.order } }
  }

  /// Through which phases a card went: by the steps there were at each answer, and at the end by
  /// those there are.
  func phase(
    _ card: EntityID, by options: DeckOptions
  ) -> (phase: CardSchedule.Phase, step: Int, lapses: Int) {
    var (phase, step, lapses) = (CardSchedule.Phase.new, 0, 0)
    func settle(_ learning: Int, _ relearning: Int) {
      let count = phase == .learning ? learning : phase == .relearning ? relearning : .max
      if step >= count { (phase, step) = (.review, 0) }
    }
    for review in reviews[card] ?? [] {
      let (learning, relearning) = (review.steps.learning, review.steps.relearning)
      settle(learning, relearning)
      switch (phase, review.grade) {
      case (.review, 1):
        lapses += 1
        (phase, step) = (.relearning, 0)
      case (.review, _): break
      case (_, 4): (phase, step) = (.review, 0)
      default:
        if phase == .new { phase = .learning }
        step = review.grade == 1 ? 0 : review.grade == 2 ? step : step + 1
      }
      settle(learning, relearning)
    }
    settle(options.learningSteps.count, options.relearningSteps.count)
    return (phase, step, lapses)
  }

  /// Where a card stands, by the options of its deck.
  func schedule(_ card: EntityID, by options: DeckOptions) throws -> CardSchedule {
    let scheduler = try Scheduler(
      parameters: Parameters(validating: options.parameters),
      learningSteps: options.learningSteps, relearningSteps: options.relearningSteps,
      desiredRetention: options.desiredRetention, maximumInterval: options.maximumInterval,
      isFuzzed: options.isFuzzed)
    var fuzz: FuzzSeed?
    return (reviews[card] ?? []).reduce(CardSchedule()) { schedule, review in
      guard let grade = Grade(rawValue: review.grade) else { return schedule }
      let given = schedule.settled(in: review.steps, by: scheduler, fuzz: fuzz)
      let seed = FuzzSeed(card: card.rawValue, review: review.id.rawValue)
      fuzz = seed
      return given.answered(
        grade, at: review.milliseconds, studyDay: review.studyDay, by: scheduler,
        rule: .counts(review.steps), fuzz: seed)
    }.settled(in: scheduler.stepCounts, by: scheduler, fuzz: fuzz)
  }

  /// How many cards of those given were first answered on a day, and how many others last.
  func studied(_ cards: [EntityID], on day: Int) -> (new: Int, reviews: Int) {
    var count = (new: 0, reviews: 0)
    for card in cards {
      let days = (reviews[card] ?? []).map(\.studyDay)
      if days.first == day { count.new += 1 } else if days.last == day { count.reviews += 1 }
    }
    return count
  }

  /// The days on which anything was answered.
  var days: Set<Int> { Set(reviews.values.flatMap { $0.map(\.studyDay) }) }
}

extension StudySimulation.Answered {
  /// Which of two events of one review gives its values.
  fileprivate var precedence: Position { Position(time: header.stamp.rawValue, event: event) }

  /// Where it stands among others.
  fileprivate var order: Position {
    Position(
      time: header.occurredAt.map { UInt64($0) << 16 } ?? header.stamp.rawValue, event: event)
  }

  fileprivate struct Position: Comparable {
    let time: UInt64
    let event: EventName

    static func < (left: Position, right: Position) -> Bool {
      (left.time, left.event) < (right.time, right.event)
    }
  }

  /// When it happened: the reviewer's clock, within the 24 hours before the stamp.
  fileprivate var milliseconds: Int64 {
    if let occurredAt = header.occurredAt { return occurredAt }
    let stamped = Int64(header.stamp.rawValue >> 16)
    return max(stamped - 86_400_000, min(stamped, header.recordedAt))
  }

  /// The day it counts for, where it happened.
  fileprivate var studyDay: Int {
    let minutes = header.offsetMinutes - 60 * rolloverHour
    return Int((milliseconds + Int64(minutes) * 60_000) / 86_400_000)
  }
}
