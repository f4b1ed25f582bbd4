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
      that there are new conflicts. A merge that would delete or overwrite more than a tenth of \
      the items or cards here is shown first and waits for a yes on a terminal; elsewhere it says \
      so, and from five on stops with status 75 and changes nothing, unless --yes is given. undo \
      takes a merge back.
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
    let store = try dryRun ? store.openForReading() : store.open()
    var reports: [MergeReport] = []
    var failures: [any Error] = []
    for path in paths.map(\.string) {
      let source = try source(path, for: store)
      guard try mayMerge(source, into: store) else {
        Console.note("\(VisibleText.line(path)) was not merged.")
        throw ExitCode(ExitStatus.failed.rawValue)
      }
      let report = try merge(source, into: store, isDryRun: dryRun)
      reports.append(report)
      let isSound = report.receivedEvents > 0 || report.files > 0
      failures += report.refusals.map { failure($0, of: path, hasTaken: isSound) }
      if let failure = report.peerFailure { failures.append(ExitCode(failure.status)) }
      try show(report, of: path, store)
    }
    if let failure = failures.first { throw failure }
    if reports.contains(where: { !$0.changes.newConflicts.isEmpty }) {
      throw ExitCode(ExitStatus.newConflicts.rawValue)
    }
  }

  /// What is merged: standard input is held, since it is looked at before it is taken over.
  private enum Source {
    case path(String), input([UInt8])

    var path: String {
      switch self {
      case .path(let path): path
      case .input: "-"
      }
    }
  }

  /// The most that is held of standard input.
  private static let inputLimit = 1 << 30

  private func source(_ path: String, for store: Store) throws -> Source {
    // Where nothing is asked, what comes in by a pipe is taken as it comes.
    guard path == "-", !dryRun, !self.store.yes, try store.holdsThings() else {
      return .path(path)
    }
    do {
      return .input(try StandardInput.readAll(limit: Self.inputLimit))
    } catch  where error.kind == .tooLarge {
      throw MergeRefusal.tooMuchInput
    }
  }

  private func merge(
    _ source: Source, into store: Store, isDryRun: Bool
  ) throws -> MergeReport {
    let path = source.path
    do {
      if case .input(let bytes) = source {
        return try store.merge(bundleBytes: bytes, isDryRun: isDryRun)
      }
      return Self.isStore(path)
        ? try store.merge(
          directory: path, through: Host.executablePath() ?? "daybook", isDryRun: isDryRun)
        : try store.merge(bundleAt: path, isDryRun: isDryRun)
    } catch let failure as PeerFailure {
      throw ExitCode(failure.status)  // it has said why
    } catch {
      throw failure(error, of: path, hasTaken: false)
    }
  }

  /// Whether what changes a lot may be merged: asked on a terminal, where nothing came in by a
  /// pipe.
  ///
  /// - Throws: ``MergeRefusal`` where nobody can be asked.
  private func mayMerge(_ source: Source, into store: Store) throws -> Bool {
    guard !dryRun, !self.store.yes, try store.holdsThings(), maySweep(source, store) else {
      return true
    }
    let preview = try merge(source, into: store, isDryRun: true)
    return try SweepQuestion(self.store, store, mayAsk: source.path != "-")
      .mayTakeOver(store.sweeps(of: preview.changes), preview, from: source.path)
  }

  /// Whether a source has to be tried to know what it changes: one that mostly adds need not.
  private func maySweep(_ source: Source, _ store: Store) -> Bool {
    do {
      return switch source {
      case .input(let bytes): try store.maySweep(bundleBytes: bytes)
      case .path(let path):
        try path == "-" || Self.isStore(path) || store.maySweep(bundleAt: path)
      }
    } catch {
      return true  // why it cannot be read is told by whoever merges it
    }
  }

  private static func isStore(_ path: String) -> Bool {
    path != "-" && FileSystem.isDirectory(path)
  }

  /// What to say of a source that could not be taken over whole. Where another store's messages
  /// end early, it is a process that ended, not a file.
  private func failure(_ error: any Error, of path: String, hasTaken: Bool) -> any Error {
    if Self.isStore(path), StoreFailure(error) == .bundleTruncated {
      return StoreFailure.exchangeFailed
    }
    if hasTaken, !dryRun { return error }
    return BundleDamage(error, in: hasTaken ? .preview : .fruitlessMerge) ?? error
  }

  private func show(_ report: MergeReport, of path: String, _ store: Store) throws {
    let clock = TimeReading(store).clock
    self.store.output.show(report.json(clock)) { lines(report, path, clock) }
    if !dryRun, let notice = RepeatedConflicts(report)?.notice { Console.note(notice) }
    if report.erasedEvents > 0, !dryRun {
      Console.note(
        "What erased events said may still lie on free pages of this store's file: "
          + "daybook erase --overwrite writes those anew.")
    }
    for clock in report.fastClocks { Console.note(clock.words) }
    if report.hasUnreadableViews {
      Console.note(
        "What changed can't be told, for an event of this store is damaged. Nothing is lost; run "
          + "repair: it says which one, and how to get it back.")
    }
    if report.tookNewIdentity {
      Console.note(
        "Another copy of this store also writes, so this one goes on as a replica of its own.")
    }
  }

  private func lines(_ report: MergeReport, _ path: String, _ clock: LocalClock) -> [String] {
    var lines = [
      "\(VisibleText.line(path)): \(Count.text(report.appliedEvents, "new event"))"
        + (dryRun ? " would be taken over" : " taken over")
        + ", \(report.duplicateEvents) known already."
    ]
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { lines.append("  \(count) \(count == 1 ? one : many)") }
    }
    add(
      report.mendedEvents, "damaged event put back as it was",
      "damaged events put back as they were")
    let effects = report.changes.effects
    if dryRun {
      lines += ChangeLines(report.changes, clock, self.store.output).lines
    } else {
      add(effects.changedThings.count, "thing changed", "things changed")
      add(effects.overwritten.count, "field overwritten", "fields overwritten")
      add(effects.deleted.count, "thing deleted", "things deleted")
      add(effects.movedDueDates.count, "due date moved", "due dates moved")
    }
    for contact in report.firstContacts {
      lines.append(
        "  new here: \(VisibleText.line(contact.name.bytes)), whose key is \(contact.replica)")
    }
    lines += report.doubledNames.map { "  " + $0.line }
    add(Int(report.erasedEvents), "event erased", "events erased")
    add(report.files, "file that notes show", "files that notes show")
    add(
      dryRun ? 0 : report.changes.newConflicts.count, "new conflict: see daybook conflicts",
      "new conflicts: see daybook conflicts")
    add(
      Int(report.waitingCommands), "command waits for changes from another machine",
      "commands wait for changes from other machines")
    add(
      report.unfoldableCommands,
      "of them waits because an event it is about is damaged here: daybook repair",
      "of them wait because events they are about are damaged here: daybook repair")
    lines.append("  fingerprint \(report.fingerprint)")
    return lines
  }
}
