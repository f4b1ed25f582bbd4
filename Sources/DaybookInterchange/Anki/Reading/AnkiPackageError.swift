package import DaybookSQLite

/// Why a package is not read: nothing of such a one is imported. Never holds the text of a note.
package enum AnkiPackageError: Error, Equatable, Sendable {
  /// Its container is damaged, or does what no honest one does.
  case container(ZipError)
  /// It was made by a newer Anki, in a form that is not known here.
  case newerVersion(Int)
  /// Its collection has a newer form than is known here.
  case newerCollection(Int)
  /// There is no collection in it.
  case noCollection
  /// All it holds is the notice, for programs that are too old, that this is a newer package.
  case onlyNotice
  /// The entry that says its version, or the list of its files, cannot be read.
  case unreadableEntry(String)
  /// The collection is damaged, or does what no honest one does.
  case collection(ForeignDatabaseError)
  /// A row of the collection cannot be read and others depend on it.
  case unreadableRow(table: String, id: Int)
  /// A file in it has a path for a name. Its position in the list is counted from 0.
  case mediaPath(position: Int)
  /// A file in it is not the one its list says. Its position is counted from 0.
  case mediaChanged(position: Int)
  /// More files, note types, decks or options than allowed.
  case tooMany(String, limit: Int)
}

/// What was passed over in a package that is otherwise imported.
package struct AnkiProblem: Equatable, Sendable {
  /// What it is about.
  package enum Subject: Equatable, Sendable {
    /// The id of a note.
    case note(Int)
    /// The id of a card.
    case card(Int)
    /// The id of a review.
    case review(Int)
    /// The position in the list of files, counted from 0.
    case media(Int)
    /// The id of a deck.
    case deck(Int)
  }

  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    /// A note without anything that tells it from others.
    case noGUID
    /// A note whose note type is not in the package.
    case unknownNoteType
    /// A note that has not as many fields as its note type.
    case wrongFieldCount(found: Int, expected: Int)
    /// Text that is not UTF-8.
    case notText
    /// Text with a character of number 0 in it.
    case nulCharacter
    /// More bytes, or more cards or reviews, than allowed.
    case tooLarge
    /// A card whose note is not in the package.
    case noNote
    /// A card or review with a number that means nothing.
    case unknownNumber
    /// A file that the list names and the package does not hold.
    case missing
    /// A second file of the same name.
    case duplicateName
  }

  /// What it is about.
  package let subject: Subject
  /// What is wrong.
  package let kind: Kind

  /// A problem.
  package init(subject: Subject, kind: Kind) {
    self.subject = subject
    self.kind = kind
  }
}
