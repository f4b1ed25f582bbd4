/// What cannot be put into a package.
package enum AnkiWriteError: Error, Equatable, Sendable {
  /// A note whose note type was not added before it.
  case unknownNoteType(note: Int)
  /// A note that has not as many fields as its note type, or a field with a separator in it.
  case wrongFields(note: Int)
  /// Two things of a kind have the same id.
  case sameID(table: String, id: Int)
  /// A file whose name Anki would not take, or one of the same name again.
  case mediaName(position: Int)
  /// The tables of the package refused something, by SQLite's own number; a fault of this program.
  case refused(code: Int)
}
