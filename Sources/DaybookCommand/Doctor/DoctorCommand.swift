import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSync
import DaybookSystem

/// `daybook doctor`: how the program, the store and their surroundings are.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look for what is wrong, and show what could use the network.",
    discussion: """
      EXAMPLES
        daybook doctor
        daybook doctor --json
        daybook doctor --store /media/stick/daybook

      Changes nothing, and works on a damaged store too: that is looked at by a process of its \
      own. It reads headers and counts; verify reads every event.
      """)

  @Flag(help: .hidden) var inProcess = false
  @OptionGroup var store: StoreArguments

  /// How long the look into the store may take before it is given up.
  private static let secondsLimit: UInt32 = 60

  func run() throws {
    let place = StorePlace(try store.path)
    guard place.exists else { return try show(DoctorReport(place, nil)) }
    guard inProcess else { return try inChild(place) }
    Host.forgoCrashReports()
    Host.end(afterSeconds: Self.secondsLimit)
    var options = store.options
    options.createsMissing = false
    options.isReadOnly = true
    options.allowsShortFile = true
    let health: StoreHealth
    let remotes: [RemoteRecord]
    do {
      let opened = try Store.open(at: place.path, options: options)
      health = try opened.health()
      // What keeps them from being read is a finding of its own.
      remotes = (try? opened.remotes()) ?? []
    } catch {
      guard let (explanation, _) = CommandFailure.explained(error) else { throw error }
      let isOlder = StoreFailure(error) == .older
      return try show(DoctorReport(place, nil, failure: explanation, isOlder: isOlder))
    }
    try show(DoctorReport(place, health, remotes: remotes))
  }

  private func inChild(_ place: StorePlace) throws {
    let path = Host.executablePath() ?? "daybook"
    var words = ["doctor", "--in-process", "--store", place.path]
    if store.json { words.append("--json") }
    if store.noColor { words.append("--no-color") }
    switch try ChildProcess.run(path, words) {
    case .status(0): return
    case .status(let status): throw ExitCode(status)
    case .signal(let signal):
      guard !ChildCheck.isStopped(by: signal) else {
        throw ExitCode(ExitStatus.interrupted.rawValue)
      }
      let failure = Explanation(
        whatHappened: "The store's file is so damaged that it can't be looked into safely.",
        dataSafety: "Nothing was changed.",
        nextStep: "Run repair: it says what is damaged, and saves what can be read.")
      try show(DoctorReport(place, nil, failure: failure))
    }
  }

  private func show(_ report: DoctorReport) throws {
    let clock = LocalClock { LocalTime.offsetMinutes(atMilliseconds: $0) }
    let output = store.output
    output.show(report.json(clock)) { report.lines(output, clock) }
    if !report.findings.isEmpty { throw ExitCode(ExitStatus.failed.rawValue) }
  }
}
