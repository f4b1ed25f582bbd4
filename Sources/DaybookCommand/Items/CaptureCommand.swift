import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook capture`: write something down.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Write something down; it lands in the inbox.",
    discussion: """
      EXAMPLES
        daybook capture "Buy seeds" --kind task --due friday --tag garden
        daybook capture Call Marta -t home -d tomorrow
        daybook capture Idea for the talk --body -      the text comes from standard input
        curl -s https://example.org/notes | daybook capture
        daybook capture - < letter.txt                  its first line is the title
        daybook capture -- "--verbose hides the error"  after -- everything is text

      Without words, what comes in by a pipe is captured: its first line that says something is \
      the title, the rest the text, as in the editor.
      """,
    aliases: ["add"])

  @Argument(help: "The title; - reads title and text from standard input.") var words: [Word] = []
  @OptionGroup var fields: ItemFieldArguments
  @Option(
    name: .shortAndLong, help: "Put this tag on it; can be repeated.", completion: Completion.tags)
  var tag: [Word] = []
  @Option(
    name: .shortAndLong, help: "Put it into this collection; can be repeated.",
    completion: Completion.collections)
  var collection: [Word] = []
  @Flag(name: .shortAndLong, help: "Write the rest in your editor.") var edit = false
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let given = try given()
    let store = try expected.open(store)
    var change = try fields.change(store)
    if let given {
      change.title = given.title
      if !given.body.isEmpty { change.body = given.body }
    }
    let tags = try TagWords.names(tag)
    let collections = try collection.map {
      try self.store.choose($0, as: .collection, in: store)
    }
    let id =
      try edit
      ? captureEdited(change, tags, collections, store)
      : capture(change, tags, collections, store)
    do {
      try ThingReport(store, self.store).confirm(id) { "Captured \($0)." }
    } catch let error where StoreFailure(error) == .damaged {
      // It is kept, though what the store holds besides cannot be read to show it.
      let document: JSON = [
        "schema": "daybook.item/1", "id": .id(id), "title": .text((change.title ?? "").bytes),
        "tags": .array(tags.map { .string($0) }), "collections": [],
      ]
      self.store.output.show(document) { ["Captured \(id.handleDigits)."] }
      Console.note("Something else in the store is damaged; run repair: it says where.")
    }
  }

  /// What was given to capture: the words, or standard input. Nil where it is not asked for what it
  /// says: in the editor, or where there is a text without a title.
  ///
  /// Words are enough: a pipe that somebody left open is not waited for then.
  private func given() throws -> ItemEditor.Draft? {
    var draft = ItemEditor.Draft(title: words.joined, body: "")
    let isTerminal = Terminal.isInteractive(Terminal.input)
    let isDash = words.count == 1 && words[0].isInput
    if isDash || words.isEmpty {
      guard isDash || !(edit || fields.body != nil || isTerminal) else { return nil }
      guard fields.body?.isInput != true else {
        throw UsageError.contradiction("Standard input is either the whole text, or the --body")
      }
      draft =
        isTerminal && store.noInput
        ? ItemEditor.Draft(title: "", body: "") : ItemEditor.Draft(text: try InputText.read())
      guard draft.body.isEmpty || fields.body == nil else {
        throw UsageError.contradiction("The text comes from standard input, so there is no --body")
      }
    }
    guard !draft.title.isBlank else { throw Self.nothing }
    return draft
  }

  private static var nothing: UsageError { .missing("the text to capture") }

  private func capture(
    _ change: ItemChange, _ tags: [String], _ collections: [EntityID], _ store: Store
  ) throws -> EntityID {
    guard !change.isBlank else { throw Self.nothing }
    return try store.capture(change, tags: tags, in: collections)
  }

  private func captureEdited(
    _ change: ItemChange, _ tags: [String], _ collections: [EntityID], _ store: Store
  ) throws -> EntityID {
    let editor = try ItemEditor(store, mayAsk: !self.store.noInput)
    let draft = ItemEditor.Draft(title: change.title ?? "", body: change.body ?? "")
    var written = try editor.edited(draft)
    // Whoever leaves the first line empty has written a title all the same.
    if written.title.isBlank { written = ItemEditor.Draft(text: written.body) }
    var change = change
    change.title = written.title
    change.body = written.body
    if change.isBlank { editor.close() }
    let id = try editor.keeping { try capture(change, tags, collections, store) }
    editor.close()
    return id
  }
}

extension ItemChange {
  /// Whether there is neither a title nor a text.
  fileprivate var isBlank: Bool { title?.isBlank ?? true && body?.isBlank ?? true }
}
