import Daybook
import DaybookInterchange

extension ImportProblem.Kind {
  /// The problem in a few words, with what became of it.
  var message: String {
    switch self {
    case .changedOnBothSides(let fields):
      "changed both here and there (\(fields.joined(separator: ", "))); yours was kept"
    case .deletedThere: "deleted there, but you changed it here; it was kept"
    case .older: "older than what was imported before; not applied"
    case .tooLarge: "larger than 1 MiB; not imported"
    case .tooMuchText: "more than 3 MiB of text; not imported"
    case .withoutDeck: "a card without a deck; not imported"
    case .withoutNoteType: "a note without a type; not imported"
    case .tooManyTags: "more than 500 tags; not imported"
    case .nulByte: "contains a NUL byte, so it isn't text; not imported"
    case .collectionDeleted: "its collection was deleted here; imported without it"
    }
  }
}

extension VaultProblem.Kind {
  /// The problem in a few words, with what became of the note.
  var message: String {
    switch self {
    case .unclosedFrontmatter: "the frontmatter is never closed; kept whole as text"
    case .invalidUTF8: "the frontmatter isn't UTF-8; kept whole as text"
    case .malformedYAML: "the frontmatter isn't YAML; kept whole as text"
    case .noProperties: "the frontmatter holds no properties; kept whole as text"
    case .frontmatterTooLarge: "the frontmatter is larger than 64 KiB; kept whole as text"
    case .frontmatterTooComplex: "the frontmatter is nested too deeply; kept whole as text"
    case .unreadableDate(let property):
      "the \(property.rawValue) date isn't a date; kept in the frontmatter"
    }
  }
}

extension TaskwarriorProblem.Message {
  /// The problem in a few words, with what became of the task.
  var message: String {
    switch self {
    case .malformed(let problem): "\(problem.message); this task was not imported"
    case .notATask: "not a task; not imported"
    case .missingDescription: "a task without a description; not imported"
    case .unreadableDate(let field): "\(field.rawValue) isn't a date; kept as text"
    case .unexpectedType(let field): "\(field.rawValue) is of an unexpected type; kept as text"
    case .malformedUUID(let field): "\(field.rawValue) isn't a uuid; kept as text"
    case .unknownStatus: "unknown status; taken as pending"
    case .waitingWithoutDate: "waiting, but not until when; taken as pending"
    }
  }
}

extension JSONError.Problem {
  /// The problem in a few words.
  var message: String {
    switch self {
    case .unexpectedEnd: "the JSON ends too early"
    case .unexpectedByte: "the JSON is broken here"
    case .trailingContent: "something follows the end of the JSON"
    case .malformedNumber: "a number isn't as JSON writes them"
    case .malformedEscape: "a backslash is followed by something unknown"
    case .loneSurrogate: "half a character is written here"
    case .controlCharacter: "a control character stands in a text"
    case .invalidUTF8: "the text isn't UTF-8"
    case .nestedTooDeeply: "values are nested too deeply"
    case .tooLong: "a value is longer than 32 MiB"
    }
  }
}
