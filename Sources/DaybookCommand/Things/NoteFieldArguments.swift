import Daybook
import DaybookConsole

/// Fields of a note as typed: `NAME=TEXT`.
enum NoteFieldArguments {
  /// The change that some of them make.
  ///
  /// - Parameter isHTML: whether their texts are HTML.
  /// - Throws: a usage error for what names no field of the note.
  static func change(
    _ words: [Word], of note: Note?, isHTML: Bool = false
  ) throws -> NoteChange {
    var change = NoteChange()
    let names = note?.type.fields.map(\.name) ?? []
    for word in words {
      guard let mark = word.text.bytes.firstIndex(of: UInt8(ascii: "=")) else {
        throw UsageError.missing("= between the name of a field and its text")
      }
      let name = String(decoding: word.text.bytes[..<mark], as: UTF8.self)
      guard let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
        throw UsageError.unknownValue(option: "A field of this note", known: names)
      }
      let text = Text(bytes: Array(word.text.bytes[(mark + 1)...]))
      change.fields[index] = isHTML ? text : NoteHTML.field(text)
    }
    return change
  }
}
