import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook blame`: who gave every field the value it shows.
struct BlameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show every field of a thing with who wrote it, where and when.",
    discussion: """
      EXAMPLES
        daybook blame 7f3a
        daybook blame 7f3a --at yesterday
      """)

  @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
  var thing: Word
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    let clock = TimeReading(store).clock
    let time = try past.time(in: store)
    let id = try store.resolve(thing, at: time)
    let (entries, damaged) = try store.blame(id, at: time)
    if !damaged.isEmpty { Console.note(DamageWords.passedOver(damaged)) }
    self.store.output.show(document(id, entries, clock)) { lines(entries, clock) }
  }

  private func lines(_ entries: [BlameEntry], _ clock: LocalClock) -> [String] {
    let output = store.output
    var columns = Columns(
      ["field", "value", "machine", "when", "by", "event", "was"].map { Columns.Column($0) },
      shrinking: 1)
    let words = ChangeWords(clock, output.style, output.zone)
    let times = TimeText(clock, output.zone)
    for entry in entries {
      let rivals = entry.rivals > 0 ? " (+\(entry.rivals) in conflict)" : ""
      columns.append([
        Columns.Cell(entry.name),
        Columns.Cell(words.value(entry.value, of: entry.change, width: 60) + rivals),
        Columns.Cell(entry.replicaName.string),
        Columns.Cell(times.text(ZonedTime(writingOf: entry.head))),
        Columns.Cell(Self.maker(entry)), Columns.Cell(entry.eventName, .dim),
        Columns.Cell(
          entry.change.old == entry.change.new
            ? "" : words.value(entry.change.old, of: entry.change, width: 30), .dim),
      ])
    }
    return columns.lines(width: output.width, style: output.style)
  }

  private func document(
    _ id: EntityID, _ entries: [BlameEntry], _ clock: LocalClock
  ) -> JSON {
    let fields = entries.map { entry in
      JSON.object([
        ("field", .string(entry.name)), ("value", .value(entry.value, clock)),
        ("event", .string(entry.eventName)),
        ("replica", .string(entry.head.event.replica.description)),
        ("replicaName", .text(entry.replicaName.bytes)),
        (
          "recordedAt",
          .time(entry.head.recordedAt, offsetMinutes: entry.head.offsetMinutes)
        ),
        ("kind", .string(entry.entry.kind)), ("command", .string(entry.entry.command)),
        ("batch", batch(entry)),
        ("overwrote", entry.change.old.map { .value($0, clock) } ?? .null),
        ("rivals", .integer(Int64(entry.rivals))),
      ])
    }
    return ["schema": "daybook.blame/1", "entity": .id(id), "fields": .array(fields)]
  }

  /// What made the write: an import, or the event's own words.
  private static func maker(_ entry: BlameEntry) -> String {
    entry.batch.map { name($0.reason) } ?? EventLines.words(entry.entry.kind)
  }

  private static func name(_ reason: Batch.Reason) -> String {
    switch reason {
    case .import: "import"
    case .renumbering: "renumbering"
    case .retag: "tag rename"
    default: "batch"
    }
  }

  /// The commands that the write's own is part of, by their first event, and why.
  private func batch(_ entry: BlameEntry) -> JSON {
    guard let batch = entry.batch else { return .null }
    return [
      "first": .string("\(entry.head.event.replica):\(batch.first)"),
      "reason": .string(Self.name(batch.reason)),
    ]
  }
}
