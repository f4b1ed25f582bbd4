import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook card edit`: change what a card asks or answers.
struct CardEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change what a card asks or answers.",
    discussion: """
      EXAMPLES
        daybook card edit 7f3a                    opens your editor ($EDITOR)
        daybook card edit 7f3a --back "the dog"
        daybook card edit 7f3a --field "Back Extra=on the Seine"
        daybook card edit 7f3a --html --front '<img src="map.png">'

      A card that is made of a note shows the note: its fields are changed, for all its cards. \
      Such fields can hold HTML, given with --html.
      """)

  @Argument(
    help: "An id, or enough of its start to be unique.", completion: Completion.ids(of: [.card]))
  var card: Word
  @Option(help: "What is asked; - reads it from standard input.") var front: Word?
  @Option(help: "What is answered; - reads it from standard input.") var back: Word?
  @Option(help: "Of a card of a note: a field and its new text, as NAME=TEXT; may be repeated.")
  var field: [Word] = []
  @Flag(help: "Of a card of a note: what is given is HTML, such as a picture.") var html = false
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let isByEditor = front == nil && back == nil && field.isEmpty
    guard !(html && isByEditor) else {
      throw UsageError.contradiction("--html says of --front, --back or --field what they hold")
    }
    let store = try expected.open(store)
    let id = try store.resolve(card, as: .card)
    let isChanged =
      try isByEditor
      ? CardEditor(store, id, mayAsk: !self.store.noInput).run()
      : CardFields(front: front, back: back).edit(id, field, isHTML: html, store)
    try ThingReport(store, self.store).confirm(id) {
      isChanged ? "Edited \($0)." : "Nothing changed in \($0)."
    }
  }
}
