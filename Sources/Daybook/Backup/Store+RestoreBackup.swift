import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import DaybookText

extension Store {
  /// Makes a store of a backup, in a place where no store is, or one that holds nothing.
  ///
  /// The backup is copied, the copy checked, and the store appears whole or not at all. It goes
  /// on under a new id and key, for the one of the backup may be writing still; the log written
  /// under the old id is kept as any other.
  ///
  /// - Parameters:
  ///   - file: the backup, or standard input for `-`.
  ///   - path: the directory of the store to be.
  ///   - options: as for opening; the name of the replica is that of the backup.
  ///   - replicaName: another human name.
  ///   - acceptsDamage: restores what was a damaged store when the backup was made, or has been
  ///     damaged since, as far as it can be opened.
  ///   - check: as in ``createBackup(at:replacing:checking:)``.
  /// - Throws: ``BackupError``; what the disk says. What was in the place is there still then.
  @discardableResult
  public static func restoreBackup(
    from file: String, to path: String, options: StoreOptions, replicaName: String? = nil,
    acceptingDamage acceptsDamage: Bool = false, checking check: SoundnessCheck = Store.soundness
  ) throws -> RestoreReport {
    if let replicaName { _ = try SettingName.replicaName.canonical(replicaName) }
    let place = try RestorePlace(path, options)
    guard file == "-" || !FileSystem.isDirectory(file) else {
      throw BackupError.notABackup(path: file)
    }
    let reader = file == "-" ? nil : try FileReader(file)
    try FileSystem.makeDirectory(
      FileSystem.parent(of: place.path), permissions: FileSystem.privateDirectory,
      intermediates: true)
    let part = try PartFolder(for: place.path)
    defer { part.remove() }
    let folder = part.path
    let isEndless = file == "-" || FileSystem.isSpecial(file)
    let contents = try BackupFile.extract(to: folder, path: file, isEndless: isEndless) { count in
      try reader?.read(count) ?? StandardInput.read(count)
    }
    guard !contents.isDamaged || acceptsDamage && FileSystem.exists(folder + "/data.mdb") else {
      throw BackupError.backupDamaged(path: file)
    }
    switch try check(folder) {
    case .sound: break
    case .damaged where acceptsDamage: break
    case .damaged: throw BackupError.backupDamaged(path: file)
    case .foreign where contents.isDamaged: throw BackupError.backupDamaged(path: file)
    case .foreign: throw BackupError.notABackup(path: file)
    }
    let report = try goOnAnew(in: folder, options, replicaName, files: contents.files)
    try FileSystem.synchronizeDirectory(folder)
    try place.put(folder)
    return report
  }

  /// Gives the store in a directory an id and key of its own, and closes it again.
  private static func goOnAnew(
    in directory: String, _ options: StoreOptions, _ replicaName: String?, files: Int
  ) throws -> RestoreReport {
    var options = options
    options.createsMissing = false
    let store = try Store.open(at: directory, options: options)
    let tables = store.tables
    return try store.environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      let moment = try Moment(store, transaction.reading)
      try moment.catalog.checkWritable()
      let (former, identity) = try store.renewIdentity(
        name: replicaName.map { Array($0.utf8) }, &transaction)
      _ = try store.takeHome(&transaction)
      return RestoreReport(
        events: moment.state.eventCount, fingerprint: moment.catalog.fingerprint,
        replica: identity.replica.description, formerReplica: former.replica.description,
        replicaName: Text(bytes: identity.name), files: files)
    }
  }
}

/// The place of a store that is to be put back: nothing, an empty folder, or an empty store.
private struct RestorePlace {
  /// The directory, without symbolic links where it exists.
  let path: String
  private let options: StoreOptions

  /// - Throws: ``BackupError/placeTaken(path:events:)``, ``StoreError/notAStore(path:)``.
  init(_ path: String, _ options: StoreOptions) throws {
    var trimmed = path
    while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = FileSystem.exists(trimmed) ? try FileSystem.resolved(trimmed) : trimmed
    self.options = options
    try checkEmpty(self.path, as: path)
  }

  private func checkEmpty(_ directory: String, as shown: String) throws {
    guard FileSystem.exists(directory) else { return }
    guard FileSystem.isDirectory(directory) else { throw StoreError.notAStore(path: shown) }
    guard FileSystem.exists(directory + "/data.mdb") else {
      guard try FileSystem.listDirectory(directory).isEmpty else {
        throw StoreError.notAStore(path: shown)
      }
      return
    }
    var options = options
    options.isReadOnly = true
    options.createsMissing = false
    let held: UInt64
    do {
      held = try Store.open(at: directory, options: options).read { moment, _ in
        moment.state.eventCount + moment.state.waitingCommands
      }
    } catch {
      // What cannot be read now may be mended later.
      throw BackupError.placeTaken(path: shown, events: nil)
    }
    // Files that no event names are somebody's, too.
    guard held == 0, !FileSystem.exists(directory + "/media") else {
      throw BackupError.placeTaken(path: shown, events: held)
    }
  }

  /// Puts a finished store here, in place of an empty one.
  func put(_ folder: String) throws {
    let aside = "\(path).empty-\(Host.processIdentifier)"
    let isReplacing = FileSystem.exists(path + "/data.mdb")
    if isReplacing { try FileSystem.rename(path, to: aside) }
    do {
      // Somebody may have written to it until it was out of the way.
      if isReplacing { try checkEmpty(aside, as: path) }
      try FileSystem.rename(folder, to: path)
    } catch {
      if isReplacing { try FileSystem.rename(aside, to: path) }
      throw error
    }
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: path))
    try? FileSystem.removeRecursively(aside)  // it holds nothing
  }
}
