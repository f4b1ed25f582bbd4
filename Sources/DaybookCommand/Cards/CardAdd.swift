import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook card add`: a new card, or the cards of a new note.
struct CardAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a card to a deck.",
    discussion: """
      EXAMPLES
        daybook card add Spanish --front "el perro" --back "the dog"
        daybook card add Spanish --front "el perro" --back "the dog" --reversed
        daybook card add Spanish --front "the dog" --back "el perro" --type
        daybook card add Geography --cloze "{{c1::Paris}} is the capital of France" --from 7f3a
        daybook card add Geography --html --front '<img src="map.png">' --back "Italy"

      What you type is text: a < is a <. With --html it is HTML instead, which can show files \
      of the daybook (see daybook media) and letters in bold; the card is then made of a note.
      A text with gaps makes one card for each number among them: those of {{c1::a}} are asked \
      together, and {{c1,2::b}} belongs to two cards.
      """)

  @Argument(help: "The deck: its name or id.", completion: Completion.decks)
  var deck: Word
  @Option(help: "What is asked; - reads it from standard input.") var front: Word?
  @Option(help: "What is answered; - reads it from standard input.") var back: Word?
  @Option(help: "A text with gaps: {{c1::Paris}} or {{c1::Paris::a hint}}.") var cloze: Word?
  @Flag(help: "A second card asks the other way round.") var reversed = false
  @Flag(help: "The answer is typed, and compared.") var type = false
  @Flag(help: "What is given is HTML, such as a picture.") var html = false
  @Option(
    name: .shortAndLong, help: "A tag of the note that the cards are made of; may be repeated.")
  var tag: [Word] = []
  @Option(help: "The item it is made from.", completion: Completion.ids(of: [.item]))
  var from: Word?
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let kind = try kind()
    let sides = try CardFields(front: cloze ?? front, back: back).change()
    if cloze == nil {
      guard front != nil, back != nil else {
        throw UsageError.missing("--front and --back, or --cloze")
      }
      guard sides.front?.isBlank == false else { throw UsageError.missing("what is asked") }
    } else if ClozeText(sides.front?.string ?? "").ordinals.isEmpty {
      throw UsageError.missing("a gap in the text, such as {{c1::Paris}}")
    }
    let store = try expected.open(store)
    let deck = try self.store.choose(deck, as: .deck, in: store)
    let item = try from.map { try store.resolve($0, as: .item) }
    let report = try ThingReport(store, self.store)
    guard let kind else {
      var card = sides
      card.item = item
      return try report.confirm(try store.addCard(card, to: deck), "Added")
    }
    var change = NoteChange()
    change.fields[0] = sides.front.map { html ? $0 : NoteHTML.field($0) }
    if let back = sides.back, !back.isEmpty {
      change.fields[1] = html ? back : NoteHTML.field(back)
    }
    change.tagsOn = tag.map(\.string)
    let cards = try store.addNote(kind, change, to: deck, item: item).cards
    try report.confirm(cards, "Added")
  }

  /// The kind of note that the cards are made of; nil for a card by itself.
  private func kind() throws -> StockNoteType? {
    guard cloze == nil else {
      guard front == nil, !reversed, !type else {
        throw UsageError.contradiction("--cloze stands without --front, --reversed and --type")
      }
      return .cloze
    }
    guard !(reversed && type) else {
      throw UsageError.contradiction("Choose either --reversed or --type")
    }
    if reversed { return .reversed }
    if type { return .typed }
    return tag.isEmpty && !html ? nil : .basic
  }
}
