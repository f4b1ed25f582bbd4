import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook list`: find items.
struct ListCommand: ParsableCommand, DashReader {
  static let dashMeaning: String? = "a word to leave out"
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List items; without a query, everything not deleted, done or archived.",
    discussion: """
      EXAMPLES
        daybook list
        daybook list tag:work due.before:friday
        daybook list "frost tender" or in:Garden -tag:done --sort due
        daybook list not status:inbox -n 5      not and a dash before a term say the same
        daybook list -- --verbose               after -- everything is words to look for

      ORDER BY created, edited, due, priority, title or status.
      """,
    aliases: ["ls"])

  @Argument(
    help: "Words, phrases, tag: status: kind: in: due: priority: created: edited: is:",
    completion: Completion.query)
  var query: [Word] = []
  @OptionGroup var list: ListArguments
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let order = try list.order(ItemSearch.SortField.self)
    let limit = try list.count()
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let reading = TimeReading(store)
    let now = try reading.present(time)
    let search = ItemSearch(try reading.query(query), now: now, clock: reading.clock)
    let (items, total) = try store.read(at: time) { moment, transaction in
      let found = try search.run(moment, transaction)
      let all =
        try order.map { ItemSearch.sort(found, by: $0.field, descending: $0.descending) }
        ?? search.arranged(found, moment, transaction)
      let shown = all.prefix(limit)
      return (
        try shown.map { (handle: try moment.shortHandle($0.id, transaction), item: $0) },
        all.count
      )
    }
    let output = self.store.output
    let members = items.map { JSON.object($0.item.members(reading.clock)) }
    let document: JSON = [
      "schema": "daybook.items/1", "items": .array(members), "total": .integer(Int64(total)),
    ]
    output.show(document, empty: query.asked("Nothing here.")) {
      ItemLines(output, clock: reading.clock, now: now).table(items)
    }
  }
}
