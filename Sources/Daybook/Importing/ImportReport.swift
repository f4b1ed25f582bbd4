/// What an import did, or would do. Every item, and every entry of an export, counts once.
public struct ImportReport: Equatable, Sendable {
  /// Items that were not here.
  public var new = 0
  /// Items here of which something was written.
  public var updated = 0
  /// Items that are here as they are in the source.
  public var duplicate = 0
  /// Items changed both here and in the source: what a person wrote here was kept.
  public var conflicting = 0
  /// How many of those stand among the conflicts, to be decided.
  public var undecided = 0
  /// Items not taken over: deleted here, deleted there, older than what is here, or too large.
  public var skipped = 0
  /// How many of those skipped were deleted, here or there.
  public var deleted = 0
  /// Cards that were added.
  public var cards = 0
  /// Answers to cards that were added.
  public var reviews = 0
  /// Answers that were here and count for another day since.
  public var dated = 0
  /// What was not done as the source says, and why.
  public var problems: [ImportProblem] = []

  /// Nothing done.
  public init() {}

  /// How many items were looked at.
  public var itemCount: Int { new + updated + duplicate + conflicting + skipped }

  mutating func add(_ other: ImportReport) {
    new += other.new
    updated += other.updated
    duplicate += other.duplicate
    conflicting += other.conflicting
    undecided += other.undecided
    skipped += other.skipped
    deleted += other.deleted
    cards += other.cards
    reviews += other.reviews
    dated += other.dated
    problems += other.problems
  }
}

/// Something an import did not do as its source says. Never holds the text.
public struct ImportProblem: Equatable, Sendable {
  /// Where in the source.
  public let place: ImportPlace
  /// What it was.
  public let kind: Kind

  /// What an import did not do.
  public enum Kind: Equatable, Sendable {
    /// A person wrote these fields here and they changed in the source too: kept as they are here.
    case changedOnBothSides(fields: [String])
    /// The source deleted what a person wrote to here: kept.
    case deletedThere
    /// The source is older than what was imported before: not applied.
    case older
    /// The item holds more text than one event can: not imported.
    case tooLarge
    /// All its text is more than one command can hold: not imported.
    case tooMuchText
    /// A new card whose deck is not said: not imported.
    case withoutDeck
    /// A new note whose type is not said: not imported.
    case withoutNoteType
    /// The item has more than 500 tags and collections: not imported.
    case tooManyTags
    /// Its text holds a NUL byte: not imported.
    case nulByte
    /// The collection it belongs in was deleted here: imported without it.
    case collectionDeleted
  }
}

/// How an import goes about it.
public struct ImportOptions: Sendable {
  /// Whether only the report is wanted.
  public var isDryRun = false
  /// Whether the source wins over what a person changed here, and older sources over newer ones.
  public var force = false

  /// Writes, and gives way to what people wrote.
  public init() {}
}
