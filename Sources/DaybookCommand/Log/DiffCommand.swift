import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook diff`: what differs between two moments.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what was added, changed and deleted between two times.",
    discussion: """
      EXAMPLES
        daybook diff --from yesterday            what is different since then
        daybook diff 7f3a --from mon --to wed    one thing, field by field
        daybook diff --from 83164889:12          since just after that event
        daybook diff --from -1h --arrivals       what came in here in the last hour

      A day stands for its end. Texts are compared by words: [-gone-]{+new+}.
      """)

  @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
  var thing: Word?
  @Option(help: "The first time: a date, yesterday, -3d, mon, or an event id.") var from: Word?
  @Option(help: "The second time; default now.") var to: Word?
  @Flag(help: "What this machine knew at both times, instead of what was true.")
  var arrivals = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard let from else { throw UsageError.missing("--from, the time to compare with") }
    let store = try store.openForReading()
    let reading = TimeReading(store)
    let start = try reading.pastTime(from.string, asKnown: arrivals)
    let end = try to.map { try reading.pastTime($0.string, asKnown: arrivals) }
    let (startsAt, endsAt) = (try reading.present(start), try reading.present(end))
    guard startsAt <= endsAt else {
      throw UsageError.contradiction("--from is later than --to")
    }
    let id = try thing.map { try store.resolve($0) }
    let difference = try store.difference(of: id, from: start, to: end)
    let output = self.store.output
    let lines = DifferenceLines(reading.clock, output)
    let times: [(String, JSON)] = [
      ("schema", "daybook.diff/1"), ("from", .string(reading.clock.zoned(startsAt).description)),
      ("to", .string(reading.clock.zoned(endsAt).description)), ("byArrival", .bool(arrivals)),
    ]
    output.show(.object(times + lines.members(difference))) { lines.text(difference) }
  }
}
