import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook delete`: delete things.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete items, collections, decks or cards; restore brings them back.",
    discussion: """
      EXAMPLES
        daybook delete 7f3a
        daybook delete 7f3a 90bc      both, or neither if one of them names nothing

      Deleting a collection leaves its items; deleting a deck puts its cards away with it.
      """)

  @Argument(help: "Ids, or enough of their starts to be unique.", completion: Completion.ids())
  var things: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let ids = try store.resolve(things)
    let changed = try store.delete(ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Deleted", already: "Deleted already:")
  }
}

/// `daybook restore`: bring deleted things back.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring deleted items, collections, decks or cards back.",
    discussion: """
      EXAMPLES
        daybook list is:deleted
        daybook restore 7f3a
      """,
    aliases: ["undelete"])

  @Argument(
    help: "Ids, or enough of their starts to be unique.",
    completion: Completion.ids(deleted: true))
  var things: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let ids = try store.resolve(things)
    let changed = try store.restore(ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Restored", already: "Not deleted:")
  }
}
