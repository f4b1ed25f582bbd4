import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook capture`: write something down.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Write something down; it lands in the inbox.",
    discussion: """
      EXAMPLES
        daybook capture "Buy seeds" --kind task --due friday --tag garden
        daybook capture Idea for the talk --body -      the text comes from standard input
      """,
    aliases: ["add"])

  @Argument(help: "The title.") var words: [Word] = []
  @OptionGroup var fields: ItemFieldArguments
  @Option(help: "Put this tag on it; can be repeated.", completion: Completion.tags)
  var tag: [Word] = []
  @Option(
    help: "Put it into this collection; can be repeated.", completion: Completion.collections)
  var collection: [Word] = []
  @Flag(help: "Write the rest in your editor.") var edit = false
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    var change = try fields.change(store)
    if !words.isEmpty { change.title = words.joined }
    let tags = try TagWords.names(tag)
    let collections = try collection.map { try store.resolve($0, as: .collection) }
    let id =
      try edit
      ? captureEdited(change, tags, collections, store)
      : capture(change, tags, collections, store)
    try ThingReport(store, self.store).confirm(id) { "Captured \($0)." }
  }

  private func capture(
    _ change: ItemChange, _ tags: [String], _ collections: [EntityID], _ store: Store
  ) throws -> EntityID {
    guard !change.isBlank else { throw UsageError.missing("the text to capture") }
    return try store.capture(change, tags: tags, in: collections)
  }

  private func captureEdited(
    _ change: ItemChange, _ tags: [String], _ collections: [EntityID], _ store: Store
  ) throws -> EntityID {
    let editor = try ItemEditor(store)
    let draft = ItemEditor.Draft(title: change.title ?? "", body: change.body ?? "")
    let written = try editor.edited(draft)
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
  fileprivate var isBlank: Bool { title?.isEmpty ?? true && body?.isEmpty ?? true }
}
