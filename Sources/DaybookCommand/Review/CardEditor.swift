import Daybook
import DaybookConsole
import DaybookEvents

/// One card in the person's editor: the question, a line between, the answer; of a card of a note,
/// all fields of the note.
struct CardEditor {
  private let store: Store
  private let id: EntityID
  private let editor: ItemEditor

  init(_ store: Store, _ id: EntityID, mayAsk: Bool = true) throws {
    editor = try ItemEditor(store, mayAsk: mayAsk)
    self.store = store
    self.id = id
  }

  /// Opens the editor and writes what the person changed, unless the card changed meanwhile.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``EditorError``; nothing is overwritten then, and what was written is in a file.
  func run() throws -> Bool {
    let version = try store.version()
    guard let card = try store.card(id) else { throw StoreError.unknownID(id.description) }
    if let note = try card.origin.flatMap({ try store.note($0.note) }) {
      return try edit(note, version)
    }
    let shown = CardDocument(front: card.front.bytes, back: card.back.bytes)
    let after = try editor.edited(shown.bytes)
    guard after != shown.bytes else {
      editor.close()
      return false
    }
    return try editor.keeping {
      guard let sides = shown.sides(after) else {
        throw EditorError.dividerMissing(kept: try editor.keep(after))
      }
      var change = CardChange()
      if sides.front != shown.front { change.front = Text(bytes: sides.front) }
      if sides.back != shown.back { change.back = Text(bytes: sides.back) }
      do {
        let isChanged = try store.expecting(version).editCard(id, change)
        editor.close()
        return isChanged
      } catch StoreError.changedSince {
        throw EditorError.changedMeanwhile(id, kept: try editor.keep(after))
      }
    }
  }

  private func edit(_ note: Note, _ version: StoreVersion) throws -> Bool {
    let shown = NoteDocument(note)
    let after = try editor.edited(shown.bytes)
    guard after != shown.bytes else {
      editor.close()
      return false
    }
    return try editor.keeping {
      guard let change = shown.change(after) else {
        throw EditorError.dividerMissing(kept: try editor.keep(after))
      }
      do {
        let isChanged = try store.expecting(version).editNote(note.id, change)
        editor.close()
        return isChanged
      } catch StoreError.changedSince {
        throw EditorError.changedMeanwhile(note.id, kept: try editor.keep(after))
      }
    }
  }
}
