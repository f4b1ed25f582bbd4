import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook done`: finish items.
struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark items as done.",
    discussion: """
      EXAMPLES
        daybook done 7f3a
        daybook done 7f3a 90bc      both, or neither if one of them names nothing
      """)

  @Argument(
    help: "Ids, or enough of their starts to be unique.",
    completion: Completion.ids(of: [.item]))
  var items: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let ids = try store.resolve(items, as: .item)
    let changed = try store.finish(ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Done", already: "Done already:")
  }
}
