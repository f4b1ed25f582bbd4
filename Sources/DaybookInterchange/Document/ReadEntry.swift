package import Daybook

/// Something read from a file that an export wrote, or why it could not be.
package struct ReadEntry: Sendable {
  /// Where it begins.
  package let place: TextPlace
  /// The entry; nil for what is not brought in, such as the history.
  package let result: Result<PortableEntry?, EntryProblem>
}

/// Gives the entries of a file one after another.
package protocol EntrySource {
  /// The next entry, or why it is none; nil at the end.
  ///
  /// - Throws: ``JSONError`` where nothing after a place can be read, ``DocumentProblem``, and
  ///   what reading the file throws.
  mutating func next() throws -> ReadEntry?

  /// Members of the file that are passed over, because this program does not know them.
  var unknown: [(name: String, place: TextPlace)] { get }
}

/// Why an entry is none. Never holds the text.
package enum EntryProblem: Error, Equatable, Sendable {
  /// It is no JSON, from a place on.
  case malformed(JSONError)
  /// Something else stands where an object should.
  case notAnObject
  /// A member that must be there is not.
  case missing(String)
  /// A member is of another type than it should be.
  case wrongType(String)
  /// A member cannot be read as what it should be.
  case unreadable(String)
  /// A text holds a NUL character.
  case nulByte(String)
  /// A text is over 1 MiB.
  case tooLarge(String)
}

/// Why a JSON text is no document.
package enum DocumentProblem: Error, Equatable, Sendable {
  /// It does not begin with the schema of a document, or begins with that of another version.
  case otherSchema
}
