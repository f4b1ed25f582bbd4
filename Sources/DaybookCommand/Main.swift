import ArgumentParser
import DaybookConsole
import DaybookSystem

/// Where `daybook` begins.
@main
struct Main {
  static func main() {
    let words = Host.arguments()
    CommandRunner.complete(words, CompletionTree.self)
    CommandRunner.handOver(words)
    CommandRunner.run(DaybookCommand.self, words)
  }
}

/// `daybook`: notes, tasks and flashcards that remember everything.
struct DaybookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daybook",
    abstract: "Notes, tasks and flashcards that remember everything, on all your machines.",
    discussion: """
      EXAMPLES
        daybook                                   today's page
        daybook capture "Call the plumber" --tag home --due friday
        daybook list tag:home
        daybook merge phone.bundle

      Everything stays on this machine until you carry it elsewhere yourself, or name a remote for \
      sync: no account, nothing sent unasked. See `daybook COMMAND --help` for each command.
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Items",
        subcommands: [
          TodayCommand.self, CaptureCommand.self, ListCommand.self, ShowCommand.self,
          EditCommand.self,
          DoneCommand.self, DeleteCommand.self, RestoreCommand.self, TagCommand.self,
          CollectionCommand.self,
        ]),
      CommandGroup(
        name: "Flashcards",
        subcommands: [
          DeckCommand.self, CardCommand.self, ReviewCommand.self, MediaCommand.self,
        ]),
      CommandGroup(
        name: "History",
        subcommands: [
          LogCommand.self, DiffCommand.self, BlameCommand.self, ReplayCommand.self,
          WhatIfCommand.self, UndoCommand.self, RedoCommand.self,
        ]),
      CommandGroup(
        name: "Other machines",
        subcommands: [
          MergeCommand.self, ConflictsCommand.self, BundleCommand.self, ClockCommand.self,
          SyncCommand.self, RemoteCommand.self, ExchangeCommand.self,
        ]),
      CommandGroup(
        name: "Other programs", subcommands: [ImportCommand.self, ExportCommand.self]),
      CommandGroup(
        name: "The store",
        subcommands: [
          StatusCommand.self, DoctorCommand.self, ConfigCommand.self, BackupCommand.self,
          VerifyCommand.self, RepairCommand.self, RebuildCommand.self, MigrateCommand.self,
          EraseCommand.self,
        ]),
    ],
    defaultSubcommand: TodayCommand.self)

  /// Answered before anything is parsed; here, so that help lists it.
  @Flag(help: "Show the version of the program and of the stores it writes.") var version = false
}
