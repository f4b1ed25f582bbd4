import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook show`: everything about one thing, or one event.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an item, collection, deck or card, or one event.",
    discussion: """
      EXAMPLES
        daybook show 7f3a
        daybook show 7f3a --at yesterday
        daybook show 83164889:12        one event, as log names it
      """)

  @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
  var thing: Word
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    let time = try past.time(in: store)
    if thing.bytes.contains(UInt8(ascii: ":")) {
      try showEvent(store, time)
    } else {
      try ThingReport(store, self.store, at: time).show(thing)
    }
  }

  private func showEvent(_ store: Store, _ time: PastTime?) throws {
    try store.read { moment, transaction in
      var filter = LogFilter()
      filter.at = time
      guard let event = try moment.event(named: thing.string, transaction) else {
        throw StoreError.unknownID(thing.string)
      }
      let entry = try moment.entry(event, transaction)
      let entity = entry.header.entity
      filter.entity = entity
      guard try moment.events(filter, transaction).contains(where: { $0.id == entry.id }) else {
        throw StoreError.unknownID(thing.string)
      }
      let output = self.store.output
      let lines = EventLines(TimeReading(store).clock, output)
      let text = try moment.accounts(of: [entry], transaction).flatMap { lines.text($0) }
      let observed = try entry.observed(transaction)
      output.show(Self.document(lines.json(entry, observed: observed))) { text }
    }
  }

  private static func document(_ event: JSON) -> JSON {
    guard case .object(let members) = event else { return event }
    return .object([("schema", "daybook.event/1")] + members)
  }
}
