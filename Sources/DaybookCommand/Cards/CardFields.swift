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
  /// - Parameter fields: of a note, as `NAME=TEXT`.
  /// - Returns: whether anything was written.
  func edit(_ card: EntityID, _ fields: [Word], _ store: Store) throws -> Bool {
    let sides = try change()
    guard let note = try store.card(card)?.origin?.note else {
      guard fields.isEmpty else { throw UsageError.contradiction("Only notes have a --field") }
      guard front != nil || back != nil else { throw UsageError.missing("--front or --back") }
      return try store.editCard(card, sides)
    }
    guard front != nil || back != nil || !fields.isEmpty else {
      throw UsageError.missing("--field NAME=TEXT")
    }
    var change = try NoteFieldArguments.change(fields, of: store.note(note))
    let names = try store.note(note)?.type.fields.map(\.name) ?? []
    for (text, name) in [(sides.front, "Front"), (sides.back, "Back")] {
      guard let text else { continue }
      guard let index = names.firstIndex(of: name) else {
        throw UsageError.unknownValue(option: "A field of this note", known: names)
      }
      change.fields[index] = NoteHTML.field(text)
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
