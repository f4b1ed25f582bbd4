import DaybookLog
import DaybookSystem
import LMDB

extension Store {
  /// Finds out whether the store in a directory is sound, for
  /// ``createBackup(at:replacing:checking:)``.
  public typealias SoundnessCheck = (_ directory: String) throws -> StoreSoundness

  /// Writes the whole store into one file, while others read and write: everything that is
  /// committed when the copy begins, without the space that was free.
  ///
  /// The store is checked, copied in one moment of it, and the copy is checked before it gets its
  /// name: the file appears whole, durable and sound, or not at all. It holds what the person
  /// wrote and the key of this replica, so it is for its owner only, as the store is.
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
    return try withCheckedCopy("\(place).part-\(Host.processIdentifier)", check) { copy, report in
      try checkPlace()
      try FileSystem.rename(copy, to: place)
      try FileSystem.synchronizeDirectory(parent)
      return report
    }
  }

  /// The same, to wherever `output` brings it.
  package func createBackup(
    checking check: SoundnessCheck, output: ([UInt8]) throws -> Void
  ) throws -> BackupReport {
    var random = options.random()
    let folder = "\(Host.temporaryFolder)/daybook-backup-\(random.next() as UInt64)"
    return try withCheckedCopy(folder, check) { copy, report in
      let reader = try FileReader(copy)
      while true {
        let bytes = try reader.read(1 << 20)
        if bytes.isEmpty { return report }
        try output(bytes)
      }
    }
  }

  /// Lends a compact and sound copy of the store's file. What is left of it goes afterwards.
  private func withCheckedCopy(
    _ folder: String, _ check: SoundnessCheck,
    _ body: (_ copy: String, BackupReport) throws -> BackupReport
  ) throws -> BackupReport {
    guard try check(environment.path) == .sound else {
      throw BackupError.storeDamaged(path: path)
    }
    // Left by a process of the same number that died, or not there.
    try? FileSystem.removeRecursively(folder)
    defer { try? FileSystem.removeRecursively(folder) }  // what is left over holds no only copy
    try environment.copy(to: folder)
    guard try check(folder) == .sound else { throw BackupError.copyDamaged }
    let copy = folder + "/data.mdb"
    let size = try FileSystem.size(copy)
    let held = try Self.contents(of: folder, options)
    return try body(
      copy, BackupReport(bytes: size, events: held.events, fingerprint: held.fingerprint))
  }

  /// What a store that was found sound holds.
  private static func contents(
    of directory: String, _ options: StoreOptions
  ) throws -> (events: UInt64, fingerprint: String) {
    var options = options
    options.isReadOnly = true
    options.createsMissing = false
    return try Store.open(at: directory, options: options).read { moment, _ in
      (moment.state.eventCount, moment.catalog.fingerprint)
    }
  }

  /// Looks at every page of the store in a directory, in this process.
  public static func soundness(of directory: String) throws -> StoreSoundness {
    do {
      let options = StoreOptions(replicaName: "")
      let report = try Store.openToInspect(at: directory, options: options).verify()
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
