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
      CardSuspend.self, CardResume.self, CardMove.self,
    ])
}

/// `daybook card add`: a new card.
struct CardAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a card to a deck.",
    discussion: """
      EXAMPLES
        daybook card add Spanish --front "el perro" --back "the dog"
        daybook card add Geography --cloze "{{c1::Paris}} is the capital of France" --from 7f3a
      """)

  @Argument(help: "The deck: its name or id.", completion: Completion.decks)
  var deck: Word
  @Option(help: "What is asked; - reads it from standard input.") var front: Word?
  @Option(help: "What is answered; - reads it from standard input.") var back: Word?
  @Option(help: "A text with gaps: {{c1::Paris}} or {{c1::Paris::a hint}}.") var cloze: Word?
  @Option(help: "The item it is made from.", completion: Completion.ids(of: [.item]))
  var from: Word?
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    var fields = try fields()
    let store = try expected.open(store)
    let deck = try store.resolve(deck, as: .deck)
    fields.item = try from.map { try store.resolve($0, as: .item) }
    let id = try store.addCard(fields, to: deck)
    try ThingReport(store, self.store).confirm(id, "Added")
  }

  private func fields() throws -> CardChange {
    guard let cloze else {
      guard front != nil, back != nil else {
        throw UsageError.missing("--front and --back, or --cloze")
      }
      let change = try CardFields(front: front, back: back).change()
      guard change.front?.isEmpty == false else { throw UsageError.missing("what is asked") }
      return change
    }
    guard front == nil else {
      throw UsageError.contradiction("A card has either --front or --cloze")
    }
    var change = try CardFields(front: cloze, back: back).change()
    change.kind = "cloze"
    guard let text = change.front, Cloze(text.string).gapCount > 0 else {
      throw UsageError.missing("a gap in the text, such as {{c1::Paris}}")
    }
    return change
  }
}

/// `daybook card list`: find cards.
struct CardList: ParsableCommand {
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
    let order = try list.order(CardSearch.SortField.self) ?? (.created, false)
    let limit = try list.count()
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let reading = TimeReading(store)
    let now = reading.present(time)
    let day = try store.studyDay(at: now)
    let search = CardSearch(
      try reading.query(query), now: now, studyDay: day, clock: reading.clock)
    let (cards, total) = try store.read(at: time) { moment, transaction in
      let all = CardSearch.sort(
        try search.run(moment, transaction), by: order.field, descending: order.descending)
      let shown = try all.prefix(limit).map {
        (handle: try moment.shortHandle($0.id, transaction), card: $0)
      }
      return (shown, all.count)
    }
    let members = cards.map { JSON.object($0.card.members(reading.clock, studyDay: day)) }
    let document: JSON = [
      "schema": "daybook.cards/1", "cards": .array(members), "total": .integer(Int64(total)),
    ]
    let output = self.store.output
    output.show(document, empty: "No cards.") {
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

/// `daybook card edit`: change what a card asks or answers.
struct CardEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change what a card asks or answers.",
    discussion: """
      EXAMPLES
        daybook card edit 7f3a --back "the dog"
      """)

  @Argument(
    help: "An id, or enough of its start to be unique.", completion: Completion.ids(of: [.card]))
  var card: Word
  @Option(help: "What is asked; - reads it from standard input.") var front: Word?
  @Option(help: "What is answered; - reads it from standard input.") var back: Word?
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard front != nil || back != nil else { throw UsageError.missing("--front or --back") }
    let store = try expected.open(store)
    let id = try store.resolve(card, as: .card)
    let isChanged = try store.editCard(id, CardFields(front: front, back: back).change())
    try ThingReport(store, self.store).confirm(id) {
      isChanged ? "Edited \($0)." : "Nothing changed in \($0)."
    }
  }
}
