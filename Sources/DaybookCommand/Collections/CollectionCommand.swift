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
      CollectionNew.self, CollectionList.self, NamedThingShow<CollectionWords>.self,
      NamedThingRename<CollectionWords>.self,
      NamedThingDelete<CollectionWords>.self, CollectionAdd.self, CollectionRemove.self,
      CollectionMove.self,
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
    let found = try store.listCollections(at: past.time(in: store))
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

/// What showing, renaming and deleting a collection say.
enum CollectionWords: NamedThingWords {
  static let kind = ThingKind.collection
  static var completion: CompletionKind { Completion.collections }

  static var show: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Show a collection with its items, in their order.",
      discussion: """
        EXAMPLES
          daybook collection show Garden
        """)
  }
  static var rename: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: "Give a collection another name.",
      discussion: """
        EXAMPLES
          daybook collection rename Garden "Summer garden"
        """)
  }
  static var delete: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete",
      abstract: "Delete a collection; its items stay.",
      discussion: """
        EXAMPLES
          daybook collection delete Garden
        """)
  }
}
