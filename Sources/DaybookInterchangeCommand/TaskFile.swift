import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// What `task export` printed.
struct TaskFile: ImportSource {
  /// The most bytes of a file.
  private static let byteLimit = 256 << 20

  private let path: String
  private let name: String
  private let bytes: [UInt8]

  /// Reads a file, or standard input for `-`.
  init(_ path: String, name: String?) throws {
    self.path = path
    let isInput = path == "-"
    self.name = name ?? (isInput ? "taskwarrior" : PathName.last(of: path))
    if isInput {
      bytes = try StandardInput.readAll(limit: Self.byteLimit)
    } else {
      guard FileSystem.exists(path) else { throw UsageError.noFile(path: path) }
      bytes = try FileSystem.readFile(path, limit: Self.byteLimit)
    }
  }

  func run(_ store: Store, _ options: ImportOptions) throws -> ImportOutcome {
    let reading = TimeReading(store)
    let offset = reading.clock.offsetMinutes(reading.now)
    let file = TaskwarriorFile.parse(bytes, offsetMinutes: offset)
    try refuseWhatIsNoJSON(file)
    var outcome = ImportOutcome(source: name)
    var items = TaskwarriorImport(file.tasks, file: path, source: name).items[...]
    var progress = Progress("Importing tasks", of: items.count)
    defer { progress.end() }
    outcome.report = try store.importItems(options, progress: { progress.show($0.itemCount) }) {
      items.popFirst()
    }
    for problem in file.problems {
      outcome.note(path, problem.line, problem.message.message)
      if problem.losesTask { outcome.report.skipped += 1 }
    }
    return outcome
  }

  /// A file in which nothing at all could be read is no export.
  private func refuseWhatIsNoJSON(_ file: TaskwarriorFile) throws {
    guard file.tasks.isEmpty, let first = file.problems.first,
      file.problems.allSatisfy(\.losesTask)
    else { return }
    let reason =
      switch first.message {
      case .malformed(let problem): problem.message
      default: "there is no task in it"
      }
    throw UsageError.unreadableFile(
      path: path, line: first.line, column: first.column, reason: reason)
  }
}
