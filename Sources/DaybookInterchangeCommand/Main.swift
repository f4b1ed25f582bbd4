import ArgumentParser
import DaybookConsole
import DaybookSystem

/// Where `daybook-interchange` begins: `daybook` hands `import` and `export` over to it.
@main
struct Main {
  static func main() {
    CommandRunner.run(InterchangeCommand.self, Host.arguments())
  }
}

/// The part of `daybook` that reads and writes other programs' files. It goes by that name, so
/// that help and usage show what people type.
struct InterchangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daybook",
    abstract: "Bring in what other programs hold, and take everything out again.",
    discussion: """
      EXAMPLES
        daybook import markdown ~/vault
        task export | daybook import taskwarrior -
        daybook export markdown ~/vault-copy
      """,
    subcommands: [ImportCommand.self, ExportCommand.self])
}
