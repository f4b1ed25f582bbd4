import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// A folder of Markdown notes.
struct VaultFolder: ImportSource {
  /// The most bytes of a note.
  static let noteByteLimit = 1 << 20

  private let path: String
  private let name: String

  /// Finds a vault; it goes by its folder's name unless another is given.
  init(_ path: String, name: String?) throws {
    guard FileSystem.exists(path) else { throw UsageError.noFile(path: path) }
    guard FileSystem.isDirectory(path) else {
      throw UsageError.unreadableFile(
        path: path, line: nil, column: nil, reason: "a vault is a folder, and this is a file")
    }
    self.path = path
    self.name = name ?? PathName.last(of: path)
  }

  func run(_ store: Store, _ options: ImportOptions) throws -> ImportOutcome {
    var outcome = ImportOutcome(source: name)
    let listing = try FileSystem.listFilesRecursively(path)
    let scan = VaultScan(listing.files.map(\.relativePath))
    outcome.attachments = scan.attachments
    for name in listing.unreadableNames {
      outcome.note(name, nil, "the name isn't UTF-8; not imported")
    }
    var vault = VaultImport(vault: name, clock: TimeReading(store).clock)
    var notes = scan.notes[...]
    var unread = 0
    var progress = Progress("Importing notes", of: notes.count)
    defer { progress.end() }
    outcome.report = try store.importItems(options, progress: { progress.show($0.itemCount) }) {
      while let note = notes.popFirst() {
        do throws(SystemError) {
          let raw = try FileSystem.readFile(path + "/" + note, limit: Self.noteByteLimit)
          return vault.item(path: note, raw: raw)
        } catch {
          outcome.note(note, nil, try Self.message(error))
          unread += 1
        }
      }
      return nil
    }
    outcome.report.skipped += unread
    for (path, problem) in vault.problems {
      outcome.note(path, problem.line, problem.kind.message)
    }
    return outcome
  }

  /// Why one note cannot be read; anything that concerns more than that one is thrown.
  private static func message(_ error: SystemError) throws(SystemError) -> String {
    switch error.kind {
    case .tooLarge: ImportProblem.Kind.tooLarge.message
    case .permissionDenied: "may not be read; not imported"
    case .notFound: "was gone before it could be read; not imported"
    default: throw error
    }
  }
}

/// What folders and files are called.
enum PathName {
  /// The last name in a path, also where that ends in dots.
  static func last(of path: String) -> String {
    let start = path.hasPrefix("/") ? "" : (Host.environment("PWD") ?? "") + "/"
    var parts: [Substring] = []
    for part in (start + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.last.map(String.init) ?? "/"
  }
}
