import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook` alone, or `daybook today`: today's page.
struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Today's page: what is due, the inbox, cards and conflicts; also daybook alone.",
    discussion: """
      EXAMPLES
        daybook
        daybook today --limit 20
        daybook today --at yesterday
      """)

  @Option(
    name: [.customShort("n"), .long], help: "Show at most this many tasks of a kind; default 10.")
  var limit: Int = 10
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard limit >= 0 else { throw UsageError.unknownValue(option: "--limit", known: ["0 or more"]) }
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let reading = TimeReading(store)
    let now = try reading.present(time)
    let page = try store.today(at: time, limit: limit)
    let output = self.store.output
    output.show(Self.json(page, reading.clock)) {
      TodayLines(output, clock: reading.clock, now: now, handles: page.handles).lines(page)
    }
  }

  private static func json(_ page: Today, _ clock: LocalClock) -> JSON {
    func section(_ section: Today.Section) -> JSON {
      [
        "items": .array(section.items.map { .object($0.members(clock)) }),
        "total": .integer(Int64(section.total)),
      ]
    }
    return [
      "schema": "daybook.today/1", "date": .string(page.date.description),
      "overdue": section(page.overdue), "dueToday": section(page.dueToday),
      "laterThisWeek": section(page.laterThisWeek), "inbox": .integer(Int64(page.inbox)),
      "cards": ["due": .integer(Int64(page.dueCards)), "new": .integer(Int64(page.newCards))],
      "conflicts": .integer(Int64(page.conflicts)),
      "sync": [
        "remotes": [],
        "lastMergedAt": page.lastArrival.map { .string(clock.zoned($0.at).description) } ?? .null,
        "lastMergedFrom": page.lastArrival.map { .string($0.source) } ?? .null,
      ],
    ]
  }
}
