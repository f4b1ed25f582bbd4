import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSync
import DaybookSystem

/// `daybook sync`: exchange changes with remotes, both ways.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Exchange changes with your remotes, both ways.",
    discussion: """
      EXAMPLES
        daybook sync                  with all remotes
        daybook sync stick            with one
        daybook sync --dry-run        what would be taken over
        daybook sync --watch          now and whenever something changes, until Ctrl-C
        daybook sync --install-service > ~/.config/systemd/user/daybook-sync.service

      Takes over what others wrote and publishes what they lack, in steps that are each kept: stop \
      it whenever you like, and run it again. What was written differently on two machines is \
      listed by daybook conflicts, and both versions stay readable; exit status 3 says that there \
      are new ones, and 75 that a remote could not be reached. What would delete or overwrite more \
      than a tenth of the items or cards here is shown first, as merge does.
      """)

  @Argument(help: "Names of remotes; without any, all.") var names: [Word] = []
  @Flag(help: "Show what would change, and change nothing.") var dryRun = false
  @Flag(help: "Print a file that lets the system run sync --watch from login on.")
  var installService = false
  @Flag(help: "Go on: exchange whenever something changes here or there, until Ctrl-C.")
  var watch = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !installService else { return try printService() }
    let store = try dryRun ? store.openForReading() : store.openExisting()
    let remotes = try store.remotes(named: names.map(\.string))
    guard !remotes.isEmpty else {
      Console.note(
        "There are no remotes yet. Add one: daybook remote add stick /media/stick/daybook")
      return try show([], store)
    }
    guard !watch else { return try keepInStep(store) }
    var rounds: [Round] = []
    for remote in remotes { rounds.append(try round(with: remote, store)) }
    try show(rounds, store)
    let failed = rounds.filter { $0.failure != nil }
    for round in failed.dropFirst() {
      let words = round.failure.flatMap { CommandFailure.explained($0)?.0 }
      if let words { Console.note("\(round.name): \(words)") }
    }
    if let failure = failed.first?.failure { throw failure }
    if rounds.contains(where: { $0.newConflicts > 0 }) {
      throw ExitCode(ExitStatus.newConflicts.rawValue)
    }
  }

  private func printService() throws {
    let program = Host.executablePath() ?? "daybook"
    let words = try [program, "sync", "--watch", "--store", store.path] + names.map(\.string)
    let (text, path, start) = SyncService(words: words).file
    Console.print(text)
    Console.note("Save this as \(path), then run \(start)")
  }

  /// Runs a round whenever there is something to do. What is the same as before is said once.
  private func keepInStep(_ store: Store) throws {
    guard !dryRun else {
      throw UsageError.contradiction("--watch and --dry-run exclude each other")
    }
    var said: [String: String] = [:]
    try SyncWatch(store).run(names.map(\.string)) { remote in
      let round = try self.round(with: remote, store)
      let words = try round.failure.map { failure in
        guard let explanation = CommandFailure.explained(failure)?.0 else { throw failure }
        // Whatever passes by itself is told once it has lasted, and explained when it lasts on.
        guard (failure as? RemoteError)?.passes ?? false else { return "\(explanation)" }
        let failures = remote.failures + 1
        guard failures >= SyncMessage.failuresUntilOffline else { return "" }
        return failures < SyncMessage.failuresUntilExplained
          ? SyncMessage.unableToSync.text : "\(explanation)"
      }
      if let words, !words.isEmpty, said[remote.name] != words {
        Console.note("\(remote.name): \(words)")
        said[remote.name] = words
      }
      guard let report = round.report else { return true }
      let wasTold = said.removeValue(forKey: remote.name) != nil
      if wasTold || report.merge.appliedEvents > 0 || report.publish.events > 0 {
        for line in lines(round) { Console.note(line) }
      }
      return true
    }
  }

  /// What became of one remote.
  private struct Round {
    let name: String
    var report: Sync.Report?
    var failure: (any Error)?

    var newConflicts: Int { report?.merge.changes.newConflicts.count ?? 0 }
  }

  private func round(with remote: RemoteRecord, _ store: Store) throws -> Round {
    var options = Sync.Options()
    options.sshProgram = Host.environment("DAYBOOK_SSH") ?? options.sshProgram
    options.mayAsk = self.store.mayAsk
    var sync = Sync(store, with: remote, options: options)
    do {
      guard try mayTakeOver(&sync, remote, store) else {
        Console.note("Nothing was exchanged with \(remote.name).")
        throw ExitCode(ExitStatus.failed.rawValue)
      }
      if remote.lastSync == nil, !dryRun { Console.note(SyncMessage.settingUp.text) }
      let report = try Console.showing(SyncMessage.syncing.text) {
        let report = try sync.run(isDryRun: dryRun)
        try sync.close()
        return report
      }
      for problem in report.problems { Console.note(problem.words(remote.name)) }
      for problem in report.merge.refusals {
        let words = StoreFailure(problem)?.explanation.whatHappened ?? "A part can't be read."
        Console.note("\(remote.name): \(words)")
      }
      for clock in report.merge.fastClocks { Console.note(clock.words) }
      if !dryRun, let notice = RepeatedConflicts(report.merge)?.notice { Console.note(notice) }
      return Round(name: remote.name, report: report)
    } catch let error as RemoteError {
      return Round(name: remote.name, failure: error)
    } catch let refusal as MergeRefusal where watch {
      return Round(name: remote.name, failure: refusal)
    }
  }

  /// Whether what changes a lot may be taken over: asked on a terminal.
  ///
  /// - Throws: ``MergeRefusal`` where nobody can be asked.
  private func mayTakeOver(
    _ sync: inout Sync, _ remote: RemoteRecord, _ store: Store
  ) throws -> Bool {
    guard !dryRun, !self.store.yes, try store.holdsThings(), try sync.maySweep() else {
      return true
    }
    let preview = try sync.run(isDryRun: true).merge
    return try SweepQuestion(self.store, store)
      .mayTakeOver(store.sweeps(of: preview.changes), preview, from: remote.name)
  }

  private func show(_ rounds: [Round], _ store: Store) throws {
    let document: JSON = [
      "schema": "daybook.sync/1", "remotes": .array(rounds.map(json)),
      "fingerprint": .string(try store.fingerprint()),
    ]
    self.store.output.show(document) { rounds.flatMap(lines) }
  }

  private func json(_ round: Round) -> JSON {
    let report = round.report
    let problem = round.failure.flatMap { CommandFailure.explained($0)?.0.whatHappened }
    let isOffline = (round.failure as? RemoteError)?.exitStatus == .tryLater
    return .object([
      ("name", .string(round.name)),
      ("state", .string(report != nil ? "synced" : isOffline ? "offline" : "failed")),
      ("sent", .integer(Int64(report?.publish.events ?? 0))),
      ("received", .integer(Int64(report?.merge.receivedEvents ?? 0))),
      ("applied", .integer(Int64(report?.merge.appliedEvents ?? 0))),
      ("conflicts", .integer(Int64(round.newConflicts))),
      ("problem", problem.map { .string($0) } ?? .null),
    ])
  }

  private func lines(_ round: Round) -> [String] {
    guard let report = round.report else { return [] }
    let name = VisibleText.line(round.name)
    let taken = Count.text(report.merge.appliedEvents, "new event")
    if dryRun { return ["\(name): \(taken) would be taken over."] }
    var parts: [String] = []
    if report.merge.appliedEvents > 0 { parts.append("\(taken) taken over") }
    if report.publish.events > 0 {
      parts.append("\(Count.text(report.publish.events, "event")) sent")
    }
    let files = report.media.received + report.media.published
    if files > 0 { parts.append("\(Count.text(files, "file")) copied") }
    var lines = ["\(name): " + (parts.isEmpty ? "in step." : parts.joined(separator: ", ") + ".")]
    if report.merge.waitingCommands > 0 {
      let count = Count.text(Int(report.merge.waitingCommands), "command")
      lines.append("  \(count) from there still lack what they were written on top of.")
    }
    if round.newConflicts > 0 {
      lines.append("  \(Count.text(round.newConflicts, "new conflict")): see daybook conflicts")
    }
    return lines
  }
}

extension RemoteProblem {
  /// What to say of it.
  fileprivate func words(_ remote: String) -> String {
    switch self {
    case .incomplete(let file):
      "\(remote): \(VisibleText.line(file)) isn't there whole yet; it is tried again next time."
    case .damaged(let file):
      "\(remote): \(VisibleText.line(file)) isn't what it was; what is sound in it was taken."
    case .newer(let file):
      "\(remote): \(VisibleText.line(file)) was written by a newer daybook; update this one."
    case .older(let host):
      "\(remote): the daybook on \(VisibleText.line(host)) is too old to take changes; update it."
    }
  }
}
