import Daybook
import DaybookConsole
import DaybookInterchange

/// What an import did, with all there is to say about it.
struct ImportOutcome {
  /// What the source is called.
  let source: String
  /// How many of what.
  var report = ImportReport()
  /// What was not done, or not as the source may have meant it.
  var notices: [Notice] = []
  /// Files that were added for notes to show.
  var fileCount = 0
  /// Files that are no notes.
  var attachments: [String] = []
  /// What was taken for granted, and what can be set otherwise.
  var remarks: [String] = []

  /// One thing to know.
  struct Notice {
    let place: ImportPlace
    let message: String
  }

  /// Adds one thing to know.
  mutating func note(_ file: String, _ line: Int?, _ message: String) {
    notices.append(Notice(place: ImportPlace(file: file, line: line), message: message))
  }
}

/// Shows what an import did.
struct ImportLines {
  private let outcome: ImportOutcome
  private let isDryRun: Bool

  init(_ outcome: ImportOutcome, isDryRun: Bool) {
    self.outcome = outcome
    self.isDryRun = isDryRun
  }

  /// Results to standard output, what needs attention to standard error.
  func show(_ output: Output) {
    if !output.isJSON {
      for notice in notices { Console.note(Self.line(notice)) }
    }
    output.show(json) { lines }
  }

  private var notices: [ImportOutcome.Notice] {
    outcome.notices
      + outcome.report.problems.map {
        ImportOutcome.Notice(place: $0.place, message: $0.kind.message)
      }
  }

  private static func line(_ notice: ImportOutcome.Notice) -> String {
    let place = [notice.place.file, notice.place.line.map { "\($0)" }].compactMap(\.self)
    return VisibleText.line("\(place.joined(separator: ":")): \(notice.message)")
  }

  private var lines: [String] {
    let report = outcome.report
    let counts = [
      (report.new, "new"), (report.updated, "updated"), (report.duplicate, "unchanged"),
      (report.conflicting, "changed on both sides"), (report.deleted, "deleted before"),
      (report.skipped - report.deleted, "not imported"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    let added = [
      (report.cards, "card"), (report.reviews, "review"), (outcome.fileCount, "file"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
    let verb = isDryRun ? "Would import from" : "Imported from"
    let all = counts + added
    let result = all.isEmpty ? "nothing" : all.joined(separator: ", ")
    var lines = ["\(verb) \(VisibleText.line(outcome.source)): \(result)."]
    if report.undecided > 0, !isDryRun {
      let both = report.undecided == 1 ? "Both versions of it are" : "Both versions of each are"
      lines.append("\(both) kept: daybook conflicts shows them, conflicts keep decides.")
    }
    let attachments = outcome.attachments
    if !attachments.isEmpty {
      let shown = attachments.prefix(5).map { VisibleText.line($0) }.joined(separator: ", ")
      let rest = attachments.count > 5 ? ", …" : ""
      let noun = attachments.count == 1 ? "file that is no note" : "files that are no notes"
      lines.append("Left where they are, \(attachments.count) \(noun): \(shown)\(rest)")
    }
    return lines + outcome.remarks
  }

  private var json: JSON {
    let report = outcome.report
    let warnings: [JSON] = notices.map {
      [
        "file": .string($0.place.file),
        "line": $0.place.line.map { .integer(Int64($0)) } ?? .null,
        "message": .string($0.message),
      ]
    }
    return [
      "schema": "daybook.import/1", "source": .string(outcome.source), "dryRun": .bool(isDryRun),
      "new": .integer(Int64(report.new)), "updated": .integer(Int64(report.updated)),
      "duplicate": .integer(Int64(report.duplicate)),
      "conflicting": .integer(Int64(report.conflicting)),
      "skipped": .integer(Int64(report.skipped)), "deleted": .integer(Int64(report.deleted)),
      "cards": .integer(Int64(report.cards)), "reviews": .integer(Int64(report.reviews)),
      "dated": .integer(Int64(report.dated)), "files": .integer(Int64(outcome.fileCount)),
      "warnings": .array(warnings),
      "attachments": .array(outcome.attachments.map { .string($0) }),
    ]
  }
}
