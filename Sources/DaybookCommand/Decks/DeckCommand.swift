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
      DeckNew.self, DeckList.self, NamedThingShow<DeckWords>.self, DeckOptionsCommand.self,
      NamedThingRename<DeckWords>.self,
      NamedThingDelete<DeckWords>.self, DeckJoin.self,
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
    let decks = try store.listDecks(at: time)
    let members = decks.map { JSON.object($0.deck.members) }
    let document: JSON = ["schema": "daybook.decks/1", "decks": .array(members)]
    let output = self.store.output
    output.show(document, empty: "No decks yet.") {
      CardLines(output, clock: reading.clock, studyDay: day).table(decks)
    }
  }
}

/// What showing, renaming and deleting a deck say.
enum DeckWords: NamedThingWords {
  static let kind = ThingKind.deck
  static var completion: CompletionKind { Completion.decks }

  static var show: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Show a deck and what waits in it.",
      discussion: """
        EXAMPLES
          daybook deck show Spanish
        """)
  }
  static var rename: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: "Give a deck another name.",
      discussion: """
        EXAMPLES
          daybook deck rename Spanish Español
        """)
  }
  static var delete: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete",
      abstract: "Delete a deck and its cards; daybook restore brings them back.",
      discussion: """
        EXAMPLES
          daybook deck delete Spanish
        """)
  }
}
