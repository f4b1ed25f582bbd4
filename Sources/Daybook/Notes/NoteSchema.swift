import DaybookEvents
import DaybookText

/// The fields of notes that cards are made of, and of their types.
extension Field {
  /// The type of a note.
  package static let noteType = Field(20)
  /// One register for each field of a note, by its place in the note's type.
  package static let noteField = Field(21)
  /// One register for each tag of a note: ``NoteTag``.
  package static let noteTag = Field(22)
  /// Fields, templates and style of a note type, which only make sense together: ``NoteType``.
  package static let definition = Field(23)
}

extension FieldSchema {
  /// What each of them is. Writers do not disagree about how a tag is spelled.
  static let ofNotes = [
    FieldSchema(field: .noteType, name: "noteType", form: .id, unwritten: .never),
    .prose(.noteField, "field"),
    FieldSchema(
      field: .noteTag, name: "tag",
      form: .made { value, _ in
        let tag = NoteTag(reading: value)
        return .text(Text(bytes: tag.isOn ? tag.name : []))
      },
      unwritten: .named { NoteTag(name: NoteTag(reading: $0).name, isOn: false).encoded },
      contestedByteCount: 1),
    FieldSchema(
      field: .definition, name: "definition", form: .made { value, _ in .definition(value) },
      unwritten: .never),
  ]
}

extension FieldValue {
  fileprivate static func definition(_ value: [UInt8]) -> FieldValue {
    let type = NoteType(name: [], definition: value)
    return .fields([
      Named(
        name: "fields", value: .text(Text(type.fields.map(\.name).joined(separator: ", ")))),
      Named(
        name: "templates",
        value: .text(Text(type.templates.map(\.name).joined(separator: ", ")))),
    ])
  }
}

extension RowKind {
  /// A note that cards are made of.
  package static let note = RowKind("N")
  /// What notes of a type consist of.
  package static let noteType = RowKind("Y")
}

extension RowSchema {
  /// A note that cards are made of.
  static let note = RowSchema(
    kind: .note, name: "note",
    fields: [.life, .created, .noteType, .noteField, .noteTag, .source, .extra],
    usualFieldCount: 8,
    thing: ThingSchema(
      plural: "notes", creates: .noteAdded, edits: .noteEdited, deletes: .noteDeleted,
      restores: .noteRestored, registers: [(4, .source)], otherFields: [.noteType]),
    hasMembers: true)
  /// What notes of a type consist of.
  static let noteType = RowSchema(
    kind: .noteType, name: "noteType", fields: [.life, .name, .definition], usualFieldCount: 4,
    isWrittenWhole: true)
}

extension ThingKind {
  /// A note that cards are made of.
  package static let note = ThingKind(.note)
}

extension EventSchema {
  /// The events about notes, their types and the files they name.
  static let ofNotes = EventSchema(
    kinds: [
      .noteTypeDefined, .noteAdded, .noteEdited, .noteDeleted, .noteRestored, .mediaAdded,
      .mediaRemoved,
    ],
    reduce: NoteReducer.reduce)
}
