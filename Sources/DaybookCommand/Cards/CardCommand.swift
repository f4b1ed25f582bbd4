import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook card`: flashcards.
struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Add, find and change flashcards.",
    discussion: """
      EXAMPLES
        daybook card add Spanish --front "el perro" --back "the dog"
        daybook card add Geography --cloze "{{c1::Paris}} is the capital of France"
        daybook card list deck:Spanish is:due
        daybook card suspend 7f3a
      """,
    subcommands: [
      CardAdd.self, CardList.self, CardShow.self, CardEdit.self, CardDelete.self,
      CardSuspend.self, CardResume.self, CardBury.self, CardUnbury.self, CardFlagCommand.self,
      CardMove.self,
    ])
}

/// `daybook card list`: find cards.
struct CardList: ParsableCommand, DashReader {
  static let dashMeaning: String? = "a word to leave out"
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List cards; without a query, all that are not deleted.",
    discussion: """
      EXAMPLES
        daybook card list
        daybook card list deck:Spanish is:due
        daybook card list perro or gato --sort due

      ORDER BY created, due, deck, front, stability, difficulty, lapses or reviews.
      """,
    aliases: ["ls"])

  @Argument(
    help: "Words, phrases, deck: due: created: edited: is:due|suspended|leech|deleted",
    completion: Completion.cardQuery)
  var query: [Word] = []
  @OptionGroup var list: ListArguments
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let order = try list.order(Card.SortField.self) ?? .ascending(.created)
    let limit = try list.count()
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let reading = TimeReading(store)
    let now = try reading.present(time)
    let day = try store.studyDay(at: now, in: time)
    let search = CardSearch(
      try reading.query(query), now: now, studyDay: day, clock: reading.clock)
    let (cards, total) = try store.list(search, order, limit: limit, at: time)
    let members = cards.map { JSON.object($0.card.members(reading.clock, studyDay: day)) }
    let document: JSON = [
      "schema": "daybook.cards/1", "cards": .array(members), "total": .integer(Int64(total)),
    ]
    let output = self.store.output
    output.show(document, empty: query.asked("No cards.")) {
      CardLines(output, clock: reading.clock, studyDay: day).table(cards)
    }
  }
}

/// `daybook card show`: everything about one card.
struct CardShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a card with its schedule.",
    discussion: """
      EXAMPLES
        daybook card show 7f3a
      """)

  @Argument(
    help: "An id, or enough of its start to be unique.", completion: Completion.ids(of: [.card]))
  var card: Word
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    try ThingReport(store, self.store, at: past.time(in: store)).show(card, as: .card)
  }
}
