import ArgumentParser
import DaybookConsole

/// The commands as a shell completes them: those of ``DaybookCommand``, but where the words that a
/// person types are not the words of one command to the parser.
struct CompletionTree: ParsableCommand {
  static let configuration: CommandConfiguration = {
    let root = DaybookCommand.configuration
    let commands = root.ungroupedSubcommands + root.groupedSubcommands.flatMap(\.subcommands)
    return CommandConfiguration(
      commandName: "daybook",
      subcommands: commands.map { command in
        if command == TagCommand.self { return TagCompletion.self }
        if command == ImportCommand.self { return ImportCompletion.self }
        if command == ExportCommand.self { return ExportCompletion.self }
        return command
      })
  }()

  @Flag(help: "Show the version.") var version = false
}

/// `daybook tag`: its subcommands, or ids and tags without one.
struct TagCompletion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: TagCommand.configuration.abstract)

  @Argument(help: "Ids, +tags and -tags.", completion: Completion.tagWords) var words: [Word]
  @OptionGroup var store: StoreArguments
}

/// `daybook import`, which the helper beside this program does.
struct ImportCompletion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: ImportCommand.configuration.abstract)

  @Argument(help: "The format.", completion: .list(ImportCommand.formats)) var format: Word
  @Argument(help: "The file or folder.", completion: .file()) var path: Word
  @Flag(help: "Show what would be done, and write nothing.") var dryRun = false
  @OptionGroup var store: StoreArguments
}

/// `daybook export`, which the helper beside this program does.
struct ExportCompletion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: ExportCommand.configuration.abstract)

  @Argument(help: "The format.", completion: .list(ExportCommand.formats)) var format: Word
  @Argument(help: "The file or folder.", completion: .file()) var path: Word
  @Flag(help: "Show what would be done, and write nothing.") var dryRun = false
  @OptionGroup var store: StoreArguments
}
