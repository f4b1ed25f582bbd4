import DaybookText

/// The rest of a person's week: where a due stands in it.
struct WeekAhead {
  enum Place {
    case overdue, today, later, beyond
  }

  private let now: Int64
  private let today: CivilDate
  private let lastDay: CivilDate
  private let endOfToday: Int64
  private let endOfWeek: Int64

  init(now: Int64, clock: LocalClock, weekStart: Weekday) {
    self.now = now
    today = clock.date(at: now)
    lastDay = today.adding(days: (today.weekday.days(until: weekStart) + 6) % 7) ?? today
    endOfToday = clock.instant(today.adding(days: 1) ?? today, millisecondOfDay: 0)
    endOfWeek = clock.instant(lastDay.adding(days: 1) ?? lastDay, millisecondOfDay: 0)
  }

  /// What sorts before this is overdue, be it a day or a moment.
  var firstUncertainKey: Int64 {
    min(now, TimeValue.date(today).sortMilliseconds)
  }

  /// What sorts from this on is beyond the week, be it a day or a moment.
  var lastKey: Int64 {
    max(endOfWeek, TimeValue.date(lastDay).sortMilliseconds + 1)
  }

  func place(of due: TimeValue) -> Place {
    switch due {
    case .date(let date):
      date < today ? .overdue : date == today ? .today : date <= lastDay ? .later : .beyond
    case .instant(let moment):
      moment < now
        ? .overdue : moment < endOfToday ? .today : moment < endOfWeek ? .later : .beyond
    }
  }
}
