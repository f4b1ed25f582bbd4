import ArgumentParser
import DaybookConsole
import DaybookEvents
import DaybookSystem
import Workload

/// Measures Daybook beside plain LMDB on the same work, in turn, in one run.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools/bench",
    abstract: "Measure Daybook as a ratio to plain LMDB in C doing the same work.",
    discussion: """
      EXAMPLES
        tools/bench                              every row, up to 1 million lines
        tools/bench --rows P3,P5 --n 100000 --rounds 3
        tools/bench --rows P4 --n 100000,10000000
        tools/bench --json > bench.json

      A ratio is the median over rounds in which both sides take turns, with the least and the \
      greatest. Loops are measured in processor time, durable commits and whole processes in wall \
      time, of which the median counts. P15, P15b and P16b are milliseconds of processor time, S1 \
      nanoseconds for each of a million reviews, S2 milliseconds of wall time. The sources say for \
      each row what exactly stands on each side.
      """)

  @Option(help: "Which rows, as P1,P3; all by default.")
  var rows = ""
  @Option(name: .customLong("n"), help: "How many lines, as 10000,100000.")
  var sizes = "10000,100000,1000000"
  @Option(help: "How often both sides take turns; a third as often from 1 million lines on.")
  var rounds = 5
  @Flag(help: "Print one JSON document instead of a table.")
  var json = false
  @Option(help: "Where stores are made; on the file system to be measured.")
  var folder: String?
  @Option(help: "The program that P16 starts.")
  var daybook: String?
  @Option(help: "A program that does nothing, for P16.")
  var empty: String?
  @Option(help: "A Python that has fsrs-rs-python, to compare S1 with.")
  var python: String?
  @Option(help: "What P16 says about its programs.")
  var processNote = ""

  /// The id of an item or card of the workload.
  static func id(_ name: String) -> EntityID { WorkloadDrafts.id(name) }

  /// Says something beside the results.
  static func note(_ text: String) { Console.note(text) }

  func run() throws {
    let wanted = try wantedRows()
    let sizes = sizes.split(separator: ",").compactMap { Int($0) }.filter { $0 >= 1000 }
    guard !sizes.isEmpty else { throw ValidationError("--n takes numbers of 1000 or more.") }
    let home =
      (folder ?? Host.temporaryFolder) + "/daybook-bench-\(Host.processIdentifier)"
    // What is left over lies among temporary files.
    defer { try? FileSystem.removeRecursively(home) }
    var report = Report()
    if wanted.contains(.S1) {
      Self.note("memory states …")
      report.add([try SchedulerRows(folder: home, python: python).figure(rounds: rounds)])
    }
    if !wanted.isDisjoint(with: [.S2, .S3, .P15b]) {
      Self.note("large decks …")
      report.add(try StudyRows(folder: home + "/study").figures(rounds: rounds, wanted))
      try FileSystem.removeRecursively(home + "/study")
    }
    for size in wanted.isSubset(of: Row.ofStudy) ? [] : sizes.sorted() {
      report.add(try figures(size, home + "/\(size)", wanted))
      try FileSystem.removeRecursively(home + "/\(size)")
    }
    if wanted.contains(.P4) { report.addGrowth() }
    for row in [Row.H1, .H3] { report.compareWithSmallest(row) }
    print(json ? report.json(wanted).pretty : report.table(wanted))
  }

  private func wantedRows() throws -> Set<Row> {
    guard !rows.isEmpty else { return Set(Row.allCases) }
    return Set(
      try rows.split(separator: ",").map { name in
        guard let row = Row(rawValue: String(name)) else {
          throw BenchError.unknownRow(String(name))
        }
        return row
      })
  }

  private func figures(_ size: Int, _ folder: String, _ wanted: Set<Row>) throws -> [Figure] {
    func any(_ rows: Row...) -> Bool { !wanted.isDisjoint(with: rows) }
    let rounds = size >= 1_000_000 ? max(1, rounds / 3) : rounds
    Self.note("\(size) lines: making them …")
    let fixture = try Fixture(count: size, folder: folder)
    var figures: [Figure] = []
    if any(.P1, .P1b, .P2, .P2b) {
      Self.note("\(size) lines: commits …")
      var commits = try CommitRows(fixture, commitsPerRound: 30)
      if any(.P1, .P1b) { figures += try commits.singles(rounds: self.rounds, wanted) }
      if any(.P2, .P2b) { figures += try commits.groups(rounds: self.rounds, wanted) }
    }
    if any(.P16, .P16b), let daybook, let empty {
      Self.note("\(size) lines: processes …")
      let processes = ProcessRows(
        fixture: fixture, daybook: daybook, empty: empty, note: processNote)
      figures += try processes.figures(rounds: self.rounds)
    }
    if any(.P11, .P11b, .P15) {
      Self.note("\(size) lines: reading …")
      figures += try ReadingRows(fixture: fixture).figures(rounds: rounds, wanted)
    }
    if any(.H1, .H2, .H3) {
      Self.note("\(size) lines: history …")
      figures += try HistoryRows(fixture: fixture).figures(rounds: rounds, wanted)
    }
    if any(.P5, .P6, .P7, .P12, .P12b) {
      Self.note("\(size) lines: walking the log …")
      figures += try FoldRows(fixture: fixture).figures(rounds: rounds, wanted)
    }
    if any(.P8, .P9, .P10, .Y1, .Y2, .Y3) {
      Self.note("\(size) lines: keeping in step …")
      figures += try SyncRows(fixture: fixture, daybook: daybook).figures(rounds: rounds, wanted)
    }
    if any(.P3, .P4, .P13) {
      Self.note("\(size) lines: importing …")
      figures += try ImportRows(fixture: fixture).figures(rounds: rounds, wanted)
    }
    return figures
  }
}
