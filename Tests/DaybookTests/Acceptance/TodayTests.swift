import Daybook
import DaybookEvents
import DaybookScheduler
import TestSupport
import Testing

/// Today's page against the plain way of finding the same: looking at every thing there is.
struct TodayTests {
  private static let day: Int64 = 86_400_000

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the page counts what looking at everything counts`(seed: UInt64) throws {
    let test = try TestStore("one")
    var random = SeededGenerator(seed: seed)
    let clock = LocalClock(offsetMinutes: { _ in 60 })
    for _ in 0..<150 { try capture(test, clock, &random) }
    try reviewCards(test, &random)
    // At any hour: around midnight here and in UTC the keys of dues tell the least.
    for hour in 0..<24 {
      let now = test.clock.now + Int64(hour) * 3_600_000
      try expectCounted(test, clock, now, hour.isMultiple(of: 2) ? .monday : .friday)
    }
  }

  private func expectCounted(
    _ test: TestStore, _ clock: LocalClock, _ now: Int64, _ weekStart: Weekday
  ) throws {
    let studyDay = try test.store.studyDay(at: now)
    let page = try test.store.read {
      try $0.today(
        at: now, studyDay: studyDay, clock: clock, weekStart: weekStart, limit: 5, $1)
    }
    let today = clock.date(at: now)
    let end = today.adding(days: (today.weekday.days(until: weekStart) + 6) % 7) ?? today
    var (overdue, dueToday, later, inbox) = (0, 0, 0, 0)
    for item in try test.store.items() {
      if item.status == .inbox { inbox += 1 }
      guard let due = item.schedule.due else { continue }
      let (date, isPast) =
        switch due {
        case .date(let date): (date, date < today)
        case .instant(let moment): (clock.date(at: moment), moment < now)
        }
      if isPast {
        overdue += 1
      } else if date == today {
        dueToday += 1
      } else if date <= end {
        later += 1
      }
    }
    #expect(page.overdue.total == overdue)
    #expect(page.dueToday.total == dueToday)
    #expect(page.laterThisWeek.total == later)
    #expect(page.inbox == inbox)
    #expect(page.overdue.items.count == min(5, overdue))
    let decks = try test.store.read { try $0.decks(at: now, studyDay: studyDay, $1) }
    let live = decks.filter { !$0.isDeleted }
    #expect(page.dueCards == live.map(\.due).reduce(0, +))
    #expect(page.newCards == live.map(\.new).reduce(0, +))
  }

  private func capture(
    _ test: TestStore, _ clock: LocalClock, _ random: inout SeededGenerator
  ) throws {
    var fields = ItemChange.title("task")
    let statuses: [ItemStatus] = [
      .inbox, .active, .done, .archived, ItemStatus(rawValue: "someday"),
    ]
    fields.status = .init(statuses[Int.random(in: 0..<5, using: &random)])
    let moment = test.clock.now + Int64.random(in: -4 * Self.day..<10 * Self.day, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: fields.schedule = Schedule(due: .instant(milliseconds: moment))
    case 1: fields.schedule = Schedule(due: .instant(milliseconds: moment / Self.day * Self.day))
    case 2: fields.schedule = Schedule(due: .date(clock.date(at: moment)))
    default: break
    }
    let id = try test.store.capture(fields)
    if Int.random(in: 0..<10, using: &random) == 0 { try test.store.delete([id]) }
  }

  private func reviewCards(_ test: TestStore, _ random: inout SeededGenerator) throws {
    var decks: [EntityID] = []
    var cards: [EntityID] = []
    for index in 0..<3 {
      decks.append(try test.store.createDeck(named: Text("deck \(index)")))
      for _ in 0..<15 { cards.append(try test.store.addCard(CardChange(), to: decks[index])) }
    }
    for card in cards {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        test.clock.advance(Int64.random(in: 60_000..<3_600_000, using: &random))
        try test.store.review(card, Answer.allCases[Int.random(in: 0..<4, using: &random)])
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try test.store.suspend([card])
      case 1: try test.store.delete([card])
      default: break
      }
    }
    try test.store.delete([decks[2]])
  }

  @Test func `what came last from elsewhere is named, and an empty page says so`() throws {
    let (one, other) = (try TestStore("one"), try TestStore("other"))
    let clock = LocalClock(offsetMinutes: { _ in 0 })
    func page() throws -> Today {
      try one.store.read {
        try $0.today(
          at: one.clock.now, studyDay: 0, clock: clock, weekStart: .monday, limit: 5, $1)
      }
    }
    #expect(try page().isUnused && page().lastArrival == nil)
    try other.store.capture(.title("from elsewhere"))
    one.clock.advance(1_000)
    try one.merge(other)
    #expect(try page().lastArrival?.at == one.clock.now)
    #expect(try page().lastArrival?.source == "test")
    #expect(try !page().isUnused && page().inbox == 1)
  }
}

/// S1-7: a store to look around in.
struct SampleTests {
  @Test func `the sample lies around now, is lively, and is made once`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/sample"
    var options = StoreOptions(replicaName: "sample")
    options.now = { 1_780_000_000_000 }
    options.offsetMinutes = { _ in -300 }
    #expect(try Store.createSample(at: path, options: options))
    #expect(try !Store.createSample(at: path, options: options))
    let store = try Store.open(at: path, options: options)
    #expect(try store.items().count > 10)
    #expect(try !store.items(matching: "is:due").isEmpty)
    #expect(try store.items(matching: "in:Garden tag:garden").count > 1)
    #expect(try store.items(matching: "is:deleted").count == 1)
    let page = try store.read {
      try $0.today(
        at: options.now(), studyDay: try store.studyDay(at: options.now()),
        clock: LocalClock(offsetMinutes: options.offsetMinutes), weekStart: .monday, limit: 10, $1)
    }
    #expect(page.overdue.total > 0 && page.dueToday.total > 0 && page.inbox > 0)
    #expect(page.dueCards > 0 && page.newCards > 0)
    let stamps = try store.read { moment, transaction in
      try moment.events(LogFilter(), transaction).map(\.header.stamp.milliseconds)
    }
    let (first, last) = (try #require(stamps.min()), try #require(stamps.max()))
    #expect(last <= options.now() && last - first > 14 * 86_400_000)
    #expect(try store.verify().problems.isEmpty)
  }

  @Test func `nothing else is taken for a sample's place`() throws {
    let folder = try ScratchFolder()
    #expect(throws: StoreError.notAStore(path: folder.path)) {
      try Store.createSample(at: folder.path, options: StoreOptions(replicaName: "sample"))
    }
  }
}
