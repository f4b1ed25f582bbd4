import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook merge`: take over what another machine wrote.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Take over the changes of a bundle, or of another store's folder.",
    discussion: """
      EXAMPLES
        daybook merge phone.bundle
        daybook merge --dry-run phone.bundle
        daybook merge /media/stick/daybook

      Merging adds what is missing and deletes nothing. What was written differently on both \
      sides is listed by daybook conflicts, and both versions stay readable. Exit status 3 says \
      that there are new conflicts.
      """)

  @Argument(help: "Bundles, or folders of stores; - is standard input.", completion: .file())
  var paths: [Word]
  @Flag(help: "Show what would change, and change nothing.") var dryRun = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    for path in paths.map(\.string) where path != "-" {
      guard FileSystem.exists(path) else { throw UsageError.noFile(path: path) }
      guard !FileSystem.isDirectory(path) || FileSystem.exists(path + "/data.mdb") else {
        throw StoreError.notAStore(path: path)
      }
    }
    let store = try store.open()
    var reports: [MergeReport] = []
    var failures: [any Error] = []
    for path in paths.map(\.string) {
      let report: MergeReport
      do {
        report = try merge(path, into: store)
      } catch {
        throw Self.failure(error, of: path)
      }
      reports.append(report)
      failures += report.problems.map { Self.failure($0, of: path) }
      try show(report, of: path, store)
    }
    if let failure = failures.first { throw failure }
    if reports.contains(where: { !$0.newConflicts.isEmpty }) {
      throw ExitCode(ExitStatus.newConflicts.rawValue)
    }
  }

  private func merge(_ path: String, into store: Store) throws -> MergeReport {
    Self.isStore(path)
      ? try store.merge(
        directory: path, through: Host.executablePath() ?? "daybook", isDryRun: dryRun)
      : try store.merge(bundleAt: path, isDryRun: dryRun)
  }

  private static func isStore(_ path: String) -> Bool {
    path != "-" && FileSystem.isDirectory(path)
  }

  /// What to say of a source that could not be taken over whole. Where another store's messages
  /// end early, it is a process that ended, not a file.
  private static func failure(_ error: any Error, of path: String) -> any Error {
    guard isStore(path), StoreFailure(error) == .bundleTruncated else { return error }
    return StoreFailure.exchangeFailed
  }

  private func show(_ report: MergeReport, of path: String, _ store: Store) throws {
    let clock = TimeReading(store).clock
    let conflicts = report.newConflicts.compactMap { conflict in
      report.moment.map {
        ConflictView(
          conflict, $0, register: report.registerNames[conflict.identity] ?? ""
        ).json(clock)
      }
    }
    self.store.output.show(report.json(conflicts, clock)) { lines(report, path) }
    if report.tookNewIdentity {
      Console.note(
        "Another copy of this store also writes, so this one goes on as a replica of its own.")
    }
  }

  private func lines(_ report: MergeReport, _ path: String) -> [String] {
    var lines = [
      "\(VisibleText.line(path)): \(report.appliedEvents) new events"
        + (dryRun ? " would be taken over" : " taken over")
        + ", \(report.duplicateEvents) known already."
    ]
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { lines.append("  \(count) \(count == 1 ? one : many)") }
    }
    add(report.effects.changedThings.count, "thing changed", "things changed")
    add(report.effects.overwritten.count, "field overwritten", "fields overwritten")
    add(report.effects.deleted.count, "thing deleted", "things deleted")
    add(report.effects.movedDueDates.count, "due date moved", "due dates moved")
    add(report.files, "file that notes show", "files that notes show")
    add(
      report.newConflicts.count, "new conflict: see daybook conflicts",
      "new conflicts: see daybook conflicts")
    add(
      Int(report.waitingCommands), "command waits for changes from another machine",
      "commands wait for changes from other machines")
    lines.append("  fingerprint \(report.fingerprint)")
    return lines
  }
}
