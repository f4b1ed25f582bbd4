package import DaybookEvents
import DaybookLog
package import LMDB
package import DaybookText

/// Today's page: what wants attention now.
package struct Today: Sendable {
  /// Tasks that belong together, the first of them whole.
  package struct Section: Sendable {
    /// The tasks shown.
    package internal(set) var items: [Item] = []
    /// How many there are.
    package internal(set) var total = 0
  }

  /// The day.
  package let date: CivilDate
  /// Open items whose due has passed, the latest first.
  package internal(set) var overdue = Section()
  /// Open items due today, by time.
  package internal(set) var dueToday = Section()
  /// Open items due later this week, by time.
  package internal(set) var laterThisWeek = Section()
  /// How many items were captured and not looked at yet.
  package internal(set) var inbox = 0
  /// How many cards come in a review of all decks now that were reviewed before.
  package internal(set) var dueCards = 0
  /// How many cards come that were never reviewed.
  package internal(set) var newCards = 0
  /// How many conflicts there are.
  package internal(set) var conflicts = 0
  /// When something last came from another machine, and from where.
  package internal(set) var lastArrival: Arrival?
  /// The short ids of the items that are shown.
  package internal(set) var handles: [EntityID: String] = [:]
  /// Whether nothing was ever written here.
  package let isUnused: Bool
}

extension Store {
  /// What wants attention now, or did at a time.
  ///
  /// - Parameter limit: how many items each section shows.
  package func today(at time: PastTime?, limit: Int) throws -> Today {
    let now = try present(time)
    let (day, weekStart) = (try studyDay(at: now, in: time), try weekStart())
    let clock = LocalClock(offsetMinutes: options.offsetMinutes)
    return try read(at: time) { moment, transaction in
      var page = try moment.today(
        at: now, studyDay: day, clock: clock, weekStart: weekStart, limit: limit, transaction)
      for item in [page.overdue, page.dueToday, page.laterThisWeek].flatMap(\.items) {
        page.handles[item.id] = try moment.shortHandle(item.id, transaction)
      }
      return page
    }
  }
}

extension Moment {
  /// What wants attention at a time.
  ///
  /// Looks at keys of indexes, and at the rows of those few items alone whose due is near, or
  /// which are shown: what it costs does not grow with what was written long ago, but for the
  /// number of open and due things itself.
  package func today(
    at now: Int64, studyDay: Int, clock: LocalClock, weekStart: Weekday, limit: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> Today {
    var page = Today(date: clock.date(at: now), isUnused: state.eventCount == 0)
    page.inbox = try count(ViewIndex.standing.key(inboxPrefix), .items, transaction)
    let week = WeekAhead(now: now, clock: clock, weekStart: weekStart)
    try sort(try openDues(until: week.lastKey, transaction), week, limit, &page, transaction)
    (page.dueCards, page.newCards) = try cardCounts(at: now, studyDay: studyDay, transaction)
    page.conflicts = try Conflict.all(self, transaction).count
    page.lastArrival = try lastArrival(transaction)
    return page
  }

  private var inboxPrefix: [UInt8] { [0, ViewIndex.standingByte(.inbox)] }

  /// Open items by due, up to a key of their index; the earliest first.
  private func openDues(
    until lastKey: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> [(key: Int64, item: UInt128)] {
    var dues: [(key: Int64, item: UInt128)] = []
    try catalog.scan(
      .items, from: [ViewIndex.due.rawValue],
      below: ViewIndex.due.key(ViewIndex.sortable(lastKey)), transaction
    ) { key, _ in
      guard key.count == 25 else { return .next }
      dues.append((Int64(bitPattern: key.bigEndian64(at: 1) ^ 1 << 63), key.bigEndian128(at: 9)))
      return .next
    }
    guard !dues.isEmpty else { return [] }
    var open: Set<UInt128> = []
    for status in [ViewIndex.standingByte(.inbox), ViewIndex.standingByte(.active), 255] {
      let prefix = ViewIndex.standing.key([0, status])
      try catalog.scan(.items, from: prefix, below: prefix.after, transaction) { key, _ in
        open.insert(key.bigEndian128(at: key.count - 16))
        return .next
      }
    }
    return dues.filter { open.contains($0.item) }
  }

  /// Puts items by due into the sections of the page. Only of those near to now does the key not
  /// tell whether they are due on a day or at a moment.
  private func sort(
    _ dues: [(key: Int64, item: UInt128)], _ week: WeekAhead, _ limit: Int, _ page: inout Today,
    _ transaction: borrowing ReadTransaction
  ) throws {
    var overdue: [UInt128] = []
    for (key, number) in dues {
      if key < week.firstUncertainKey {
        overdue.append(number)
        continue
      }
      let id = EntityID(handle: number)
      guard let item = try item(id, transaction), let due = item.schedule.due else { continue }
      switch week.place(of: due) {
      case .overdue: overdue.append(number)
      case .today: page.dueToday.add(item, limit)
      case .later: page.laterThisWeek.add(item, limit)
      case .beyond: break
      }
    }
    page.overdue.total = overdue.count
    page.overdue.items = try overdue.suffix(limit).reversed().compactMap {
      try item(EntityID(handle: $0), transaction)
    }
  }

  private func count(
    _ prefix: [UInt8], _ view: ViewName, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    var count = 0
    try catalog.scan(view, from: prefix, below: prefix.after, transaction) { _, _ in
      count += 1
      return .next
    }
    return count
  }

  private func lastArrival(_ transaction: borrowing ReadTransaction) throws -> Arrival? {
    var last: Arrival?
    let prefix = MetaKey.arrivals
    try transaction.scanBackwards(
      log.tables.meta, below: prefix.after, downTo: prefix
    ) { _, value in
      last = Arrival(reading: value.array())
      return .stop
    }
    return last
  }
}

extension Today.Section {
  fileprivate mutating func add(_ item: Item, _ limit: Int) {
    total += 1
    if items.count < limit { items.append(item) }
  }
}
