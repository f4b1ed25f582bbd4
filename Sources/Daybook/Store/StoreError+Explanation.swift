import DaybookEvents

extension StoreError: CustomStringConvertible {
  /// What happened, what became of the data, and what to do.
  public var description: String { explanation.description }

  /// What to say.
  public var explanation: Explanation {
    let (what, next) = words
    return Explanation(whatHappened: what, dataSafety: "Nothing was changed.", nextStep: next)
  }

  /// What to say of each; a new case without its own words does not compile.
  private var words: StoreErrorWords.Words {
    switch self {
    case .noStore(let path): StoreErrorWords.noStore(path)
    case .notAStore(let path): StoreErrorWords.notAStore(path)
    case .newerStore: StoreErrorWords.newerStore
    case .unknownID(let text): StoreErrorWords.unknownID(text)
    case .ambiguousID(let text, let candidates): StoreErrorWords.ambiguousID(text, candidates)
    case .wrongKind(let id, let expected): StoreErrorWords.wrongKind(id, expected)
    case .unknownName(let name, let kind): StoreErrorWords.unknownName(name, kind)
    case .ambiguousName(let name, let kind, let candidates):
      StoreErrorWords.ambiguousName(name, kind, candidates)
    case .ambiguousEvent(let text, let candidates): StoreErrorWords.ambiguousEvent(text, candidates)
    case .alreadyErased(let id): StoreErrorWords.alreadyErased(id)
    case .nameTaken(let name, let id): StoreErrorWords.nameTaken(name, id)
    case .deleted(let id): StoreErrorWords.deleted(id)
    case .joined(let id, let other): StoreErrorWords.joined(id, other)
    case .joinedIntoItself(let id): StoreErrorWords.joinedIntoItself(id)
    case .changedMeanwhile(let id): StoreErrorWords.changedMeanwhile(id)
    case .changedSince(let id): StoreErrorWords.changedSince(id)
    case .noConflict(let id): StoreErrorWords.noConflict(id)
    case .noTextConflict(let id): StoreErrorWords.noTextConflict(id)
    case .notAChoice(let text, let choices): StoreErrorWords.notAChoice(text, choices)
    case .ambiguousChoice(let text, let id): StoreErrorWords.ambiguousChoice(text, id)
    case .onlyOneCanBeKept(let id, let choices): StoreErrorWords.onlyOneCanBeKept(id, choices)
    case .noteWithoutCards: StoreErrorWords.noteWithoutCards
    case .blankText(let what): StoreErrorWords.blankText(what)
    case .invalidCustomName(let name): StoreErrorWords.invalidCustomName(name)
    case .tooManyValues(let count): StoreErrorWords.tooManyValues(count)
    case .derivedKeyTooLong(let bytes): StoreErrorWords.derivedKeyTooLong(bytes)
    case .nulByte: StoreErrorWords.nulByte
    case .textTooLarge(let bytes): StoreErrorWords.textTooLarge(bytes)
    case .nothingToChange: StoreErrorWords.nothingToChange
    case .rebuiltElsewhere: StoreErrorWords.rebuiltElsewhere
    case .readOnly: StoreErrorWords.readOnly
    }
  }
}

/// The sentences, one for each case.
private enum StoreErrorWords {
  typealias Words = (what: String, next: String)

  static func noStore(_ path: String) -> Words {
    (
      "There is no daybook in \(path).",
      "Check --store, or capture something to begin one."
    )
  }

  static func notAStore(_ path: String) -> Words {
    (
      "\(path) holds something that is not a daybook, or one that is damaged.",
      "Choose another folder with --store, or go back to a backup."
    )
  }

  static let newerStore: Words = (
    "A newer daybook has written this store.",
    "Install the newer version to write; reading works."
  )

  static func invalidCustomName(_ name: String) -> Words {
    (
      "\(name.prefix(40)) is no name for a program's own kind, event or value.",
      "Use letters, digits, dots, hyphens and underscores, at most "
        + "\(TextLimits.customNameByteCount) in all, and begin the program's with a domain, "
        + "backwards: org.example.reading."
    )
  }

  static func derivedKeyTooLong(_ bytes: Int) -> Words {
    (
      "A derived view lists something by a key of \(bytes) bytes.",
      "Make its keys shorter: the program that declares the view can."
    )
  }

  static func tooManyValues(_ count: Int) -> Words {
    (
      "One event of a program's own was to write \(count) values.",
      "Write at most \(TextLimits.customValueCount) with one event, and the others with the next."
    )
  }

  static func unknownID(_ text: String) -> Words {
    (
      "Nothing here has the id \(text).",
      "List things to see their ids; a deleted one shows with is:deleted."
    )
  }

  static func ambiguousID(_ text: String, _ candidates: [EntityID]) -> Words {
    (
      "Several things have an id that begins with \(text).",
      "Type more of one: \(handles(candidates))."
    )
  }

  static func wrongKind(_ id: EntityID, _ expected: String) -> Words {
    (
      "\(id.handleDigits.prefix(8)) is not \(expected == "item" ? "an" : "a") \(expected).",
      "Check the id with show."
    )
  }

  static func unknownName(_ name: String, _ kind: String) -> Words {
    (
      "There is no \(kind) called \(name).",
      kind == "collection" || kind == "deck"
        ? "List them with \(kind) list, or make one with \(kind) new."
        : "Check how it is spelled."
    )
  }

  static func ambiguousName(_ name: String, _ kind: String, _ candidates: [EntityID])
    -> Words
  {
    (
      "Several \(kind)s are called \(name).",
      "Use an id instead: \(handles(candidates)); daybook \(kind) join makes them one."
    )
  }

  static func ambiguousEvent(_ text: String, _ candidates: [String]) -> Words {
    (
      "Several events have a name like \(text).",
      "Type more of one: \(candidates.joined(separator: ", "))."
    )
  }

  static func alreadyErased(_ id: EntityID) -> Words {
    (
      "\(id.handleDigits.prefix(8)) was erased before.",
      "There is nothing left of it to erase; log shows when and by whom."
    )
  }

  static func nameTaken(_ name: String, _ id: EntityID) -> Words {
    (
      "There is one called \(name) already (\(id.handleDigits.prefix(8))).",
      "Choose another name."
    )
  }

  static func deleted(_ id: EntityID) -> Words {
    (
      "\(id.handleDigits.prefix(8)) is deleted.",
      "Bring it back with restore first."
    )
  }

  static func joined(_ id: EntityID, _ other: EntityID) -> Words {
    (
      "\(id.handleDigits.prefix(8)) was joined into \(other.handleDigits.prefix(8)).",
      "Use that one, or make this one stand for itself again with restore."
    )
  }

  static func joinedIntoItself(_ id: EntityID) -> Words {
    (
      "\(id.handleDigits.prefix(8)) can't be joined into itself.",
      "Name two that are to be one."
    )
  }

  static func changedMeanwhile(_ id: EntityID) -> Words {
    (
      "\(id.handleDigits.prefix(8)) was changed while you looked at it.",
      "Look again and decide anew."
    )
  }

  static func changedSince(_ id: EntityID) -> Words {
    (
      "\(id.handleDigits.prefix(8)) was changed since then, or elsewhere without knowing of it.",
      "See log \(id.handleDigits.prefix(8)) for what happened, and decide anew."
    )
  }

  static func noConflict(_ id: EntityID) -> Words {
    (
      "There is no conflict about \(id.handleDigits.prefix(8)).",
      "See conflicts for a list."
    )
  }

  static func noTextConflict(_ id: EntityID) -> Words {
    (
      "What is in conflict about \(id.handleDigits.prefix(8)) is no text, so it can't be merged.",
      "Choose a version: see conflicts show \(id.handleDigits.prefix(8))."
    )
  }

  static func notAChoice(_ text: String, _ choices: [String]) -> Words {
    (
      "\(text) is none of the writes in conflict.",
      "Keep one of these: \(choices.prefix(12).joined(separator: ", "))."
    )
  }

  static func ambiguousChoice(_ text: String, _ id: EntityID) -> Words {
    (
      "\(text) made several of the writes in conflict, so it doesn't say which one is meant.",
      "Say what shall show: edit \(id.handleDigits.prefix(8)), or delete or restore it."
    )
  }

  static func onlyOneCanBeKept(_ id: EntityID, _ choices: [String]) -> Words {
    (
      "Of what is in conflict about \(id.handleDigits.prefix(8)) both cannot be kept.",
      "Choose one: conflicts keep \(id.handleDigits.prefix(8)) with "
        + choices.prefix(12).joined(separator: " or ") + "."
    )
  }

  static let noteWithoutCards: Words = (
    "These fields make no card.",
    "Say something to ask: a front, or a text with a gap such as {{c1::Paris}}."
  )

  static func blankText(_ what: String) -> Words {
    ("The \(what) is blank.", "Say something in it; white space alone is no \(what).")
  }

  static let nulByte: Words = (
    "The text holds a NUL byte, which can't be kept.", "Take it out and try again."
  )

  static func textTooLarge(_ bytes: Int) -> Words {
    (
      "The text has \(bytes) bytes; 1 MiB is the limit.",
      "Split it, or keep it as a file beside your daybook."
    )
  }

  static let nothingToChange: Words = (
    "Nothing was given that could be written.",
    "See the command's --help for examples."
  )

  static let rebuiltElsewhere: Words = (
    "Another daybook is rebuilding the same view, or has erased something or corrected a clock "
      + "meanwhile.",
    "Try again when it is done."
  )

  static let readOnly: Words = (
    "This daybook can only be read.", "Check the permissions of its folder."
  )

  private static func handles(_ ids: [EntityID]) -> String {
    ids.map { String($0.handleDigits.prefix(12)) }.joined(separator: ", ")
  }
}
