import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// What a card asks and answers, as typed; `-` reads one side from standard input.
struct CardFields {
  private let front: Word?
  private let back: Word?

  init(front: Word?, back: Word?) {
    self.front = front
    self.back = back
  }

  /// Writes what was given to a card, or to the note it is made of.
  ///
  /// - Parameters:
  ///   - fields: of a note, as `NAME=TEXT`.
  ///   - isHTML: whether what was given is HTML and not text.
  /// - Returns: whether anything was written.
  func edit(
    _ card: EntityID, _ fields: [Word], isHTML: Bool = false, _ store: Store
  ) throws -> Bool {
    let sides = try change()
    guard let note = try store.card(card)?.origin?.note else {
      guard !isHTML else {
        throw UsageError.contradiction("This card is text alone; card add --html makes another")
      }
      guard fields.isEmpty else { throw UsageError.contradiction("Only notes have a --field") }
      guard front != nil || back != nil else { throw UsageError.missing("--front or --back") }
      return try store.editCard(card, sides)
    }
    guard front != nil || back != nil || !fields.isEmpty else {
      throw UsageError.missing("--field NAME=TEXT")
    }
    var change = try NoteFieldArguments.change(fields, of: store.note(note), isHTML: isHTML)
    let names = try store.note(note)?.type.fields.map(\.name) ?? []
    for (text, name) in [(sides.front, "Front"), (sides.back, "Back")] {
      guard let text else { continue }
      guard let index = names.firstIndex(of: name) else {
        throw UsageError.unknownValue(option: "A field of this note", known: names)
      }
      change.fields[index] = isHTML ? text : NoteHTML.field(text)
    }
    return try store.editNote(note, change)
  }

  /// The fields given.
  ///
  /// - Throws: a usage error for two sides from one input.
  func change() throws -> CardChange {
    guard [front, back].filter({ $0?.isInput == true }).count < 2 else {
      throw UsageError.contradiction("Only one side can come from standard input")
    }
    var change = CardChange()
    change.front = try front.map(ItemFieldArguments.text)
    change.back = try back.map(ItemFieldArguments.text)
    return change
  }
}
