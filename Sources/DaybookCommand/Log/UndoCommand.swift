import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook undo`: take back what was done.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last command, or any command, import or merge, however long ago.",
    discussion: """
      EXAMPLES
        daybook undo                            the last thing done here; again, the one before
        daybook undo 83164889:12                any command, by the name log shows of its events
        daybook undo 83164889:40 --dry-run      what that would do; of an import, all of it
        daybook undo m512                       a merge, by the name log --arrivals shows
        daybook undo 83164889:12 --leave        all but what was written to since
        daybook undo 83164889:12 --force --field title

      Every field shows again what it showed before. What was written to since stands in the way, \
      and nothing is undone then, unless --leave or --force says otherwise; of an import or a \
      merge it is left and listed. What decided a conflict brings it back, with both sides. \
      daybook redo does it again.
      """)

  @Argument(help: "Any event of the command, as log shows it; or a merge, as log --arrivals does.")
  var command: Word?
  @Flag(help: "Of an import or another batch, undo this command alone.") var only = false
  @OptionGroup var choices: UndoChoices
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    var options = try choices.options()
    options.isAlone = only
    let store = try expected.open(store, isPreview: options.isDryRun)
    let dialogue = UndoDialogue(store, self.store, options)
    if let merge = try merge(in: store) {
      guard !only else {
        throw UsageError.contradiction("--only is for an import or another batch, not a merge")
      }
      return try dialogue.run { try store.undo(merge: merge, $0) }
    }
    let event = try command.map { try store.undoableEvent(named: $0.string) }
    try dialogue.run { try store.undo(event, $0) }
  }

  /// The merge that is named, or that a person chooses who names nothing after one.
  private func merge(in store: Store) throws -> MergeArrival? {
    if let command { return try store.arrival(named: command.string) }
    guard self.store.mayAsk, !self.store.yes, let last = try store.lastArrival() else { return nil }
    Console.note("The last thing that happened here was \(last.words).")
    Console.note("Undo the merge (m), or what was done on this machine before it (b)?")
    switch try StandardInput.readLine(limit: 1024) {
    case [0x6D]?, [0x4D]?: return last
    case [0x62]?, [0x42]?: return nil
    default:
      Console.note("Nothing was undone.")
      throw ExitCode(ExitStatus.failed.rawValue)
    }
  }
}

/// `daybook redo`: redo what was undone.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the last thing that was undone on this machine.",
    discussion: """
      EXAMPLES
        daybook redo
        daybook redo --dry-run

      What was undone before the last new command stays undone: name the command that undid it to \
      undo, as log shows it, to redo it all the same.
      """)

  @OptionGroup var choices: UndoChoices
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let options = try choices.options()
    let store = try expected.open(store, isPreview: options.isDryRun)
    try UndoDialogue(store, self.store, options).run { try store.redo($0) }
  }
}

/// What becomes of what was written to since.
struct UndoChoices: ParsableArguments {
  @Flag(help: "Leave what was written to since, and undo the rest.") var leave = false
  @Flag(help: "Write over what was written to since; it stays readable in the log.")
  var force = false
  @Option(help: "With --force: only over this field, such as title or \"tag home\"; repeatable.")
  var field: [Word] = []
  @Flag(help: "Only show what would be done.") var dryRun = false

  /// - Throws: ``UsageError/contradiction(_:)``.
  func options() throws -> UndoOptions {
    guard !(leave && force) else {
      throw UsageError.contradiction("--leave and --force exclude each other")
    }
    guard force || field.isEmpty else {
      throw UsageError.contradiction("--field belongs to --force")
    }
    let policy: UndoOptions.Policy =
      switch (leave, force, field.isEmpty) {
      case (true, _, _): .leave
      case (_, true, true): .overwrite
      case (_, true, false): .overwriteFields(Set(field.map(\.string)))
      default: .refuse
      }
    return UndoOptions(policy: policy, isDryRun: dryRun)
  }
}

/// Takes something back and tells of it: asks before a lot is taken back, and shows what stands in
/// the way where that is refused.
private struct UndoDialogue {
  private let store: Store
  private let arguments: StoreArguments
  private let options: UndoOptions

  /// From how many fields on a person is asked.
  private static let askedFields = 100

  init(_ store: Store, _ arguments: StoreArguments, _ options: UndoOptions) {
    self.store = store
    self.arguments = arguments
    self.options = options
  }

  func run(_ undo: (UndoOptions) throws -> UndoReport) throws {
    var rehearsal = options
    rehearsal.isDryRun = true
    guard try options.isDryRun || mayUndo(undo, rehearsal) else {
      return Console.note("Nothing was undone.")
    }
    do {
      let report = try undo(options)
      guard !report.isRefused else {
        throw UndoError.writtenSince(report.command, fields: report.left.count)
      }
      try show(report, isRefused: false)
    } catch let error as UndoError {
      if case .writtenSince = error { try show(try undo(rehearsal), isRefused: true) }
      throw error
    }
  }

  /// Whether what is a lot may be taken back: asked on a terminal only.
  private func mayUndo(
    _ undo: (UndoOptions) throws -> UndoReport, _ rehearsal: UndoOptions
  ) throws -> Bool {
    guard arguments.mayAsk, !arguments.yes else { return true }
    let report = try undo(rehearsal)
    guard report.batch != nil || report.merge != nil, report.restoredCount >= Self.askedFields
    else { return true }
    try show(report, isRefused: false, isDryRun: true)
    Console.note("Go on? y/n")
    return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
  }

  private func show(_ report: UndoReport, isRefused: Bool, isDryRun: Bool? = nil) throws {
    let output = arguments.output
    let lines = UndoLines(
      report, isDryRun: isDryRun ?? options.isDryRun, TimeReading(store).clock, output)
    try store.read { moment, transaction in
      let shown =
        output.isJSON
        ? []
        : try lines.lines(
          isRefused: isRefused, words: moment.undoneAccount(report, transaction).map(words),
          moment
        ) {
          (try moment.shortHandle($0, transaction), try moment.label($0, transaction))
        }
      output.show(lines.json(isRefused: isRefused, moment)) { shown }
    }
    if let merge = report.mergedSince, !isRefused {
      Console.note(
        "The last thing that happened here was \(merge.words), which this took nothing of back: "
          + "daybook undo \(merge.id) does.")
    }
  }

  /// What is taken back, or holds again, in the words of log.
  private func words(_ account: EventAccount) -> String {
    let (clock, style) = (TimeReading(store).clock, arguments.output.style)
    let lines = ChangeWords(clock, style).lines(account).map(\.text)
    let label = VisibleText.line(account.label.bytes).truncated(toDisplayWidth: 40)
    let more = account.entry.header.commandSize - 1
    return (lines.first ?? "") + (label.isEmpty ? "" : ", of \(label)")
      + (more > 0 ? ", and \(Count.text(more, "other change"))" : "")
  }
}
