import ArgumentParser
import DaybookConsole

/// `daybook import`: listed here for help; the helper beside this program does the work.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over another program's files: a Markdown vault, Taskwarrior.",
    discussion: """
      EXAMPLES
        daybook import markdown ~/Notes
        daybook import taskwarrior tasks.json
      """)

  @Argument(parsing: .captureForPassthrough, help: "The format, the path, and options.")
  var words: [Word] = []
}

/// `daybook export`: listed here for help; the helper beside this program does the work.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a Markdown vault.",
    discussion: """
      EXAMPLES
        daybook export markdown ~/Notes-from-daybook
      """)

  @Argument(parsing: .captureForPassthrough, help: "The format, the path, and options.")
  var words: [Word] = []
}
