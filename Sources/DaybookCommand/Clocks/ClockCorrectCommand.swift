import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook clock correct`: date the changes of a machine anew whose clock ran ahead.
struct ClockCorrectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct",
    abstract: "Date the changes of a machine anew whose clock ran ahead.",
    discussion: """
      EXAMPLES
        daybook clock correct                      what doctor found; asks first
        daybook clock correct phone --dry-run      show what would change
        daybook clock correct phone --by 74y       so much too late
        daybook clock correct phone --from 7f3a20c4:12 --to "2026-11-21 14:00"
        daybook clock correct phone --none         take the correction back

      Set the clock of that machine first. Then its changes count as made earlier, from one of \
      them on: where two machines wrote the same without knowing of each other, another may show \
      now, and reviews may fall on other days. The log stays as it is, all machines agree as soon \
      as they have heard of it, and a later correction takes the place of this one.
      """)

  @Argument(help: "The machine: its name, or its id as far as it is unique.") var replica: Word?
  @Option(help: "By how much its clock ran ahead: 74y, 3d, 2h.") var by: Word?
  @Option(help: "When the first of these changes was made in truth.") var to: Word?
  @Option(help: "The first change to date anew: an event id, or the time it says.")
  var from: Word?
  @Flag(help: "Undo what was corrected.") var none = false
  @Flag(help: "Show what would change, and change nothing.") var dryRun = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    if [by != nil, to != nil, none].count(where: \.self) > 1 {
      throw UsageError.contradiction("Only one of --by, --to and --none can be given")
    }
    let store = dryRun ? try store.openForReading() : try store.open()
    let clock = TimeReading(store).clock
    guard let correction = try ClockChoice(self, store).correction() else {
      return self.store.output.show(["schema": "daybook.clockCorrection/1", "events": 0]) {
        ["No clock is known to run a day ahead or more; nothing was changed."]
      }
    }
    let isProposal = by == nil && to == nil && !none
    if !dryRun, isProposal, !self.store.yes {
      let preview = try store.correctClock(correction, isDryRun: true)
      guard self.store.mayAsk else {
        throw UsageError.missing("--yes, or --by or --to, for nobody can be asked here")
      }
      for line in try lines(preview, store, clock, isDone: false) { Console.note(line) }
      Console.note("Date them so? y/n")
      guard try StandardInput.readLine(limit: 1024).map({ [[0x79], [0x59]].contains($0) }) ?? false
      else {
        return Console.note("Nothing was changed.")
      }
    }
    let report = try store.correctClock(correction, isDryRun: dryRun)
    let text = try lines(report, store, clock, isDone: !dryRun)
    self.store.output.show(document(report, clock)) { text }
  }

  private func document(_ report: ClockReport, _ clock: LocalClock) -> JSON {
    func times(_ times: (said: Int64, counted: Int64)) -> JSON {
      [
        "says": .string(clock.zoned(times.said).description),
        "counts": .string(clock.zoned(times.counted).description),
      ]
    }
    return [
      "schema": "daybook.clockCorrection/1",
      "replica": .string(report.correction.replica.description),
      "name": .text(report.name.bytes), "from": .string(report.correction.first.description),
      "minusMilliseconds": .integer(report.correction.milliseconds),
      "events": .unsigned(report.events), "first": times(report.firstTimes),
      "last": times(report.lastTimes),
      "changed": .array(report.effects.changedThings.map { .id($0) }),
      "overwritten": .array(
        report.effects.overwritten.map {
          [
            "entity": .id($0.name.row.home), "register": .string($0.name.field.field.name),
          ]
        }),
      "movedDueDates": .array(
        report.effects.movedDueDates.map {
          [
            "card": .id($0.card), "from": .time($0.from, clock),
            "to": .time($0.to, clock),
          ]
        }),
      "newConflicts": .integer(Int64(report.newConflicts)),
      "newIdentity": .bool(report.tookNewIdentity), "dryRun": .bool(dryRun),
    ]
  }

  private func lines(
    _ report: ClockReport, _ store: Store, _ clock: LocalClock, isDone: Bool
  ) throws -> [String] {
    let name = VisibleText.line(report.name.bytes)
    let (first, last) = (report.firstTimes, report.lastTimes)
    let isTakenBack = report.correction.milliseconds == 0
    let count = ClockLines.count(report.events)
    var lines =
      isTakenBack
      ? [
        "\(count) of \(name) since \(report.correction.first) "
          + (isDone ? "count as dated by its clock again." : "would count as its clock dated them.")
      ]
      : [
        "\(ClockLines.count(report.events)) of \(name) since \(report.correction.first) "
          + (!isDone ? "would count" : report.events == 1 ? "counts" : "count")
          + " as made \(TimeSpan.text(report.correction.milliseconds)) earlier:",
        "  the first at \(ClockLines.time(first.counted, clock)), not "
          + "\(ClockLines.time(first.said, clock)); the last at "
          + "\(ClockLines.time(last.counted, clock)), not \(ClockLines.time(last.said, clock)).",
      ]
    let values = ValueText(clock)
    // That things were made at another time is said already.
    let writes = report.effects.overwritten.filter { $0.name.field.field != .created }
    let moves = report.effects.movedDueDates
    let labels = try store.labels(of: writes.map(\.name.row.home) + moves.map(\.card))
    func called(_ thing: EntityID) -> String {
      "\(thing.handleDigits.prefix(8)) " + VisibleText.line(labels[thing]?.text.bytes ?? [])
    }
    lines += writes.map { "  \(called($0.name.row.home)): another \($0.name.field.field.name)" }
    lines += moves.map { move in
      let to = move.to.map { values.line(.time($0)) } ?? "new"
      let was = move.from.map { values.line(.time($0)) } ?? "new"
      return "  \(called(move.card)): due \(to), not \(was)"
    }
    if report.newConflicts > 0 {
      lines.append("  \(report.newConflicts) new conflicts: see daybook conflicts")
    }
    return lines
  }
}
