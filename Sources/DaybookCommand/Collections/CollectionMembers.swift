import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook collection add`: put items into one.
struct CollectionAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put items into a collection, at its end.",
    discussion: """
      EXAMPLES
        daybook collection add Garden 7f3a 90bc
      """)

  @Argument(help: "The collection's name or id.", completion: Completion.collections)
  var collection: Word
  @Argument(
    help: "Ids of items, or enough of their starts to be unique.",
    completion: Completion.ids(of: [.item]))
  var items: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let collection = try self.store.choose(collection, as: .collection, in: store)
    let ids = try store.resolve(items, as: .item)
    let isChanged = try store.file(ids, in: collection)
    try ThingReport(store, self.store)
      .confirm(collection, isChanged ? "Added to" : "Nothing changed in")
  }
}

/// `daybook collection remove`: take items out of one.
struct CollectionRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take items out of a collection; the items stay.",
    discussion: """
      EXAMPLES
        daybook collection remove Garden 7f3a
      """)

  @Argument(help: "The collection's name or id.", completion: Completion.collections)
  var collection: Word
  @Argument(
    help: "Ids of items, or enough of their starts to be unique.",
    completion: Completion.ids(of: [.item]))
  var items: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    // Whichever of several of that name they are in.
    let collections = try store.resolveAll(collection, as: .collection)
    let ids = try store.resolve(items, as: .item)
    let changed = try collections.filter { try store.unfile(ids, from: $0) }
    guard let first = changed.first ?? collections.first else { return }
    try ThingReport(store, self.store)
      .confirm(first, changed.isEmpty ? "Nothing changed in" : "Removed from")
  }
}

/// `daybook collection move`: give an item another place in one.
struct CollectionMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Give an item another place in its collection.",
    discussion: """
      EXAMPLES
        daybook collection move 7f3a --to 1                 to the front
        daybook collection move 7f3a --to 3 --in Garden     where it is in several collections
      """)

  @Argument(
    help: "The item's id; before it, the collection where the item is in several.",
    completion: Completion.ids(of: [.item]))
  var words: [Word]
  @Option(help: "The place, counted from 1.") var to: Int
  @Option(help: "The collection, where the item is in several.", completion: Completion.collections)
  var `in`: Word?
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard words.count <= (self.in == nil ? 2 : 1), let item = words.last else {
      throw UsageError.contradiction("One item is moved, in one collection")
    }
    guard to >= 1 else { throw UsageError.unknownValue(option: "--to", known: ["1", "2", "3 …"]) }
    let store = try expected.open(store)
    let id = try store.resolve(item, as: .item)
    let collection = try collection(of: id, store)
    try store.move(id, in: collection, to: to)
    try ThingReport(store, self.store).confirm(collection, "Moved in")
  }

  private func collection(of item: EntityID, _ store: Store) throws -> EntityID {
    let homes = try store.collections(of: item).map(\.id)
    guard let named = self.in ?? words.dropLast().last else {
      guard let home = homes.first, homes.count == 1 else {
        throw homes.isEmpty
          ? UsageError.contradiction("That item is in no collection")
          : UsageError.missing("--in with the collection, for the item is in several")
      }
      return home
    }
    let collections = try store.resolveAll(named, as: .collection).filter(homes.contains)
    guard let first = collections.first else {
      throw UsageError.contradiction("That item isn't in that collection")
    }
    return collections.count == 1
      ? first : try self.store.choose(named, as: .collection, in: store)
  }
}
