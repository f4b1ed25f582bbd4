import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSystem

/// `daybook rebuild`: fold the views anew from the log.
struct RebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Build views anew from the log, while others read and write.",
    discussion: """
      EXAMPLES
        daybook rebuild
        daybook rebuild items --dry-run
        daybook rebuild --verify          fails if a view differs from its events
      """)

  @Argument(
    help: "items, collections or decks; all of them by default.",
    completion: .list(ViewName.allCases.map(\.rawValue)))
  var views: [Word] = []
  @Flag(help: "Build and compare, and keep the views that are there.") var dryRun = false
  @Flag(help: "Like --dry-run, and fail where there is a difference.") var verify = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    let names = try views.map { word in
      guard let name = ViewName(rawValue: word.string) else {
        throw UsageError.unknownValue(
          option: "rebuild", known: ViewName.allCases.map(\.rawValue))
      }
      return name
    }
    let store = try store.open()
    let start = SystemClock.nowMilliseconds()
    let reports = try store.rebuild(
      ViewName.allCases.filter { names.isEmpty || names.contains($0) },
      isDryRun: dryRun || verify)
    let seconds = Double(SystemClock.nowMilliseconds() - start) / 1000
    let elements = reports.map { Self.json($0, seconds) }
    self.store.output.show(["schema": "daybook.rebuild/1", "views": .array(elements)]) {
      reports.map(Self.line)
    }
    if verify, reports.contains(where: { $0.differences > 0 }) {
      throw ExitCode(ExitStatus.failed.rawValue)
    }
  }

  /// - Parameter seconds: how long all views took, which are built together.
  private static func json(_ report: RebuildReport, _ seconds: Double) -> JSON {
    [
      "name": .string(report.view), "events": .integer(Int64(clamping: report.events)),
      "rows": .integer(Int64(report.rows)), "seconds": .number(seconds),
      "differences": .integer(Int64(report.differences)),
    ]
  }

  private static func line(_ report: RebuildReport) -> String {
    "\(report.view): \(report.rows) rows from \(report.events) events, "
      + (report.differences == 0 ? "no difference" : "\(report.differences) differences")
  }
}
