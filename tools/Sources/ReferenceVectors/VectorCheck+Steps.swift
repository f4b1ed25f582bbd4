import DaybookScheduler

/// The steps of a card, and reviews that arrive in any order.
extension VectorCheck {
  mutating func compareSteps(_ history: VectorHistory) throws {
    let item = history.item
    guard let retention = report.present(item.desired_retention, "desired_retention"),
      let maximum = report.present(item.maximum_interval, "maximum_interval"),
      let learning = report.present(item.learning_steps_seconds, "learning_steps_seconds"),
      let relearning = report.present(item.relearning_steps_seconds, "relearning_steps_seconds"),
      let entries = report.present(try history.entries(), "at")
    else { return }
    let scheduler = try Scheduler(
      parameters: history.parameters, learningSteps: learning, relearningSteps: relearning,
      desiredRetention: retention, maximumInterval: maximum)
    let cards = Self.fold(entries, scheduler)
    if let expected = try history.list(report.present(item.state_machine, "state_machine")) {
      for index in entries.indices {
        compare(
          cards[index], entries[index], expected[index], scheduler, history,
          "\(history.place), review \(index + 1)")
      }
    }
    guard let order = item.arrival_order else { return }
    guard order.sorted() == Array(entries.indices) else {
      throw VectorFileError.malformed(place: history.place, field: "arrival_order")
    }
    // Reviews of one moment are told apart by their ids; here, by their places.
    let sorted = order.sorted { (entries[$0].milliseconds, $0) < (entries[$1].milliseconds, $1) }
    let isEqual = Self.fold(sorted.map { entries[$0] }, scheduler) == cards
    report.note(.arrivalOrder, isEqual ? 0 : 1, history.place)
  }

  private static func fold(
    _ entries: [VectorHistory.Entry], _ scheduler: Scheduler
  ) -> [CardSchedule] {
    var card = CardSchedule()
    return entries.map {
      card = card.answered($0.grade, at: $0.milliseconds, studyDay: $0.studyDay, by: scheduler)
      return card
    }
  }

  private mutating func compare(
    _ card: CardSchedule, _ entry: VectorHistory.Entry, _ expected: VectorFile.Placed,
    _ scheduler: Scheduler, _ history: VectorHistory, _ place: String
  ) {
    let isPlaced =
      "\(card.phase)" == expected.state.lowercased() && card.step == expected.step ?? card.step
    report.note(.state, isPlaced ? 0 : 1, place)
    switch card.due {
    case nil: report.note(.dueTime, .infinity, place)
    case .instant(let milliseconds):
      let delay = Double(milliseconds - entry.milliseconds) / 1000
      report.compare(.dueTime, delay, expected.due_seconds, place)
    case .studyDay(let day):
      guard !history.isCapped else { return }
      let exact = scheduler.parameters.interval(
        stability: card.memory?.stability ?? 0, desiredRetention: scheduler.desiredRetention)
      let found = Double(day - entry.studyDay) * 86_400
      let isHalf = VectorHistory.isHalf(exact, within: 1e-9)
      let isNear = isHalf && abs(found - expected.due_seconds) == 86_400
      report.compare(.dueTime, isNear ? expected.due_seconds : found, expected.due_seconds, place)
    }
  }
}
