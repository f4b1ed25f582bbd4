import DaybookLog
import DaybookSystem
import LMDB

extension Store {
  /// Finds out whether the store in a directory is sound, for
  /// ``createBackup(at:replacing:checking:)``.
  public typealias SoundnessCheck = (_ directory: String) throws -> StoreSoundness

  /// Writes the whole store into one file, while others read and write: everything that is
  /// committed when the copy begins, without the space that was free, and the files that notes
  /// show.
  ///
  /// The store is checked, copied in one moment of it, and the copy is checked before it gets its
  /// name: the file appears whole, durable and sound, or not at all. It holds what the person
  /// wrote and the key of this replica, so it is for its owner only, as the store is.
  ///
  /// Of a store of which something is damaged a copy is made all the same, page by page, and the
  /// report says so; but never in the place of an older backup, which may be better.
  ///
  /// - Parameters:
  ///   - file: where to; a device or a pipe is written to as it is.
  ///   - isReplacing: whether a file that is there may be replaced.
  ///   - check: looks at every page of a store. The default does so in this process, which a
  ///     damaged file can end; a program lets a child do it.
  /// - Throws: ``BackupError``; what the disk says.
  @discardableResult
  public func createBackup(
    at file: String, replacing isReplacing: Bool = false,
    checking check: SoundnessCheck = Store.soundness
  ) throws -> BackupReport {
    if FileSystem.isSpecial(file) {
      let writer = try FileWriter(file)
      let report = try createBackup(checking: check) { try writer.write($0) }
      try writer.finish()
      return report
    }
    let place = FileSystem.exists(file) ? try FileSystem.resolved(file) : file
    let parent = FileSystem.parent(of: place)
    guard FileSystem.isDirectory(parent) else {
      throw SystemError(.write, path: file, kind: .notFound)
    }
    guard try FileSystem.resolved(parent) != environment.path else {
      throw BackupError.insideStore(path: file)
    }
    func checkPlace() throws {
      guard FileSystem.exists(place) else { return }
      guard isReplacing, !FileSystem.isDirectory(place) else {
        throw BackupError.alreadyExists(path: file)
      }
    }
    try checkPlace()
    return try withCheckedCopy(PartFolder(for: place), check) { copy in
      if copy.isDamaged, FileSystem.exists(place) {
        throw BackupError.storeDamaged(path: path)
      }
      // Without files the copy is the backup.
      guard !copy.files.isEmpty else {
        try checkPlace()
        try FileSystem.rename(copy.database, to: place)
        try FileSystem.synchronizeDirectory(parent)
        return copy.report(bytes: try FileSystem.size(place))
      }
      let whole = FileSystem.parent(of: copy.database) + "/whole"
      let writer = try FileWriter(whole)
      let bytes = try copy.write { try writer.write($0) }
      try writer.finish()
      try checkPlace()
      try FileSystem.rename(whole, to: place)
      try FileSystem.synchronizeDirectory(parent)
      return copy.report(bytes: bytes)
    }
  }

  /// The same, to wherever `output` brings it.
  package func createBackup(
    checking check: SoundnessCheck, output: ([UInt8]) throws -> Void
  ) throws -> BackupReport {
    try withCheckedCopy(PartFolder(temporary: "backup"), check) { copy in
      copy.report(bytes: try copy.write(output))
    }
  }

  /// What goes into a backup.
  private struct CheckedCopy {
    /// The copy of the store's file.
    let database: String
    let events: UInt64
    let fingerprint: String
    /// The contents of files that are here and sound, each once.
    let files: [MediaFile]
    let missingFiles: Int
    let folder: MediaFolder
    /// Whether it is no better than the store, which is damaged.
    var isDamaged = false

    func write(_ output: ([UInt8]) throws -> Void) throws -> Int {
      try BackupFile.write(database: database, files, in: folder, output)
    }

    func report(bytes: Int) -> BackupReport {
      BackupReport(
        bytes: bytes, events: events, fingerprint: fingerprint, files: files.count,
        missingFiles: missingFiles, isDamaged: isDamaged)
    }
  }

  /// Lends a compact and sound copy of the store's file. What is left of it goes afterwards.
  private func withCheckedCopy(
    _ folder: @autoclosure () throws -> PartFolder, _ check: SoundnessCheck,
    _ body: (CheckedCopy) throws -> BackupReport
  ) throws -> BackupReport {
    let isDamaged = try check(environment.path) != .sound
    let folder = try folder()
    defer { folder.remove() }
    let copy = folder.path + "/copy"
    guard isDamaged else {
      try environment.copy(to: copy)
      guard try check(copy) == .sound else { throw BackupError.copyDamaged }
      return try body(try checkedCopy(in: copy))
    }
    // Going through damaged pages could end this process.
    try environment.copy(to: copy, isCompact: false)
    return try body(try damagedCopy(in: copy))
  }

  /// A copy of a damaged store: what it holds is as far as that can be told without the copy.
  private func damagedCopy(in directory: String) throws -> CheckedCopy {
    // Some of what is asked may be what is damaged.
    let known = try? read { moment, _ in (moment.state.eventCount, moment.catalog.fingerprint) }
    let files = (try? read { try mediaHere($0, $1) }) ?? ([], 0)  // as above
    return CheckedCopy(
      database: directory + "/data.mdb", events: known?.0 ?? 0, fingerprint: known?.1 ?? "",
      files: files.0, missingFiles: files.1, folder: mediaFolder, isDamaged: true)
  }

  /// The files that notes show whose contents are here and sound, and how many others there are.
  private func mediaHere(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> ([MediaFile], Int) {
    let media = mediaFolder
    var seen: Set<[UInt8]> = []
    let files = try mediaToCarry(moment, transaction).filter { seen.insert($0.digest).inserted }
    let sound = try files.filter { try media.isSound($0) }
    return (sound, files.count - sound.count)
  }

  /// What a copy that was found sound holds, and the files it names as far as they are here.
  private func checkedCopy(in directory: String) throws -> CheckedCopy {
    var options = options
    options.isReadOnly = true
    options.createsMissing = false
    return try Store.open(at: directory, options: options).read { moment, transaction in
      let (files, missing) = try mediaHere(moment, transaction)
      return CheckedCopy(
        database: directory + "/data.mdb", events: moment.state.eventCount,
        fingerprint: moment.catalog.fingerprint, files: files, missingFiles: missing,
        folder: mediaFolder)
    }
  }

  /// Looks at every page of the store in a directory, in this process.
  public static func soundness(of directory: String) throws -> StoreSoundness {
    do {
      let options = StoreOptions(replicaName: "")
      let report = try Store.openToInspect(at: directory, options: options)
        .verify(includesMedia: false)
      return report.problems.isEmpty ? .sound : .damaged
    } catch StoreError.notAStore {
      return .foreign
    } catch let error {
      switch StoreFailure(error) {
      case .notAStore: return .foreign
      case .damaged, .shortFile: return .damaged
      default: throw error
      }
    }
  }
}
