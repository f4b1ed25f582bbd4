import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook collection join`: make several one.
struct CollectionJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make one collection of several: the first stays.",
    discussion: """
      EXAMPLES
        daybook collection join Garden Yard
        daybook collection join 7f3a 0c1d
        daybook collection join Garden Garden         two of one name, made on two machines

      Their items are in it then, behind its own, also those that are put into the others \
      elsewhere. Undo makes each what it was.
      """)

  @Argument(
    help: "Names or ids: the one that stays, and those that are joined into it.",
    completion: Completion.collections)
  var collections: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard collections.count > 1 else { throw UsageError.missing("the collection to join into it") }
    let store = try expected.open(store)
    let (into, others) = try self.store.joined(collections, as: .collection, in: store)
    let joined = try store.joinCollections(others, into: into)
    let count = Count.text(joined.count, "collection")
    try ThingReport(store, self.store).confirm(
      into, joined.isEmpty ? "Nothing changed in" : "Joined \(count) into",
      with: [("joined", .array(joined.map { .id($0) }))])
  }
}
