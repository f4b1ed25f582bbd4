import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook deck join`: make several one.
struct DeckJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make one deck of several: the first stays.",
    discussion: """
      EXAMPLES
        daybook deck join Spanish Espanol
        daybook deck join 7f3a 0c1d
        daybook deck join Spanish Spanish         two of one name, made on two machines

      Their cards are in it then, also those that are added to the others elsewhere, and are \
      learned by its options; decks below the others come below it. Undo makes each what it was.
      """)

  @Argument(
    help: "Names or ids: the one that stays, and those that are joined into it.",
    completion: Completion.decks)
  var decks: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard decks.count > 1 else { throw UsageError.missing("the deck to join into it") }
    let store = try expected.open(store)
    let (into, others) = try self.store.joined(decks, as: .deck, in: store)
    let joined = try store.joinDecks(others, into: into)
    let count = Count.text(joined.count, "deck")
    try ThingReport(store, self.store).confirm(
      into, joined.isEmpty ? "Nothing changed in" : "Joined \(count) into",
      with: [("joined", .array(joined.map { .id($0) }))])
  }
}
