import Daybook
import DaybookConsole
import DaybookEvents
import DaybookInterchange
import DaybookSystem

/// A folder that notes are written into.
struct VaultTarget {
  private let path: String
  private let isDryRun: Bool
  /// What the vault in the folder may be known by.
  private var vaults: [String]
  /// Whether that is certain, because the person or the vault says so.
  private let isVaultNamed: Bool
  /// Whether the vault says so.
  private let isVaultKnown: Bool
  /// The notes that were there before.
  private var existing = VaultContents()
  /// Where the notes of a new folder are gathered until all of them are written.
  private var stage: VaultStage?
  /// The paths that items came from, by their bytes, and the items to which they belong.
  private var owners: [[UInt8]: (item: EntityID, isOfVault: Bool)] = [:]

  private(set) var written = 0
  private(set) var unchanged = 0
  private(set) var skipped = 0
  /// Notes of other vaults, which stay out of this one.
  private(set) var foreign = 0
  private(set) var notices: [(path: String, message: String)] = []

  /// Looks at a folder.
  ///
  /// - Parameter name: what the vault in it is known by; nil for what it says itself.
  /// - Throws: ``FolderInUse`` where it holds anything, unless it `mayBeInUse`.
  init(_ path: String, name: String?, mayBeInUse: Bool, isDryRun: Bool) throws {
    self.path = path
    self.isDryRun = isDryRun
    let isThere = FileSystem.exists(path)
    let isFolder = FileSystem.isDirectory(path)
    let file = VaultMarkFile(in: path, isNamed: name != nil)
    if let problem = file.problem { notices.append((VaultMark.fileName, problem)) }
    let mark = file.vault
    vaults = [name ?? mark ?? PathName.last(of: path)]
    isVaultNamed = name != nil || mark != nil
    isVaultKnown = mark != nil
    if try !isThere || isFolder && VaultStage.isFree(path) {
      stage = VaultStage(path)
      return
    }
    guard isFolder, mayBeInUse else { throw FolderInUse(path: path) }
    let files = try FileSystem.listFilesRecursively(path).files.map(\.relativePath)
    existing = VaultContents(VaultScan(files).notes)
  }

  /// Writes every live item: into a new folder all of them or none, into one in use file by file,
  /// each whole or not at all, so that what was interrupted goes on when it is done again.
  mutating func export(_ store: Store) throws {
    let clock = TimeReading(store).clock
    // A file that is as it was imported from any of them may be written over.
    if !isVaultNamed { vaults += try store.knownVaults().map(\.identity) }
    var paths = existing.paths
    var total = 0
    try store.eachLiveItem {
      total += 1
      guard let path = VaultExport.path(of: $0) else { return }
      paths.append(path)
      claim(path, for: $0)
    }
    var export = VaultExport(
      keeping: paths, exported: try exportedBefore(), clock: clock,
      owners: owners.mapValues { $0.item })
    var progress = Progress("Writing notes", of: total)
    defer { progress.end() }
    if !isDryRun { try stage?.begin() }
    do {
      try store.eachLiveItem { item in
        if isVaultKnown, VaultExport.path(of: item) != nil, !isOfVault(item) {
          foreign += 1
          return
        }
        try write(export.file(of: item), item, store, clock)
        progress.show(written + unchanged + skipped)
      }
      if !isDryRun { try stage?.finish() }
    } catch {
      guard !isDryRun else { throw error }
      if let stage {
        stage.drop()
      } else if let error = error as? SystemError, written > 1 {
        throw VaultHalfWritten(path: path, written: written - 1, error: error)
      }
      throw error
    }
  }

  /// Whether an item was imported from this vault.
  private func isOfVault(_ item: Item) -> Bool {
    vaults.contains { item.isKnown(in: VaultImport.source(of: $0)) }
  }

  /// A path that several items came from belongs to that of this vault, else to the first.
  private mutating func claim(_ path: String, for item: Item) {
    let bytes = Array(path.utf8)
    let isOfVault = isOfVault(item)
    if let owner = owners[bytes], owner.isOfVault || !isOfVault { return }
    owners[bytes] = (item.id, isOfVault)
  }

  /// The notes in the folder that were written by an earlier export, by their items.
  private func exportedBefore() throws -> [EntityID: String] {
    var found: [EntityID: String] = [:]
    for note in existing.paths {
      let raw = try FileSystem.readFile(path + "/" + note, limit: VaultFolder.noteByteLimit * 4)
      if let id = VaultNote(path: note, raw: raw).itemID, found[id] == nil { found[id] = note }
    }
    return found
  }

  private mutating func write(
    _ file: VaultFile, _ item: Item, _ store: Store, _ clock: LocalClock
  ) throws {
    for problem in file.problems {
      notices.append((file.path, "\(problem.property) \(problem.reason.message)"))
    }
    var target = file.path
    if let known = existing.path(like: file.path, besides: { owners[$0] != nil }) {
      target = known
      let present = try FileSystem.readFile(
        path + "/" + known, limit: VaultFolder.noteByteLimit * 4)
      if present == file.bytes {
        unchanged += 1
        return
      }
      if let reason = try reasonToSpare(present, at: file.path, item, store, clock) {
        notices.append((file.path, reason))
        skipped += 1
        return
      }
    }
    written += 1
    if isDryRun { return }
    let place = (stage?.path ?? path) + "/" + target
    try FileSystem.makeDirectory(FileSystem.parent(of: place), intermediates: true)
    try FileSystem.writeFileAtomically(place, file.bytes)
  }

  /// Why a file that is there is not written over; nil where it may be.
  private func reasonToSpare(
    _ present: [UInt8], at path: String, _ item: Item, _ store: Store, _ clock: LocalClock
  ) throws -> String? {
    let isUnchanged = vaults.contains { vault in
      var reader = VaultImport(vault: vault, clock: clock)
      return reader.item(path: path, raw: present).isUnchanged(sinceImportOf: item)
    }
    guard isUnchanged else {
      return "changed there since it was imported; left alone, import it first"
    }
    return try store.hasUndecidedOffer(item)
      ? "changed both here and there; left alone until daybook conflicts keep decides" : nil
  }
}

/// The notes in a folder, by their paths.
private struct VaultContents {
  /// In order.
  private(set) var paths: [String] = []
  private var exact: Set<[UInt8]> = []
  /// The same where only the composition of letters differs, which to Swift is none.
  private var alike: [String: [String]] = [:]

  init() {}

  init(_ paths: [String]) {
    self.paths = paths
    exact = Set(paths.map { Array($0.utf8) })
    alike = Dictionary(grouping: paths) { $0 }
  }

  /// The path under which a note is there, maybe with letters composed otherwise, as long as that
  /// is not one of the others.
  func path(like path: String, besides isOther: ([UInt8]) -> Bool) -> String? {
    if exact.contains(Array(path.utf8)) { return path }
    return alike[path]?.first { !isOther(Array($0.utf8)) }
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

/// A folder in use into which only some of the notes were written.
struct VaultHalfWritten: Explainable {
  let path: String
  let written: Int
  let error: SystemError

  var exitStatus: ExitStatus { CommandFailure.explained(error)?.1 ?? .inputOutput }

  var explanation: Explanation {
    let reason = CommandFailure.explained(error)?.0.whatHappened ?? "Writing failed."
    let notes = written == 1 ? "1 note is" : "\(written) notes are"
    return Explanation(
      whatHappened: reason + " \(notes) written to \(path); the rest isn't.",
      dataSafety: "Each file there is whole, and your daybook is as it was.",
      nextStep: "When that is mended, run the same command again: it goes on where it stopped.")
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
