package import Daybook
import DaybookEvents
import DaybookScheduler

/// Brings an Anki package into a store: note types, decks with their options, notes, cards, files
/// and the history of reviews.
///
/// Importing the same file again writes nothing; a later one writes what is newer in it, and adds
/// the reviews of cards that are here already. The same file imported on two machines makes the
/// same things on both.
package struct AnkiImport {
  /// What came of it.
  package struct Outcome: Sendable {
    /// How many notes of what.
    package var report = ImportReport()
    /// What was passed over.
    package var problems: [AnkiProblem] = []
    /// What has no counterpart here, and how often it occurred.
    package var losses: [Loss: Int] = [:]
    /// Files that were added.
    package var fileCount = 0
    /// What was taken for the clock by which its answers count for their days.
    package var dating = Dating()
  }

  /// What a package may hold that has no counterpart here.
  package enum Loss: String, CaseIterable, Sendable {
    /// Decks that borrow cards by a search: their cards go to the decks they came from.
    case filteredDeck
    /// Dates that were set by hand, or by a change of options, and not by an answer.
    case reschedule
    /// What an add-on keeps with a card.
    case customData
  }

  /// By which clock answers count for their days.
  package struct Dating: Equatable, Sendable {
    /// The hour at which days begin: as the package says, else as here.
    package var rolloverHour = StudyDay.usualRolloverHour
    /// The hour here, where the package says another.
    package var otherHour: Int?
    /// Whether the package does not say the hour, or was begun where another time holds than here.
    package var isAssumed = false
  }

  private let package: AnkiPackage
  private let fileName: String
  private let types: AnkiTypes
  private let decks: AnkiDecks

  /// Prepares to import an opened package.
  ///
  /// - Parameter fileName: the file, as the person knows it.
  package init(_ package: AnkiPackage, fileName: String) {
    self.package = package
    self.fileName = fileName
    types = AnkiTypes(package.noteTypes)
    decks = AnkiDecks(
      package.decks, package.options, usesDefault: package.usesDefaultDeck)
  }

  /// Imports it. Every file in it is read before anything is written, so that of a damaged package
  /// nothing is imported.
  ///
  /// - Throws: ``AnkiPackageError``; what writing throws.
  package func run(
    _ store: Store, _ options: ImportOptions, progress: (ImportReport) throws -> Void = { _ in }
  ) throws -> Outcome {
    var outcome = Outcome()
    var decks = decks
    decks.recognize(try store.decks())
    outcome.problems = package.problems + decks.problems
    try package.checkMedia()
    let media = try AnkiMediaImport(package, store, isDryRun: options.isDryRun)
    outcome.fileCount = media.newFiles.count
    var queue: [ImportEntry] = types.entries.map { .noteType($0) }
    queue += decks.entries.map { .deck($0) } + media.newFiles.map { .media($0) }
    queue.reverse()
    outcome.losses[.filteredDeck] = package.decks.count { $0.isFiltered }
    let clock = try AnkiClock(package.collection, store)
    outcome.dating = clock.dating
    let mapper = AnkiNoteMapper(
      fileName: fileName, types: types, decks: decks, media: media, clock: clock,
      own: try OwnNotes(store), isBare: package.isBare)
    outcome.report = try package.readNotes { reader in
      try store.importEntries(options, progress: progress) {
        while true {
          if let entry = queue.popLast() { return entry }
          switch try reader.next() {
          case .note(let entry):
            queue = try mapper.entries(of: entry, &outcome.losses).reversed()
            if queue.isEmpty {
              outcome.problems.append(
                AnkiProblem(subject: .note(entry.note.id), kind: .unknownNoteType))
            }
          case .skipped(let problem): outcome.problems.append(problem)
          case nil: return nil
          }
        }
      }
    }
    // What cannot be read of the package counts as not imported.
    outcome.report.skipped += outcome.problems.count { $0.isAboutNote }
    outcome.losses = outcome.losses.filter { $0.value > 0 }
    return outcome
  }
}

extension AnkiProblem {
  fileprivate var isAboutNote: Bool {
    if case .note = subject { true } else { false }
  }
}
