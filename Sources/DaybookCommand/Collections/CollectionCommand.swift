import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook collection`: named lists of items, in an order of one's own.
struct CollectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    abstract: "Keep items in named lists, in an order of your own.",
    discussion: """
      EXAMPLES
        daybook collection new Garden
        daybook collection add Garden 7f3a 90bc
        daybook collection move 7f3a --to 1
        daybook collection show Garden
      """,
    subcommands: [
      CollectionNew.self, CollectionList.self, CollectionShow.self, CollectionRename.self,
      CollectionDelete.self, CollectionAdd.self, CollectionRemove.self, CollectionMove.self,
      CollectionJoin.self,
    ])
}

/// `daybook collection new`: make one.
struct CollectionNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a collection.",
    discussion: """
      EXAMPLES
        daybook collection new Summer garden
      """)

  @Argument(help: "Its name.") var name: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !name.joined.isBlank else { throw UsageError.missing("the name of the collection") }
    let store = try expected.open(store)
    let id = try store.createCollection(named: name.joined)
    try ThingReport(store, self.store).confirm(id, "Made collection")
  }
}

/// `daybook collection list`: all of them.
struct CollectionList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List collections with the number of their items.",
    discussion: """
      EXAMPLES
        daybook collection list
        daybook collection list --at yesterday
      """,
    aliases: ["ls"])

  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    let found = try store.read(at: past.time(in: store)) { moment, transaction in
      try moment.collections(transaction).filter { !$0.isDeleted }.map {
        (
          handle: try moment.shortHandle($0.id, transaction), collection: $0,
          count: try moment.members(of: $0.id, transaction).count
        )
      }
    }
    let members = found.map { found in
      JSON.object([
        ("id", .id(found.collection.id)), ("name", .text(found.collection.name.bytes)),
        ("items", .integer(Int64(found.count))),
      ])
    }
    let document: JSON = ["schema": "daybook.collections/1", "collections": .array(members)]
    let output = self.store.output
    output.show(document, empty: "No collections yet.") {
      guard !found.isEmpty else { return [] }
      var columns = Columns(
        [
          Columns.Column("id"), Columns.Column("collection"),
          Columns.Column("items", alignment: .right),
        ], shrinking: 1)
      for (handle, collection, count) in found {
        columns.append([
          Columns.Cell(handle, .cyan), Columns.Cell(VisibleText.line(collection.name.bytes)),
          Columns.Cell("\(count)"),
        ])
      }
      return columns.lines(width: output.width, style: output.style)
    }
  }
}

/// `daybook collection show`: one with its items.
struct CollectionShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a collection with its items, in their order.",
    discussion: """
      EXAMPLES
        daybook collection show Garden
      """)

  @Argument(help: "Its name or id.", completion: Completion.collections)
  var collection: Word
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    try ThingReport(store, self.store, at: past.time(in: store))
      .show(collection, as: .collection)
  }
}

/// `daybook collection rename`: give one another name.
struct CollectionRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a collection another name.",
    discussion: """
      EXAMPLES
        daybook collection rename Garden "Summer garden"
      """)

  @Argument(help: "Its name now, or its id.", completion: Completion.collections)
  var collection: Word
  @Argument(help: "Its new name.") var name: Word
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !name.text.isBlank else { throw UsageError.missing("the new name") }
    let store = try expected.open(store)
    let id = try self.store.choose(collection, as: .collection, in: store)
    let isChanged = try store.renameCollection(id, to: name.text)
    try ThingReport(store, self.store)
      .confirm(id, isChanged ? "Renamed" : "Nothing changed in")
  }
}

/// `daybook collection delete`: delete one.
struct CollectionDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Put a collection away; its items stay.",
    discussion: """
      EXAMPLES
        daybook collection delete Garden
      """)

  @Argument(help: "Its name or id.", completion: Completion.collections)
  var collection: Word
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let ids = [try self.store.choose(collection, as: .collection, in: store)]
    let changed = try store.delete(ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Deleted", already: "Deleted already:")
  }
}
