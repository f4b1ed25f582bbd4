import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook list`: find items.
struct ListCommand: ParsableCommand, DashReader {
  static let dashMeaning: String? = "a word to leave out"
  private static let orders = Item.SortField.allCases.map(\.rawValue)
  private static let attributes = ItemAttribute.all.map { $0.name + ":" }.joined(separator: " ")

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List items that are open, or whatever a query names.",
    discussion: """
      EXAMPLES
        daybook list
        daybook list tag:work due.before:friday
        daybook list "frost tender" or in:Garden -tag:done --sort due
        daybook list not status:inbox -n 5      not and a dash before a term say the same
        daybook list -- --verbose               after -- everything is words to look for

      What is done or archived is left out, and counted at the end, unless the query names a \
      status: status:done, status:any. What was deleted is left out unless it has is:deleted; it \
      is in no collection any more (--at shows where it was).

      ORDER BY \(orders.dropLast().joined(separator: ", ")) or \(orders.last ?? "").
      """,
    aliases: ["ls"])

  @Argument(
    help: "Words, phrases, tag: status: kind: in: due: \(Self.attributes) created: edited: is:",
    completion: Completion.query)
  var query: [Word] = []
  @OptionGroup var list: ListArguments
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let order = try list.order(Item.SortField.self)
    let limit = try list.count()
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let reading = TimeReading(store)
    let now = try reading.present(time)
    let search = ItemSearch(
      try reading.query(query, at: time), now: now, clock: reading.clock)
    let (items, found) = try store.list(search, order, limit: limit, at: time)
    let output = self.store.output
    let members = items.map { JSON.object($0.item.members(reading.clock)) }
    let document: JSON = [
      "schema": "daybook.items/1", "items": .array(members),
      "total": .integer(Int64(found.items.count)),
      "hidden": [
        "done": .integer(Int64(found.doneCount)), "archived": .integer(Int64(found.archivedCount)),
      ],
    ]
    output.show(document, empty: query.asked("Nothing here.")) {
      ItemLines(output, clock: reading.clock, now: now).table(items)
    }
    if !output.isJSON, let hidden = Self.words(found) { Console.note(hidden) }
  }

  /// What matched too and is not shown; nil for nothing.
  private static func words(_ found: ItemSearch.Found) -> String? {
    let parts = [(found.doneCount, "done"), (found.archivedCount, "archived")]
      .filter { $0.0 > 0 }.map { "\($0) \($1)" }
    guard !parts.isEmpty else { return nil }
    let verb = found.doneCount + found.archivedCount == 1 ? "matches" : "match"
    return "\(parts.joined(separator: " and ")) \(verb) too: add status:any to see all."
  }
}
