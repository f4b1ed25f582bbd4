import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook log`: show how the store, or one thing in it, came to be what it is.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show every change, newest first.",
    discussion: """
      EXAMPLES
        daybook log                what happened lately
        daybook log 7f3a           everything that happened to one item
        daybook log --since mon --replica phone
        daybook log --kind itemEdited --limit 5 --reverse
        daybook log --arrivals     as it came here, with the names of merges for undo

      Every change is told with what it overwrote: what showed on the machine that wrote it.
      """)

  @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
  var thing: Word?
  @Option(help: "Only changes from this time on.") var since: Word?
  @Option(help: "Only changes before this time.") var until: Word?
  @Option(help: "Only changes made on this machine: its name or id.") var replica: Word?
  @Option(name: .shortAndLong, help: "Only events of this kind, such as itemEdited.")
  var kind: Word?
  @Option(
    name: [.customShort("n"), .long], help: "Show at most this many; default 50 on a terminal.")
  var limit: Int?
  @Flag(help: "Oldest first.") var reverse = false
  @Flag(help: "In the order in which they arrived here.") var arrivals = false
  @Flag(help: "One JSON object a line, in canonical form.") var jsonl = false
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    var filter = LogFilter()
    filter.isReversed = reverse
    filter.byArrival = arrivals
    if let limit, limit < 0 {
      throw UsageError.unknownValue(option: "--limit", known: ["0", "1", "2 …"])
    }
    filter.limit = limit ?? (self.store.output.width == nil || jsonl || self.store.json ? nil : 50)
    try setTimes(&filter, store)
    let asked = (thing, replica, kind)
    try store.read { moment, transaction in
      if let thing = asked.0 { filter.entity = try moment.resolve(thing.string, transaction) }
      if let replica = asked.1 { filter.replicas = try moment.replicas(named: replica.string) }
      if let kind = asked.2 { filter.kinds = try Self.kinds(kind) }
      var damaged: [UInt64] = []
      let events = try moment.events(filter, transaction) { damaged.append($0) }
      defer {
        let positions = Set(damaged).sorted()
        if !positions.isEmpty { Console.note(DamageWords.passedOver(positions)) }
      }
      let lines = EventLines(TimeReading(store).clock, self.store.output)
      if jsonl {
        for event in events {
          let observed = try event.observed(transaction)
          Console.print(lines.json(event, observed: observed).compact)
        }
        return
      }
      let documents =
        try self.store.json
        ? events.map { lines.json($0, observed: try $0.observed(transaction)) } : []
      let accounts =
        try self.store.json
        ? [] : moment.accounts(of: events, transaction) { damaged.append($0) }
      let shown =
        try arrivals
        ? ArrivedLines(lines, moment.arrivals(transaction)).text(accounts)
        : accounts.flatMap { lines.text($0) }
      var members: [(String, JSON)] = [
        ("schema", "daybook.log/1"), ("events", .array(documents)),
        ("damaged", .array(damaged.map { .unsigned($0) })),
      ]
      if arrivals {
        let merges = try moment.arrivals(among: events, transaction)
        members.append(("arrivals", json(merges, TimeReading(store).clock)))
      }
      self.store.output.show(.object(members), empty: nothing) { shown }
    }
  }

  /// What an empty answer says: what was asked for, too.
  private var nothing: String {
    let asked = [
      ("", thing), ("--since ", since), ("--until ", until), ("--replica ", replica),
      ("--kind ", kind),
    ].compactMap { name, word in word.map { name + VisibleText.line($0.bytes) } }
    let words = asked.joined(separator: " ")
    return words.isEmpty ? "No changes." : "No changes. You asked for: \(words)"
  }

  /// The merges, in the order in which their events are wanted.
  private func json(_ merges: [MergeArrival], _ clock: LocalClock) -> JSON {
    .array(
      (reverse ? merges : merges.reversed()).map { merge in
        .object([
          ("id", .string(merge.id)),
          ("at", .time(merge.at, offsetMinutes: clock.offsetMinutes(merge.at))),
          ("source", .string(merge.source)), ("events", .unsigned(merge.events)),
        ])
      })
  }

  private func setTimes(_ filter: inout LogFilter, _ store: Store) throws {
    let reading = TimeReading(store)
    if let since { filter.since = try reading.start(since.string) }
    if let until { filter.until = try reading.start(until.string) }
    filter.at = try past.time(in: store)
  }

  private static func kinds(_ word: Word) throws -> Set<UInt32> {
    guard let kind = EventKind.allCases.first(where: { $0.name == word.string }) else {
      throw UsageError.unknownValue(option: "--kind", known: EventKind.allCases.map(\.name))
    }
    return [kind.rawValue]
  }
}
