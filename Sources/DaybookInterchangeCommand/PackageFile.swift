import Daybook
import DaybookConsole
import DaybookInterchange

/// A package of which nothing is imported.
struct PackageRefused: Explainable {
  let path: String
  let error: AnkiPackageError

  var exitStatus: ExitStatus { .badData }

  var explanation: Explanation {
    Explanation(
      whatHappened: "The package \(path) can't be imported: \(error.message).",
      dataSafety: "Nothing of it was imported, and your daybook is as it was.",
      nextStep: "Export it from Anki once more, and import that file.")
  }

  /// Does something and names the package that was refused.
  static func naming<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as AnkiPackageError {
      throw PackageRefused(path: path, error: error)
    }
  }
}

/// An Anki package to import.
struct PackageFile: ImportSource {
  private let file: InputFile
  private let package: AnkiPackage
  private let name: String

  /// Opens it, or standard input for `-`, and looks at its structure.
  init(_ path: String) throws {
    let file = try InputFile(path) { $0.starts(with: "PK".utf8) }
    name = path.split(separator: "/").last.map(String.init) ?? path
    package = try PackageRefused.naming(path) { try AnkiPackage(file.path) }
    self.file = file
  }

  /// What to ask before everything in it is imported; nil for a package of chosen decks.
  var question: String? {
    guard name.lowercased().hasSuffix(".colpkg") else { return nil }
    let counts = package.counts
    let amounts = "\(counts.notes) notes, \(counts.cards) cards, \(counts.reviews) reviews"
    return "\(VisibleText.line(name)) is a whole collection (\(amounts)). What is here stays. "
      + "Import all of it? y/n"
  }

  /// Imports it.
  func run(_ store: Store, _ options: ImportOptions) throws -> ImportOutcome {
    var progress = Progress("notes", of: package.counts.notes)
    let result = try PackageRefused.naming(name) {
      try AnkiImport(package, fileName: name).run(store, options) {
        progress.show($0.itemCount)
      }
    }
    progress.end()
    var outcome = ImportOutcome(source: name)
    outcome.report = result.report
    outcome.fileCount = result.fileCount
    for problem in result.problems {
      outcome.note(name, nil, "\(problem.subject.words): \(problem.kind.message)")
    }
    for loss in AnkiImport.Loss.allCases {
      if let count = result.losses[loss] { outcome.note(name, nil, loss.message(count)) }
    }
    outcome.remarks = Self.remarks(result, isDryRun: options.isDryRun)
    return outcome
  }

  /// By which clock answers count for their days: no package says all of it.
  private static func remarks(_ result: AnkiImport.Outcome, isDryRun: Bool) -> [String] {
    let (dating, report) = (result.dating, result.report)
    guard report.reviews > 0 || report.dated > 0 else { return [] }
    let hour = dating.rolloverHour
    var lines: [String] = []
    if report.dated > 0 {
      let answers = report.dated == 1 ? "1 earlier answer" : "\(report.dated) earlier answers"
      lines.append("\(isDryRun ? "Would count" : "Now counted") for another day: \(answers).")
    }
    if dating.isAssumed || report.dated > 0 {
      lines.append(
        "Answers count for the days of this machine's time zone, which begin at \(hour):00.")
    }
    if let here = dating.otherHour {
      lines.append(
        "Days begin at \(hour):00 in this collection and at \(here):00 here; "
          + "to begin them alike: daybook config set rolloverHour \(hour)")
    }
    return lines
  }
}

extension AnkiProblem.Subject {
  fileprivate var words: String {
    switch self {
    case .note(let id): "note \(id)"
    case .card(let id): "card \(id)"
    case .review(let id): "review \(id)"
    case .media(let position): "file \(position + 1) of its list"
    case .deck(let id): "deck \(id)"
    }
  }
}

extension AnkiImport.Loss {
  /// What has no counterpart here, with what became of it.
  fileprivate func message(_ count: Int) -> String {
    switch self {
    case .filteredDeck:
      "\(Self.text(count, "filtered deck")): not imported; its cards are in their own decks"
    case .reschedule:
      "\(Self.text(count, "date")) set by hand or anew: not taken over; due dates follow from "
        + "answers"
    case .customData: "\(Self.text(count, "card")) with data of an add-on: that data was left out"
    }
  }

  private static func text(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
