import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSystem

/// `daybook repair`: say what is damaged, and mend what can be mended.
struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Say what is damaged, and mend it without losing anything.",
    discussion: """
      EXAMPLES
        daybook repair                              look, and mend what this store can by itself
        daybook repair --from /media/stick/daybook  get back what is lost from another store
        daybook repair --from phone.bundle --from old.backup
        daybook repair --accept-loss                name what is gone for good, and go on

      Views, indexes and whatever else follows from events are made anew. Events are put back byte \
      for byte from another copy; the chain of digests proves that they are the ones. Where the \
      file itself is damaged, a new one is made of all that can be read, checked, and put in its \
      place; the old one is kept beside it, and files that notes show stay where they are.

      Nothing is given up unless you say --accept-loss: then the store goes on under a new id, and \
      what was written after the lost events, and can still be read, is written anew.
      """)

  @Option(
    name: .customLong("from"),
    help: "Another store's folder, a bundle or a backup that may have what is lost; repeatable.",
    completion: .file())
  var sources: [Word] = []
  @Flag(help: "Go on without what nobody has any more.") var acceptLoss = false
  @Option(help: .hidden) var step: Word?
  @OptionGroup var store: StoreArguments

  func run() throws {
    let path = try store.path
    guard FileSystem.exists(path + "/data.mdb") else { throw StoreError.noStore(path: path) }
    for source in sources.map(\.string) where !FileSystem.exists(source) {
      throw UsageError.noFile(path: source)
    }
    if let step {
      return try RepairStep(path, store.options, sources.map(\.string), acceptLoss).run(step.string)
    }
    let desk = RepairDesk(path, sources.map(\.string), acceptsLoss: acceptLoss)
    let report = try desk.repair()
    store.output.show(report.json) { report.lines }
    if !report.isSound { throw ExitCode(ExitStatus.failed.rawValue) }
  }
}
