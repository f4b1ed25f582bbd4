import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook deck options`: how a deck is learned.
struct DeckOptionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "options",
    abstract: "Show or change how a deck is learned.",
    discussion: """
      EXAMPLES
        daybook deck options Spanish
        daybook deck options Spanish --desired-retention 0.92 --new-per-day 10
        daybook deck options Spanish --learning-steps "1m 10m 1d" --dry-run
        daybook deck options Languages --below --reset fuzz

      Says how many due dates move; with --dry-run it only says so. What a change means for \
      every card is computed anew while you go on.
      """)

  @Argument(help: "Its name or id.", completion: Completion.decks)
  var deck: Word
  @Flag(help: "Also the decks below it.") var below = false
  @Option(help: "The chance of remembering at which cards come back: 0.7 to 0.99.")
  var desiredRetention: Word?
  @Option(help: "Waits between first answers, such as \"1m 10m\"; none for none.")
  var learningSteps: Word?
  @Option(help: "Waits after a card was forgotten, such as 10m; none for none.")
  var relearningSteps: Word?
  @Option(help: "The longest interval in days.") var maximumInterval: Word?
  @Option(help: "New cards a day.") var newPerDay: Word?
  @Option(help: "Reviews a day.") var reviewsPerDay: Word?
  @Option(help: "added or random.", completion: .list(["added", "random"]))
  var newOrder: Word?
  @Option(
    help: "due, random or retrievability.", completion: .list(["due", "random", "retrievability"]))
  var reviewOrder: Word?
  @Option(
    help: "New cards after, before or among reviews.",
    completion: .list(DeckOptions.Mix.allCases.map(\.rawValue)))
  var newMix: Word?
  @Option(help: "on: other cards of a note wait until tomorrow once one was answered.")
  var burySiblings: Word?
  @Option(help: "After how many lapses a card is a leech; 0 for never.") var leechThreshold: Word?
  @Option(
    help: "mark or suspend.",
    completion: .list(DeckOptions.LeechAction.allCases.map(\.rawValue)))
  var leechAction: Word?
  @Option(help: "on: intervals vary a little, so that cards don't stay together.")
  var fuzz: Word?
  @Option(help: "default, or the 17, 19 or 21 parameters of FSRS.") var parameters: Word?
  @Option(help: "An option that shall be as by default again.") var reset: [Word] = []
  @Flag(help: "Only say how many due dates would move.") var dryRun = false
  @OptionGroup var past: PastArguments
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let values = try values()
    guard !values.isEmpty else { return try show() }
    guard !past.isGiven else { throw UsageError.contradiction("The past can't be changed") }
    let store = try dryRun ? store.openForReading() : expected.open(store)
    let deck = try self.store.choose(deck, as: .deck, in: store)
    let decks = [deck] + (below ? try store.decks(below: deck) : [])
    let moving = try store.movedDueDates(of: decks, setting: values)
    let moved = try dryRun ? moving : store.setOptions(of: decks, values)
    let document: JSON = [
      "schema": "daybook.options/1", "decks": .array(decks.map { .id($0) }),
      "changed": .bool(!dryRun && moved != nil), "movedDueDates": .integer(Int64(moved ?? 0)),
    ]
    self.store.output.show(document) {
      let cards = moving == 1 ? "1 due date" : "\(moving) due dates"
      if dryRun { return ["\(cards) would move."] }
      return [moved == nil ? "It is learned so already." : "Changed; \(cards) moved."]
    }
  }

  /// What was given, by option.
  private func values() throws -> [DeckOptionName: String] {
    let given: [(DeckOptionName, Word?)] = [
      (.desiredRetention, desiredRetention), (.learningSteps, learningSteps),
      (.relearningSteps, relearningSteps), (.maximumInterval, maximumInterval),
      (.newPerDay, newPerDay), (.reviewsPerDay, reviewsPerDay), (.newOrder, newOrder),
      (.reviewOrder, reviewOrder), (.newMix, newMix), (.burySiblings, burySiblings),
      (.leechThreshold, leechThreshold), (.leechAction, leechAction), (.fuzz, fuzz),
      (.parameters, parameters),
    ]
    var values: [DeckOptionName: String] = [:]
    for (name, word) in given {
      guard let word else { continue }
      var options = DeckOptions()
      try options.set(name, word.string)
      values[name] = word.string
    }
    for word in reset {
      guard let name = DeckOptionName(word.string) else {
        throw UsageError.unknownValue(option: "--reset", known: given.map(\.0.word))
      }
      values[name] = ""
    }
    return values
  }

  private func show() throws {
    let store = try store.openForReading()
    let time = try past.time(in: store)
    let deck = try self.store.choose(deck, as: .deck, in: store, at: time)
    let options = try store.options(of: deck, at: time)
    let standard = DeckOptions()
    let shown = DeckOptionName.allCases.compactMap { name in
      options.text(name).map { (name: name, text: $0, isUsual: $0 == standard.text(name)) }
    }
    let document: JSON = [
      "schema": "daybook.options/1", "deck": .id(deck),
      "options": .object(shown.map { ($0.name.rawValue, .string($0.text)) }),
    ]
    let output = self.store.output
    output.show(document) {
      var columns = Columns(
        [Columns.Column("option"), Columns.Column("value"), Columns.Column("")], shrinking: 1)
      for (name, text, isUsual) in shown {
        columns.append([
          Columns.Cell(name.word, .cyan), Columns.Cell(text),
          Columns.Cell(isUsual ? "" : "set", .dim),
        ])
      }
      return columns.lines(width: output.width, style: output.style)
    }
  }
}
