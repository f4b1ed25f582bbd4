import Daybook
import DaybookEvents
import DaybookInterchange
import TestSupport
import Testing

/// Anki packages on a machine.
extension ImportMachine {
  /// Brings in a package file.
  @discardableResult
  func importPackage(
    _ path: String, in folder: ScratchFolder, isDryRun: Bool = false, force: Bool = false,
    progress: (ImportReport) throws -> Void = { _ in }
  ) throws -> AnkiImport.Outcome {
    var options = ImportOptions()
    options.isDryRun = isDryRun
    options.force = force
    let package = try AnkiPackage(path, temporaryFolder: folder.path)
    return try AnkiImport(package, fileName: "a.apkg").run(store, options, progress: progress)
  }

  /// Brings in a package that a test made.
  @discardableResult
  func importPackage(
    _ package: WholePackage, in folder: ScratchFolder, isDryRun: Bool = false, force: Bool = false,
    progress: (ImportReport) throws -> Void = { _ in }
  ) throws -> AnkiImport.Outcome {
    try package.write(folder("in.apkg"), .latest, in: folder)
    return try importPackage(
      folder("in.apkg"), in: folder, isDryRun: isDryRun, force: force, progress: progress)
  }

  /// What an export holds.
  func exported(
    isLegacy: Bool = false, isBare: Bool = false, in folder: ScratchFolder
  ) throws -> WholePackage {
    try exportPackage(folder("out.apkg"), isLegacy: isLegacy, isBare: isBare)
    return try WholePackage(folder("out.apkg"), in: folder)
  }

  @discardableResult
  func exportPackage(
    _ path: String, isLegacy: Bool = false, isBare: Bool = false
  ) throws -> AnkiExport.Counts {
    var export = AnkiExport()
    export.isLegacy = isLegacy
    export.isBare = isBare
    return try export.write(store, to: path)
  }

  /// The id of an imported note.
  static func noteID(_ guid: String) -> EntityID {
    EntityID.imported("anki note", foreignID: guid)
  }

  func note(_ guid: String) throws -> Note {
    try #require(try store.note(Self.noteID(guid)))
  }

  func card(_ guid: String, _ ordinal: Int = 0) throws -> Card {
    let id = CardOrigin(note: Self.noteID(guid), ordinal: ordinal).card
    return try #require(try store.card(id))
  }

  /// Every answer to a card, in the order in which they count.
  func reviews(of card: EntityID) throws -> [PlacedReview] {
    try store.read { try $0.reviews(of: card, $1) }
  }

  /// The names of the decks, sorted.
  var deckNames: [String] {
    get throws { try store.decks().filter { !$0.isDeleted }.map(\.name.string).sorted() }
  }

  /// What is kept of files that no name stands for.
  var mediaPaths: [String] {
    get throws { try store.mediaFolder.strays(besides: []) }
  }
}

extension WholePackage {
  /// How many answers were given to its cards; what was set by hand is none.
  var answerCount: Int {
    entries.flatMap(\.cards).flatMap(\.reviews).count {
      $0.ease > 0 && $0.kind != .manual && $0.kind != .rescheduled
    }
  }

  var cardCount: Int { entries.reduce(0) { $0 + $1.cards.count } }
}
