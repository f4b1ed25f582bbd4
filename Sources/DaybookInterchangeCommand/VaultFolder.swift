import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// A folder of Markdown notes.
struct VaultFolder: ImportSource {
  /// The most bytes of a note.
  static let noteByteLimit = 1 << 20

  private let path: String
  private let folder: String
  private let name: String?

  /// Finds a vault.
  ///
  /// - Parameter name: what to know it by; nil for what it says itself.
  init(_ path: String, name: String?) throws {
    guard FileSystem.exists(path) else { throw UsageError.noFile(path: path) }
    guard FileSystem.isDirectory(path) else {
      throw UsageError.unreadableFile(
        path: path, line: nil, column: nil, reason: "a vault is a folder, and this is a file")
    }
    self.path = path
    self.name = name
    folder = PathName.last(of: path)
  }

  func run(_ store: Store, _ options: ImportOptions) throws -> ImportOutcome {
    var outcome = ImportOutcome(source: name ?? folder)
    let listing = try FileSystem.listFilesRecursively(path)
    let scan = VaultScan(listing.files.map(\.relativePath))
    outcome.attachments = scan.attachments
    for name in listing.unreadableNames {
      outcome.note(name, nil, "the name isn't UTF-8; not imported")
    }
    let identity = try identify(store, scan.notes, options, &outcome)
    var vault = VaultImport(
      vault: identity, name: outcome.source,
      paths: try VaultPaths(identity, scan.notes) { id in
        try store.importedItem(id).flatMap { VaultExport.path(of: $0) }
      }, clock: TimeReading(store).clock)
    var isAnnounced = scan.notes.isEmpty
    var notes = scan.notes[...]
    var unread = 0
    var progress = Progress("Importing notes", of: notes.count)
    defer { progress.end() }
    outcome.report = try store.importEntries(
      options, progress: { progress.show($0.itemCount) },
      {
        guard isAnnounced else {
          isAnnounced = true
          return .vault(KnownVault(identity: identity, folder: folder))
        }
        while let note = notes.popFirst() {
          do throws(SystemError) {
            let raw = try FileSystem.readFile(path + "/" + note, limit: Self.noteByteLimit)
            return .item(vault.item(path: note, raw: raw))
          } catch {
            outcome.note(note, nil, try Self.message(error))
            unread += 1
          }
        }
        return nil
      })
    outcome.report.skipped += unread
    for (path, problem) in vault.problems {
      outcome.note(path, problem.line, problem.kind.message)
    }
    return outcome
  }

  /// What the vault is known by; from now on a file in it says so, where one can be written.
  private func identify(
    _ store: Store, _ notes: [String], _ options: ImportOptions, _ outcome: inout ImportOutcome
  ) throws -> String {
    let mark = VaultMarkFile(in: path, isNamed: name != nil)
    if let problem = mark.problem { outcome.note(path + "/" + VaultMark.fileName, nil, problem) }
    let place = try FileSystem.resolved(path)
    let finder = VaultFinder(
      store, folder: folder, place: "\(Host.name()) \(place)", notes: notes
    ) { [path] note in
      // A note that cannot be read is told when it is its turn.
      try? FileSystem.readFile(path + "/" + note, limit: Self.noteByteLimit)
    }
    let found = try finder.find(name: name, mark: mark.vault)
    switch found.grounds {
    case .copy:
      outcome.note(folder, nil, "holds the notes of a vault imported before; taken for that one")
    case .new(isBesideNamesake: true):
      outcome.note(
        folder, nil,
        "another vault of this name was imported before; taken for one of its own. If they are "
          + "one, undo, copy that one's \(VaultMark.fileName) here, and import again")
    case .before:
      outcome.note(
        folder, nil,
        "holds the notes of a vault that was known by this name alone; taken for that one")
    case .named, .marked, .place, .new: break
    }
    guard !options.isDryRun, !notes.isEmpty, mark.vault == nil else { return found.identity }
    do throws(SystemError) {
      if mark.isFree {
        try mark.write(found.identity)
        if mark.problem != nil { outcome.note(VaultMark.fileName, nil, "written anew") }
        return found.identity
      }
    } catch {
      // Told below, where it matters.
    }
    guard case .new = found.grounds else { return found.identity }
    outcome.note(
      folder, nil, "\(VaultMark.fileName) can't be written, so the vault is known by its place")
    return try finder.identityByPlace()
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
