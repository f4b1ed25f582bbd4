import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook deck`: what cards are kept in.
struct DeckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck",
    abstract: "Keep flashcards in decks.",
    discussion: """
      EXAMPLES
        daybook deck new Spanish
        daybook deck list
        daybook review Spanish
      """,
    subcommands: [
      DeckNew.self, DeckList.self, DeckShow.self, DeckOptionsCommand.self, DeckRename.self,
      DeckDelete.self, DeckJoin.self,
    ])
}

/// `daybook deck new`: make one.
struct DeckNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a deck.",
    discussion: """
      EXAMPLES
        daybook deck new Spanish
        daybook deck new Languages::Spanish    below Languages, and learned as it is
      """)

  @Argument(help: "Its name.") var name: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !name.joined.isBlank else { throw UsageError.missing("the name of the deck") }
    let store = try expected.open(store)
    let id = try store.createDeck(named: name.joined)
    try ThingReport(store, self.store).confirm(id, "Made deck")
  }
}

/// `daybook deck list`: all of them.
struct DeckList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List decks with how many cards wait in them.",
    discussion: """
      EXAMPLES
        daybook deck list
      """,
    aliases: ["ls"])

  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let reading = TimeReading(store)
    let now = try reading.present(time)
    let day = try store.studyDay(at: now, in: time)
    let decks = try store.read(at: time) { moment, transaction in
      try moment.decks(at: now, studyDay: day, transaction).filter { !$0.isDeleted }.map {
        (handle: try moment.shortHandle($0.id, transaction), deck: $0)
      }
    }
    let members = decks.map { JSON.object($0.deck.members) }
    let document: JSON = ["schema": "daybook.decks/1", "decks": .array(members)]
    let output = self.store.output
    output.show(document, empty: "No decks yet.") {
      CardLines(output, clock: reading.clock, studyDay: day).table(decks)
    }
  }
}

/// `daybook deck show`: one with its counts.
struct DeckShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a deck and what waits in it.",
    discussion: """
      EXAMPLES
        daybook deck show Spanish
      """)

  @Argument(help: "Its name or id.", completion: Completion.decks)
  var deck: Word
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    try ThingReport(store, self.store, at: past.time(in: store)).show(deck, as: .deck)
  }
}

/// `daybook deck rename`: give one another name.
struct DeckRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a deck another name.",
    discussion: """
      EXAMPLES
        daybook deck rename Spanish Español
      """)

  @Argument(help: "Its name now, or its id.", completion: Completion.decks)
  var deck: Word
  @Argument(help: "Its new name.") var name: Word
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !name.text.isBlank else { throw UsageError.missing("the new name") }
    let store = try expected.open(store)
    let id = try self.store.choose(deck, as: .deck, in: store)
    let isChanged = try store.renameDeck(id, to: name.text)
    try ThingReport(store, self.store)
      .confirm(id, isChanged ? "Renamed" : "Nothing changed in")
  }
}

/// `daybook deck delete`: delete one.
struct DeckDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Put a deck and its cards away; daybook restore undoes it.",
    discussion: """
      EXAMPLES
        daybook deck delete Spanish
      """)

  @Argument(help: "Its name or id.", completion: Completion.decks)
  var deck: Word
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let ids = [try self.store.choose(deck, as: .deck, in: store)]
    let changed = try store.delete(ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Deleted", already: "Deleted already:")
  }
}
