import ArgumentParser
import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// `daybook import`: take over what another program holds.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over what another program, or an export, holds.",
    discussion: """
      EXAMPLES
        daybook import markdown ~/vault              an Obsidian vault, or any such folder
        daybook import markdown ~/vault --dry-run    what would happen
        task export | daybook import taskwarrior -   the tasks of Taskwarrior
        daybook import anki spanish.apkg             decks, notes, files and reviews of Anki
        daybook import json daybook.json             what `daybook export json` wrote

      FORMATS
        markdown      a folder: its notes become items, its folders collections
        taskwarrior   what `task export` prints: an array, or one task a line
        anki          an .apkg or .colpkg package of any version: note types, decks with their \
      options, notes, files, schedules and reviews; a later package updates what is newer in it \
      and adds the reviews of cards that are here. Reviews count for the days that this machine's \
      clock showed, which begin at the hour the package says, else at the rolloverHour set here; \
      where they counted otherwise, importing again corrects them. A whole collection is asked for \
      on a terminal, and replaces nothing
        json          what `export json` wrote: everything keeps its id, its times and its \
      reviews; of the history only what it led to is taken. The files that notes show come from \
      the folder beside it, FILE.media
        jsonl         what `export jsonl` wrote: one item a line. What a line does not say stays \
      as it is

      A json or jsonl file with anything in it that can't be read is not imported at all; with \
      --keep-going, the entries that can't be read are passed over.

      Import again whenever you like: only what changed there since the last time is written. \
      What you deleted here stays deleted. Where you and the other program changed the same \
      field, yours shows and both are kept: daybook conflicts lists them, and conflicts keep \
      decides; --force takes theirs. A note renamed in its vault counts as a new one, and what \
      is gone there stays here.
      A vault is known by the small file .daybook-vault that its first import leaves in it, \
      whatever its folder is called and wherever it lies. A copy of it, file and all, is the \
      same vault. One that can't be written to is known by where it lies, or by --name.
      """)

  @Argument(help: "markdown, taskwarrior, anki, json or jsonl.") var format: Word
  @Argument(help: "The file or folder; - reads standard input.") var path: Word
  @Flag(help: "Show what would be done, and write nothing.") var dryRun = false
  @Flag(help: "Where both sides changed, and where the file is the older one, take the file's.")
  var force = false
  @Flag(help: "Pass over entries of json and jsonl that can't be read.") var keepGoing = false
  @Option(
    help: "What to know the source by, the same on all machines; default what it says itself.")
  var name: Word?
  @OptionGroup var store: StoreArguments

  func run() throws {
    let format = try InterchangeFormat(format, among: InterchangeFormat.importable)
    let source: any ImportSource =
      switch format {
      case .markdown: try VaultFolder(path.string, name: name?.string)
      case .taskwarrior: try TaskFile(path.string, name: name?.string)
      case .anki: try PackageFile(path.string)
      case .json, .jsonl: try DocumentFile(path.string, format, isPatient: keepGoing)
      }
    guard try mayImport(source) else { return Console.note("Nothing was imported.") }
    let store = try dryRun ? store.openForReading() : store.open()
    var options = ImportOptions()
    options.isDryRun = dryRun
    options.force = force
    let outcome = try source.run(store, options)
    ImportLines(outcome, isDryRun: dryRun).show(self.store.output)
  }
}

extension ImportCommand {
  /// Whether what is a lot may be imported: asked on a terminal only.
  private func mayImport(_ source: any ImportSource) throws -> Bool {
    guard let question = source.question, !dryRun, !store.yes, store.mayAsk else { return true }
    Console.note(question)
    return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
  }
}

/// Something to import that was found and can be read.
protocol ImportSource {
  /// What to ask a person before; nil for nothing.
  var question: String? { get }

  /// Imports it.
  func run(_ store: Store, _ options: ImportOptions) throws -> ImportOutcome
}

extension ImportSource {
  var question: String? { nil }
}

/// The formats there are, by the names people type.
enum InterchangeFormat: String, CaseIterable {
  case markdown, taskwarrior, anki, json, jsonl

  static let importable: [InterchangeFormat] = [.markdown, .taskwarrior, .anki, .json, .jsonl]
  static let exportable: [InterchangeFormat] = [.markdown, .anki, .json, .jsonl]

  /// Reads a name.
  ///
  /// - Throws: a usage error that lists the formats.
  init(_ word: Word, among formats: [InterchangeFormat]) throws {
    guard let format = Self(rawValue: word.string.lowercased()), formats.contains(format) else {
      throw UnknownFormat(word: word.string, known: formats.map(\.rawValue))
    }
    self = format
  }
}

/// A format that is none of those there are.
struct UnknownFormat: Explainable {
  let word: String
  let known: [String]

  var exitStatus: ExitStatus { .wrongUsage }

  var explanation: Explanation {
    let formats = known.joined(separator: ", ")
    let nextStep =
      if let guess = Suggestion.nearest(to: word, among: known) {
        "Did you mean \(guess)? The formats are: \(formats)."
      } else {
        "The formats are: \(formats)."
      }
    return Explanation(
      whatHappened: "That format isn't known.", dataSafety: "Nothing was changed.",
      nextStep: nextStep)
  }
}
