import Daybook
import DaybookConsole
import DaybookEvents
import DaybookInterchange
import DaybookSystem

/// A folder that notes are written into.
struct VaultTarget {
  private let path: String
  private let name: String
  private let isDryRun: Bool
  /// The notes that were there before.
  private var existing: Set<String> = []

  private(set) var written = 0
  private(set) var unchanged = 0
  private(set) var skipped = 0
  private(set) var notices: [(path: String, message: String)] = []

  /// Looks at a folder; as a vault it goes by its own name unless another is given.
  ///
  /// - Throws: ``FolderInUse`` where it holds anything, unless it `mayBeInUse`.
  init(_ path: String, name: String?, mayBeInUse: Bool, isDryRun: Bool) throws {
    self.path = path
    self.name = name ?? PathName.last(of: path)
    self.isDryRun = isDryRun
    guard FileSystem.exists(path) else { return }
    let isFolder = FileSystem.isDirectory(path)
    if isFolder, try FileSystem.listDirectory(path).isEmpty { return }
    guard isFolder, mayBeInUse else { throw FolderInUse(path: path) }
    let files = try FileSystem.listFilesRecursively(path).files.map(\.relativePath)
    existing = Set(VaultScan(files).notes)
  }

  /// Writes every live item. Each file is written whole or not at all; what was written before a
  /// failure stays.
  mutating func export(_ store: Store) throws {
    let clock = TimeReading(store).clock
    var paths = Array(existing)
    var total = 0
    try store.eachLiveItem {
      total += 1
      if let path = VaultExport.path(of: $0) { paths.append(path) }
    }
    var export = VaultExport(keeping: paths, exported: try exportedBefore(), clock: clock)
    var progress = Progress("Writing notes", of: total)
    defer { progress.end() }
    if !isDryRun { try FileSystem.makeDirectory(path, intermediates: true) }
    try store.eachLiveItem { item in
      let file = export.file(of: item)
      try write(file, item, clock)
      progress.show(written + unchanged + skipped)
    }
  }

  /// The notes in the folder that were written by an earlier export, by their items.
  private func exportedBefore() throws -> [EntityID: String] {
    var found: [EntityID: String] = [:]
    for note in existing.sorted() {
      let raw = try FileSystem.readFile(path + "/" + note, limit: VaultFolder.noteByteLimit * 4)
      if let id = VaultNote(path: note, raw: raw).itemID, found[id] == nil { found[id] = note }
    }
    return found
  }

  private mutating func write(_ file: VaultFile, _ item: Item, _ clock: LocalClock) throws {
    for problem in file.problems {
      notices.append((file.path, "\(problem.property) \(problem.reason.message)"))
    }
    let target = path + "/" + file.path
    if existing.contains(file.path) {
      let present = try FileSystem.readFile(target, limit: VaultFolder.noteByteLimit * 4)
      if present == file.bytes {
        unchanged += 1
        return
      }
      var reader = VaultImport(vault: name, clock: clock)
      guard reader.item(path: file.path, raw: present).isUnchanged(sinceImportOf: item) else {
        notices.append(
          (file.path, "changed there since it was imported; left alone, import it first"))
        skipped += 1
        return
      }
    }
    written += 1
    if isDryRun { return }
    try FileSystem.makeDirectory(FileSystem.parent(of: target), intermediates: true)
    try FileSystem.writeFileAtomically(target, file.bytes)
  }
}

/// A folder that holds something already, or something else in its place.
struct FolderInUse: Explainable {
  let path: String

  var exitStatus: ExitStatus { .cannotCreate }

  var explanation: Explanation {
    Explanation(
      whatHappened: "There is something at \(path) already.",
      dataSafety: "Nothing was written.",
      nextStep: "Name a new folder, or use --force to write beside what is there.")
  }
}

extension FrontmatterEditProblem {
  /// The problem in a few words.
  var message: String {
    switch self {
    case .unreadable: "can't be written, because the note's frontmatter can't be read"
    case .unwritableValue: "can't be written as a property"
    case .unwritableKey: "can't be written under its name"
    case .unwritableTag: "can't be written as frontmatter"
    case .unsupportedLayout: "can't be written without touching other lines of the frontmatter"
    }
  }
}
