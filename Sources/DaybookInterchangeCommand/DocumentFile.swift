import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// A file that an export wrote: a document, or JSON Lines.
///
/// It is read twice: first to see that all of it can be read, so that a bad line stops the import
/// before anything is written, then to bring it in. Neither holds more of it than one entry.
struct DocumentFile: ImportSource {
  private static let chunkSize = 1 << 20

  private let format: InterchangeFormat
  private let input: InputFile
  private let isPatient: Bool
  private let clock = LocalClock { LocalTime.offsetMinutes(atMilliseconds: $0) }
  /// How many entries the first reading found.
  private var total = 0

  /// Reads a file, or standard input for `-`, to its end.
  ///
  /// - Parameter isPatient: whether entries that cannot be read are passed over.
  /// - Throws: a usage error with file, line and column of the first that cannot.
  init(_ path: String, _ format: InterchangeFormat, isPatient: Bool) throws {
    self.format = format
    self.isPatient = isPatient
    input = try InputFile(path, isPlausible: Self.mayBeJSON)
    var outcome = ImportOutcome(source: input.name)
    var source = try source()
    while try nextEntry(&source, &outcome) != nil { total += 1 }
  }

  func run(_ store: Store, _ options: ImportOptions) throws -> ImportOutcome {
    var outcome = ImportOutcome(source: input.name)
    var source = try source()
    var skipped = 0
    let media = DocumentMedia(besides: input.name)
    var lacked = 0
    var progress = Progress("Importing", of: total)
    defer { progress.end() }
    outcome.report = try store.importEntries(
      options, progress: { progress.show($0.itemCount) },
      {
        let before = outcome.notices.count
        defer { skipped += outcome.notices.count - before }
        let entry = try nextEntry(&source, &outcome)
        if case .portable(.media(let file), _)? = entry, !store.mediaFolder.holds(file) {
          let isKept = try media?.keep(file, in: store, isDryRun: options.isDryRun) ?? false
          if isKept { outcome.fileCount += 1 } else { lacked += 1 }
        }
        return entry
      })
    if lacked > 0 {
      outcome.note(
        input.name, nil,
        "\(Count.text(lacked, "file")) that notes show \(lacked == 1 ? "isn't" : "aren't") beside "
          + "it; media list --missing names what is lacking")
    }
    outcome.report.skipped += skipped
    for (name, place) in source.unknown {
      outcome.note(input.name, place.line, "\(name) isn't known here; left out")
    }
    return outcome
  }

  /// Whether bytes may be how JSON begins: an object or an array, after white space and a byte
  /// order mark.
  private static func mayBeJSON(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    let first = text.first { ![9, 10, 13, 32].contains($0) }
    return first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? true
  }

  private func source() throws -> any EntrySource {
    let reader = try FileReader(input.path)
    let read = { try reader.read(Self.chunkSize) }
    do {
      return format == .jsonl
        ? try LinesReader(clock: clock, read) : try DocumentReader(clock: clock, read)
    } catch {
      throw explained(error)
    }
  }

  /// The next entry that can be read; nil at the end.
  private func nextEntry(
    _ source: inout any EntrySource, _ outcome: inout ImportOutcome
  ) throws -> ImportEntry? {
    while true {
      let read: ReadEntry?
      do {
        read = try source.next()
      } catch {
        throw explained(error)
      }
      guard let read else { return nil }
      switch read.result {
      case .success(let entry?):
        return .portable(entry, ImportPlace(file: input.name, line: read.place.line))
      case .success(nil): continue
      case .failure(let problem):
        let (place, reason) = problem.told(at: read.place)
        guard isPatient else { throw unreadable(place, reason) }
        outcome.note(
          input.name, place.line, "column \(place.column): \(reason); not imported")
      }
    }
  }

  private func explained(_ error: any Error) -> any Error {
    switch error {
    case let error as JSONError: unreadable(error.place, error.problem.message)
    case DocumentProblem.otherSchema:
      UsageError.unreadableFile(
        path: input.name, line: 1, column: nil,
        reason: "this is no export of daybook that this version can read")
    default: error
    }
  }

  private func unreadable(_ place: TextPlace, _ reason: String) -> UsageError {
    .unreadableFile(path: input.name, line: place.line, column: place.column, reason: reason)
  }
}

extension EntryProblem {
  /// The problem in a few words, with where it is.
  func told(at place: TextPlace) -> (place: TextPlace, reason: String) {
    switch self {
    case .malformed(let error): (error.place, error.problem.message)
    case .notAnObject: (place, "something else stands where an entry should")
    case .missing(let name): (place, "\(name) is missing")
    case .wrongType(let name): (place, "\(name) is of an unexpected type")
    case .unreadable(let name): (place, "\(name) can't be read")
    case .nulByte(let name): (place, "\(name) contains a NUL character, so it isn't text")
    case .tooLarge(let name): (place, "\(name) is larger than 1 MiB")
    }
  }
}
