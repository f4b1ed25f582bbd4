import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSync
import DaybookSystem

/// `daybook verify`: prove that everything is as it was written.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every event, chain, signature, view and file; changes nothing.",
    discussion: """
      EXAMPLES
        daybook verify
        daybook verify --store /media/stick/daybook

      The check runs in a process of its own, so that even a file that cannot be read safely \
      only ends that process.
      """)

  @Flag(help: .hidden) var inProcess = false
  @Flag(help: .hidden) var quiet = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard inProcess else { return try inChild() }
    do {
      try check()
    } catch let error where quiet {
      // What cannot be read, for whatever reason, is as good as damaged.
      if StoreFailure(error) == .inputOutput { throw ExitCode(ExitStatus.failed.rawValue) }
      throw CommandFailure.explained(error).map { ExitCode($0.1.rawValue) } ?? error
    }
  }

  private func check() throws {
    Host.forgoCrashReports()
    var options = store.options
    options.allowsShortFile = true
    let report: VerificationReport
    let lost: [LostReceipt]
    do {
      let store = try Store.openToInspect(at: store.path, options: options)
      report = try store.verify(includesMedia: !quiet)
      lost = try store.lostReceipts()
    } catch let error where StoreFailure(error) == .damaged {
      show(nil, nil, ["A part of the store is damaged and cannot be read."])
      throw ExitCode(ExitStatus.failed.rawValue)
    }
    let problems = report.problems + lost.map(\.words) + report.mediaProblems
    show(report.events, report.replicas, problems)
    if !problems.isEmpty { throw ExitCode(ExitStatus.failed.rawValue) }
  }

  private func show(_ events: UInt64?, _ replicas: Int?, _ problems: [String]) {
    guard !quiet else { return }
    let document: JSON = [
      "schema": "daybook.verify/1",
      "events": events.map { .integer(Int64(clamping: $0)) } ?? .null,
      "replicas": replicas.map { .integer(Int64($0)) } ?? .null,
      "problems": .array(problems.map { .string($0) }),
    ]
    store.output.show(document) {
      problems.isEmpty ? [Self.soundness(events ?? 0, replicas ?? 0)] : problems
    }
  }

  private static func soundness(_ events: UInt64, _ logs: Int) -> String {
    let place = "in \(Count.text(logs, "log"))"
    return events == 1
      ? "The 1 event \(place) is as it was written."
      : "All \(events) events \(place) are as they were written."
  }

  private func inChild() throws {
    let path = Host.executablePath() ?? "daybook"
    let words = Host.arguments().map { String(decoding: $0, as: UTF8.self) }
    switch try ChildProcess.run(path, words + ["--in-process"]) {
    case .status(0): return
    case .status(let status): throw ExitCode(status)
    case .signal(let signal):
      guard !ChildCheck.isStopped(by: signal) else {
        Console.note("The check was stopped before its end. Nothing was changed.")
        throw ExitCode(ExitStatus.interrupted.rawValue)
      }
      show(nil, nil, ["The store's file is damaged so badly that it cannot be walked."])
      Console.note("Nothing was changed.")
      Console.note("Run repair: it says what is damaged, and saves what can be read.")
      throw ExitCode(ExitStatus.failed.rawValue)
    }
  }
}

extension LostReceipt {
  /// What is missing, and what brings it back.
  fileprivate var words: String {
    let name = VisibleText.line(remote)
    return
      "The log of \(event.replica) ends before event \(event), which \(name) was seen to hold: "
      + "it was cut back. daybook sync \(name) brings back what is there."
  }
}
