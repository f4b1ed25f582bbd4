package import DaybookEvents
import DaybookScheduler
import LMDB
package import DaybookText

/// What it would mean to learn decks otherwise: which cards would come on another day, and how
/// much there would be to do on each of the next days.
package struct LearningChanges: Sendable {
  /// A study day with the cards that come then.
  package struct Day: Equatable, Sendable {
    /// The day.
    package let date: CivilDate
    /// How many cards are due then as things stand; on the first day also what is overdue.
    package var now = 0
    /// How many would be.
    package var then = 0
  }

  /// The cards whose due dates would move.
  package fileprivate(set) var changes = StoreChanges()
  /// The next days, today first.
  package private(set) var days: [Day]
  private let today: Int

  fileprivate init(today: Int, days: Int) {
    self.today = today
    self.days = (today..<today + days).map {
      Day(date: CivilDate(clampingDaysSince1970: $0))
    }
  }

  fileprivate mutating func note(
    _ card: EntityID, _ state: CardState, then due: CardSchedule.Due?,
    _ day: (CardSchedule.Due) -> Int
  ) {
    if let now = state.schedule.due, now != due {
      changes.effects.note(MovedDueDate(card, from: now, to: due))
    }
    guard state.isActive else { return }
    func index(_ due: CardSchedule.Due?) -> Int? {
      due.map { max(0, day($0) - today) }.flatMap { $0 < days.count ? $0 : nil }
    }
    if let index = index(state.schedule.due) { days[index].now += 1 }
    if let index = index(due) { days[index].then += 1 }
  }
}

extension Store {
  /// What it would mean to set options of decks so, as ``setOptions(of:_:)`` takes them; nothing
  /// is written.
  ///
  /// - Parameter days: how many of the next days to look at, today being the first.
  /// - Complexity: O(*n*) in the reviews of the decks' cards.
  package func learningChanges(
    of decks: [EntityID], setting values: [DeckOptionName: String], days: Int = 0
  ) throws -> LearningChanges {
    let today = try studyDay(at: options.now())
    let hour = try read { try $0.rolloverHour(orElse: options.rolloverHour, $1) }
    return try read { moment, transaction in
      var changes = LearningChanges(today: today, days: days)
      for deck in decks {
        var options = try moment.options(of: deck, transaction)
        let before = options.scheduler
        for (name, value) in values {
          try options.set(name, value.isEmpty ? DeckOptions().text(name) ?? "" : value)
        }
        if options.scheduler.stepCounts != before.stepCounts {
          options.formerSteps = options.formerSteps ?? before.stepCounts
        }
        let scheduler = options.scheduler
        if scheduler.identity == before.identity, days == 0 { continue }
        for card in try moment.cards(in: deck, transaction) {
          guard let state = try moment.cardState(card, transaction) else { continue }
          let record = try moment.catalog.record(RowKey(.card, card), transaction)
          let fold = CardFold(
            try moment.reviews(of: card, transaction), of: card,
            seed: record.value(.seed).map { CardSeed(reading: $0) }, by: scheduler)
          changes.note(card, state, then: fold.schedule.due) { due in
            switch due {
            case .studyDay(let day): day
            case .instant(let time): self.studyDay(at: time, rolloverHour: hour)
            }
          }
        }
      }
      try changes.changes.look(in: moment, labelling: days > 0, transaction)
      return changes
    }
  }
}
