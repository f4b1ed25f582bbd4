import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook what-if`: look at what would be different, and change nothing.
struct WhatIfCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if",
    abstract: "Show what would be different, and change nothing.",
    discussion: """
      EXAMPLES
        daybook what-if --without 83164889:12       without that command, or the import it is of
        daybook what-if --without phone             without all that the phone wrote
        daybook what-if --retention 0.95            with cards coming back earlier
        daybook what-if Spanish --parameters fsrs.txt
        daybook what-if --rebuilt                   with views folded anew by this program

      What only the left-out events had overwritten shows again; what was written on top of them \
      stays. To really take a command back, see undo.
      """)

  @Argument(
    help: "A deck that would be learned otherwise, with those below it; all by default.",
    completion: Completion.decks)
  var deck: Word?
  @Option(
    help: """
      Leave out a command by one of its events, with all of its import; a merge, by its name in \
      log --arrivals; or a replica.
      """)
  var without: Word?
  @Option(help: "Another chance of remembering at which cards come back: 0.7 to 0.99.")
  var retention: Word?
  @Option(
    help: "A file with the 17, 19 or 21 parameters of FSRS; - is standard input.",
    completion: .file())
  var parameters: Word?
  @Flag(help: "Fold the views anew, and compare them with those that are there.")
  var rebuilt = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    let isAboutLearning = retention != nil || parameters != nil
    let questions = [without != nil, isAboutLearning, rebuilt].count(where: \.self)
    guard questions == 1 else {
      throw questions == 0
        ? UsageError.missing("--without, --retention, --parameters or --rebuilt")
        : UsageError.contradiction("Only one thing can be supposed at a time")
    }
    guard deck == nil || isAboutLearning else {
      throw UsageError.contradiction("A deck goes with --retention or --parameters only")
    }
    let store = try store.openExisting()
    if let without {
      let changes = try store.changes(without: events(without.string, store))
      show(changes, [], store)
    } else if rebuilt {
      show(try store.changesOfRebuilding(), [], store)
    } else {
      let changes = try learning(store)
      show(changes.changes, changes.days, store)
    }
  }

  /// The events that a person names by one of them, or by their replica.
  private func events(_ text: String, _ store: Store) throws -> EventSet {
    if let events = try store.events(meantBy: text) { return events }
    if TimeReading.looksLikeEvent(text) { throw StoreError.unknownID(text) }
    return .replicas(try store.replicas(named: text))
  }

  private func learning(_ store: Store) throws -> LearningChanges {
    var values: [DeckOptionName: String] = [:]
    if let retention {
      var options = DeckOptions()
      try options.set(.desiredRetention, retention.string)
      values[.desiredRetention] = retention.string
    }
    if let parameters { values[.parameters] = try read(parameters.string) }
    let decks = try store.decks(meantBy: deck?.string)
    return try store.learningChanges(of: decks, setting: values, days: 14)
  }

  /// The parameters in a file: numbers apart by spaces, commas or lines, with or without brackets.
  private func read(_ path: String) throws -> String {
    let limit = 65_536
    let bytes =
      path == "-"
      ? try StandardInput.readAll(limit: limit)
      : try FileSystem.readFile(path, limit: limit)
    let numbers = String(decoding: bytes, as: UTF8.self).filter { $0 != "[" && $0 != "]" }
    var options = DeckOptions()
    do {
      try options.set(.parameters, numbers)
    } catch {
      throw UsageError.unreadableFile(
        path: path, line: nil, column: nil, reason: "it has to hold \(error.allowed)")
    }
    return numbers
  }

  private func show(_ changes: StoreChanges, _ days: [LearningChanges.Day], _ store: Store) {
    let clock = TimeReading(store).clock
    let document = JSON.object(
      [("schema", .string("daybook.whatIf/1"))] + changes.members(clock)
        + [
          (
            "workload",
            .array(
              days.map { day in
                .object([
                  ("date", .string(day.date.description)), ("now", .integer(Int64(day.now))),
                  ("then", .integer(Int64(day.then))),
                ])
              })
          )
        ])
    self.store.output.show(document) {
      let lines = ChangeLines(changes, clock, self.store.output).lines
      return (lines.isEmpty ? ["Nothing would be different."] : lines) + workload(days)
    }
  }

  /// A table of the next days.
  private func workload(_ days: [LearningChanges.Day]) -> [String] {
    guard !days.isEmpty else { return [] }
    var columns = Columns(["day", "cards now", "cards then"].map { Columns.Column($0) })
    for day in days {
      columns.append([
        Columns.Cell("\(day.date)"), Columns.Cell("\(day.now)"), Columns.Cell("\(day.then)"),
      ])
    }
    return [""] + columns.lines(width: self.store.output.width, style: self.store.output.style)
  }
}
