import ArgumentParser
import DaybookConsole

/// `daybook import`: listed here for help; the helper beside this program does the work.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over another program's files, or an export: Anki, Markdown, Taskwarrior, JSON.",
    discussion: """
      EXAMPLES
        daybook import markdown ~/Notes
        daybook import taskwarrior tasks.json
        daybook import anki spanish.apkg
        daybook import json daybook.json
      """)

  /// The formats that a shell offers.
  static let formats = ["anki", "json", "jsonl", "markdown", "taskwarrior"]

  @Argument(parsing: .captureForPassthrough, help: "The format, the path, and options.")
  var words: [Word] = []
}

/// `daybook export`: listed here for help; the helper beside this program does the work.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Take everything out: a Markdown vault, an Anki package, JSON, a deck to share.",
    discussion: """
      EXAMPLES
        daybook export markdown ~/Notes-from-daybook
        daybook export anki cards.apkg
        daybook export json daybook.json
      """)

  /// The formats that a shell offers.
  static let formats = ["anki", "json", "jsonl", "markdown"]

  @Argument(parsing: .captureForPassthrough, help: "The format, the path, and options.")
  var words: [Word] = []
}
