import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook edit`: change an item, rename a collection or deck, change a card.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an item with options, or write in your editor.",
    discussion: """
      EXAMPLES
        daybook edit 7f3a                         opens your editor ($EDITOR)
        daybook edit 7f3a --title "Buy seeds" --due friday
        daybook edit 7f3a --status active --priority none
        daybook edit 7f3a --body - < notes.txt

      If the item changes while your editor is open, nothing is overwritten: you are asked, or \
      your text is kept in a file.
      """)

  @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
  var thing: Word
  @Option(help: "The title; of a collection or deck, its name.") var title: Word?
  @Option(
    help: "inbox, active, done or archived.",
    completion: .list(ItemStatus.known.map(\.rawValue)))
  var status: Word?
  @OptionGroup var fields: ItemFieldArguments
  @Option(help: "Of a card: what is asked; - reads it from standard input.") var front: Word?
  @Option(help: "Of a card: what is answered; - reads it from standard input.") var back: Word?
  @Option(help: "Of a note: a field and its new value, as NAME=TEXT.") var field: [Word] = []
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let id = try store.resolve(thing)
    let kind = try store.kind(of: id)
    try checkOptions(kind)
    let isChanged =
      switch kind {
      case .item: try editItem(store, id)
      case .collection, .deck: try rename(store, id, kind)
      case .card: try CardFields(front: front, back: back).edit(id, field, store)
      case .note: try store.editNote(id, NoteFieldArguments.change(field, of: store.note(id)))
      default: false
      }
    try ThingReport(store, self.store).confirm(id) {
      isChanged ? "Edited \($0)." : "Nothing changed in \($0)."
    }
  }

  private var isWithoutItemOptions: Bool { fields.isEmpty && status == nil }
  private var isWithoutCardOptions: Bool { front == nil && back == nil }

  private func checkOptions(_ kind: ThingKind) throws {
    guard field.isEmpty || kind == .note || kind == .card else {
      throw UsageError.contradiction("Only notes have a --field")
    }
    switch kind {
    case .custom:
      throw UsageError.contradiction("What another program keeps is changed there")
    case .note:
      guard isWithoutItemOptions, title == nil, isWithoutCardOptions else {
        throw UsageError.contradiction("Of a note, fields can be changed, with --field")
      }
      guard !field.isEmpty else { throw UsageError.missing("--field NAME=TEXT") }
    case .item:
      guard isWithoutCardOptions else {
        throw UsageError.contradiction("Only cards have a front and a back")
      }
    case .collection, .deck:
      guard isWithoutItemOptions, isWithoutCardOptions else {
        throw UsageError.contradiction("A \(kind.name) has only a name, given with --title")
      }
      guard title != nil else { throw UsageError.missing("--title with the new name") }
    case .card:
      guard isWithoutItemOptions, title == nil else {
        throw UsageError.contradiction("Of a card, --front and --back can be changed")
      }
    default: throw UsageError.contradiction("A \(kind.name) is changed by commands of its own")
    }
  }

  private func editItem(_ store: Store, _ id: EntityID) throws -> Bool {
    guard title != nil || !isWithoutItemOptions else {
      return try EditSession(store, id, self.store).run()
    }
    let given = try fields.change(store)
    let status = try status.map {
      ItemStatus(
        rawValue: try ItemFieldArguments.known(
          $0, "--status", ItemStatus.known.map(\.rawValue)))
    }
    return try store.edit(id) { facts in
      var change = given
      change.title = title?.text
      if let given = given.schedule {
        change.schedule = facts.schedule
        change.schedule?.due = given.due
      }
      change.status = status.map { .init($0, from: facts, at: store.options.now()) }
      return change
    }
  }

  private func rename(_ store: Store, _ id: EntityID, _ kind: ThingKind) throws -> Bool {
    guard let title else { return false }
    return try store.rename(id, as: kind, to: title.text)
  }
}
