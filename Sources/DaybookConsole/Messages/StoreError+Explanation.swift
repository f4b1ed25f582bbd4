package import Daybook
import DaybookEvents

extension StoreError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .noStore: .noInput
    case .notAStore: .badData
    case .newerStore, .deleted, .joined, .alreadyErased, .noConflict, .noTextConflict, .readOnly:
      .failed
    case .unknownID, .unknownName: .nothingFound
    case .ambiguousID, .ambiguousName, .ambiguousEvent, .wrongKind, .nameTaken, .notAChoice,
      .ambiguousChoice, .onlyOneCanBeKept, .nothingToChange, .blankText, .joinedIntoItself:
      .wrongUsage
    case .changedMeanwhile, .changedSince, .rebuiltElsewhere: .tryLater
    case .nulByte, .textTooLarge, .noteWithoutCards: .badData
    }
  }

  /// What to say.
  package var explanation: Explanation {
    let (what, next) = words
    return Explanation(whatHappened: what, dataSafety: "Nothing was changed.", nextStep: next)
  }

  private var words: (String, String) {
    switch self {
    case .noStore(let path):
      (
        "There is no daybook in \(path).",
        "Check --store, or capture something to begin one."
      )
    case .notAStore(let path):
      (
        "\(path) holds something that is not a daybook, or one that is damaged.",
        "Choose another folder with --store, or go back to a backup."
      )
    case .newerStore:
      (
        "A newer daybook has written this store.",
        "Install the newer version to write; reading works."
      )
    case .unknownID(let text):
      (
        "Nothing here has the id \(text).",
        "List things to see their ids; a deleted one shows with is:deleted."
      )
    case .ambiguousID(let text, let candidates):
      (
        "Several things have an id that begins with \(text).",
        "Type more of one: \(Self.handles(candidates))."
      )
    default: nameWords
    }
  }

  /// What to say of names and kinds.
  private var nameWords: (String, String) {
    switch self {
    case .wrongKind(let id, let expected):
      (
        "\(id.handleDigits.prefix(8)) is not a \(expected).",
        "Check the id with show."
      )
    case .unknownName(let name, let kind):
      (
        "There is no \(kind) called \(name).",
        kind == "collection" || kind == "deck"
          ? "List them with \(kind) list, or make one with \(kind) new."
          : "Check how it is spelled."
      )
    case .ambiguousName(let name, let kind, let candidates):
      (
        "Several \(kind)s are called \(name).",
        "Use an id instead: \(Self.handles(candidates)); daybook \(kind) join makes them one."
      )
    case .ambiguousEvent(let text, let candidates):
      (
        "Several events have a name like \(text).",
        "Type more of one: \(candidates.joined(separator: ", "))."
      )
    case .alreadyErased(let id):
      (
        "\(id.handleDigits.prefix(8)) was erased before.",
        "There is nothing left of it to erase; log shows when and by whom."
      )
    case .nameTaken(let name, let id):
      (
        "There is one called \(name) already (\(id.handleDigits.prefix(8))).",
        "Choose another name."
      )
    default: stateWords
    }
  }

  /// What to say of how things stand.
  private var stateWords: (String, String) {
    switch self {
    case .deleted(let id):
      (
        "\(id.handleDigits.prefix(8)) is deleted.",
        "Bring it back with restore first."
      )
    case .joined(let id, let other):
      (
        "\(id.handleDigits.prefix(8)) was joined into \(other.handleDigits.prefix(8)).",
        "Use that one, or make this one stand for itself again with restore."
      )
    case .joinedIntoItself(let id):
      (
        "\(id.handleDigits.prefix(8)) can't be joined into itself.",
        "Name two that are to be one."
      )
    case .changedMeanwhile(let id):
      (
        "\(id.handleDigits.prefix(8)) was changed while you looked at it.",
        "Look again and decide anew."
      )
    case .changedSince(let id):
      (
        "\(id.handleDigits.prefix(8)) was changed since then, or elsewhere without knowing of it.",
        "See log \(id.handleDigits.prefix(8)) for what happened, and decide anew."
      )
    case .noConflict(let id):
      (
        "There is no conflict about \(id.handleDigits.prefix(8)).",
        "See conflicts for a list."
      )
    case .noTextConflict(let id):
      (
        "What is in conflict about \(id.handleDigits.prefix(8)) is no text, so it can't be merged.",
        "Choose a version: see conflicts show \(id.handleDigits.prefix(8))."
      )
    case .notAChoice(let text, let choices):
      (
        "\(text) is none of the writes in conflict.",
        "Keep one of these: \(choices.prefix(12).joined(separator: ", "))."
      )
    case .ambiguousChoice(let text, let id):
      (
        "\(text) made several of the writes in conflict, so it doesn't say which one is meant.",
        "Say what shall show: edit \(id.handleDigits.prefix(8)), or delete or restore it."
      )
    case .onlyOneCanBeKept(let id, let choices):
      (
        "Of what is in conflict about \(id.handleDigits.prefix(8)) both cannot be kept.",
        "Choose one: conflicts keep \(id.handleDigits.prefix(8)) with "
          + choices.prefix(12).joined(separator: " or ") + "."
      )
    default: contentWords
    }
  }

  /// What to say of what was to be written.
  private var contentWords: (String, String) {
    switch self {
    case .noteWithoutCards:
      (
        "These fields make no card.",
        "Say something to ask: a front, or a text with a gap such as {{c1::Paris}}."
      )
    case .blankText(let what):
      ("The \(what) is blank.", "Say something in it; white space alone is no \(what).")
    case .nulByte: ("The text holds a NUL byte, which can't be kept.", "Take it out and try again.")
    case .textTooLarge(let bytes):
      (
        "The text has \(bytes) bytes; 1 MiB is the limit.",
        "Split it, or keep it as a file beside your daybook."
      )
    case .nothingToChange:
      (
        "Nothing was given that could be written.",
        "See the command's --help for examples."
      )
    case .rebuiltElsewhere:
      (
        "Another daybook is rebuilding the same view, or has erased something or corrected a clock "
          + "meanwhile.",
        "Try again when it is done."
      )
    default: ("This daybook can only be read.", "Check the permissions of its folder.")
    }
  }

  private static func handles(_ ids: [EntityID]) -> String {
    ids.map { String($0.handleDigits.prefix(12)) }.joined(separator: ", ")
  }
}
