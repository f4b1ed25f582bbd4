import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// Some cards and the store they are in, for commands that do one thing to each.
struct CardsArgument: ParsableArguments {
  @Argument(
    help: "Ids, or enough of their starts to be unique.", completion: Completion.ids(of: [.card]))
  var cards: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  /// Does it, and says what became of each card.
  ///
  /// - Parameter body: gives the cards that were written to.
  func change(
    _ verb: String, already: String, _ body: (Store, [EntityID]) throws -> [EntityID]
  ) throws {
    let store = try expected.open(store)
    let ids = try store.resolve(cards, as: .card)
    let changed = try body(store, ids)
    try ThingReport(store, self.store).confirm(ids, changed: changed, verb, already: already)
  }
}

/// `daybook card delete`: delete cards.
struct CardDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete cards; daybook restore brings them back.",
    discussion: """
      EXAMPLES
        daybook card delete 7f3a
      """)

  @OptionGroup var cards: CardsArgument

  func run() throws {
    try cards.change("Deleted", already: "Deleted already:") { try $0.delete($1) }
  }
}

/// `daybook card suspend`: take cards out of review.
struct CardSuspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Take cards out of review for now.",
    discussion: """
      EXAMPLES
        daybook card suspend 7f3a 90bc
      """)

  @OptionGroup var cards: CardsArgument

  func run() throws {
    try cards.change("Suspended", already: "Suspended already:") { try $0.suspend($1) }
  }
}

/// `daybook card resume`: take suspended cards back into review.
struct CardResume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Take suspended cards back into review.",
    discussion: """
      EXAMPLES
        daybook card resume 7f3a
      """)

  @OptionGroup var cards: CardsArgument

  func run() throws {
    try cards.change("Resumed", already: "Not suspended:") { try $0.suspend($1, false) }
  }
}

/// `daybook card move`: put cards into another deck.
struct CardMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Put cards into another deck; what they have learned goes with them.",
    discussion: """
      EXAMPLES
        daybook card move 7f3a Spanish
        daybook card move 7f3a 90bc "Spanish verbs"
      """)

  @Argument(
    help: "Ids of cards, then the deck: its name or id.",
    completion: Completion.ids(of: [.card, .deck]))
  var words: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard let last = words.last, words.count > 1 else {
      throw UsageError.missing("a card and the deck to put it into")
    }
    let store = try expected.open(store)
    let ids = try store.resolve(words.dropLast(), as: .card)
    let deck = try self.store.choose(last, as: .deck, in: store)
    let changed = try store.move(ids, to: deck)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Moved", already: "There already:")
  }
}

/// `daybook card bury`: put cards off until tomorrow.
struct CardBury: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bury",
    abstract: "Keep cards out of review until tomorrow.",
    discussion: """
      EXAMPLES
        daybook card bury 7f3a
      """)

  @OptionGroup var cards: CardsArgument

  func run() throws {
    try cards.change("Buried", already: "Buried already:") { try $0.bury($1) }
  }
}

/// `daybook card unbury`: fetch cards back that were put off.
struct CardUnbury: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unbury",
    abstract: "Take buried cards back into review.",
    discussion: """
      EXAMPLES
        daybook card unbury 7f3a
      """)

  @OptionGroup var cards: CardsArgument

  func run() throws {
    try cards.change("Unburied", already: "Not buried:") { try $0.bury($1, false) }
  }
}

/// `daybook card flag`: a coloured flag.
struct CardFlagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flag",
    abstract: "Give cards a coloured flag, 1 to 7, or take it away with 0.",
    discussion: """
      EXAMPLES
        daybook card flag 7f3a 1
        daybook card flag 7f3a 90bc 0

      1 red, 2 orange, 3 green, 4 blue, 5 pink, 6 turquoise, 7 purple.
      """)

  @Argument(
    help: "Ids of cards, then the number of the flag.", completion: Completion.ids(of: [.card]))
  var words: [Word]
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard let last = words.last, words.count > 1 else {
      throw UsageError.missing("a card and the number of a flag")
    }
    guard let flag = Int(last.string), (0...7).contains(flag) else {
      throw UsageError.unknownValue(option: "A flag", known: (0...7).map { "\($0)" })
    }
    let store = try expected.open(store)
    let ids = try store.resolve(words.dropLast(), as: .card)
    let changed = try store.setFlag(flag, of: ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Flagged", already: "Flagged so already:")
  }
}
