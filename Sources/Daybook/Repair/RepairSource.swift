import DaybookEvents
import DaybookLog
import DaybookSystem

/// Where a damaged store gets back what it lacks: the folder of another store, a bundle, or a
/// backup.
enum RepairSource {
  /// Gathers from other copies what is missing; what else they hold is left alone. One that is of
  /// no use keeps nobody from the others.
  ///
  /// - Parameters:
  ///   - folder: where a backup can be unpacked meanwhile.
  ///   - executable: the program that reads the folder of another store.
  /// - Returns: what was found, and why some copies are of no use.
  /// - Throws: where all are, what is wrong with the first: ``BackupError/notABackup(path:)``,
  ///   ``BackupError/backupDamaged(path:)``; what the system says.
  static func gather(
    _ missing: [WithheldEvents], from paths: [String], unpackingIn folder: String,
    through executable: String
  ) throws -> (stock: CommandStock, failures: [(path: String, error: any Error)]) {
    var stock = CommandStock(wanted: missing)
    var failures: [(path: String, error: any Error)] = []
    for path in paths {
      do {
        if FileSystem.isDirectory(path) {
          try gather(&stock, fromStoreAt: path, executable)
        } else if try FileReader(path).read(Bundle.magic.count) == Bundle.magic {
          try gather(&stock, fromBundleAt: path)
        } else {
          try gather(&stock, fromBackupAt: path, folder)
        }
      } catch {
        failures.append((path, error))
      }
    }
    if let first = failures.first, failures.count == paths.count { throw first.error }
    return (stock, failures)
  }

  private static func gather(_ stock: inout CommandStock, fromBundleAt path: String) throws {
    var bundle = try Bundle.Reader(FileSource(reader: FileReader(path)))
    while true {
      do {
        guard let segment = try bundle.next() else { return }
        stock.offer(segment)
      } catch let error as LogError {
        stock.refused += 1
        if !error.isOfOneSegment { return }
      }
    }
  }

  /// A store of which this one is damaged is asked for all it has: where the damage lies, the heads
  /// do not tell.
  private static func gather(
    _ stock: inout CommandStock, fromStoreAt path: String, _ executable: String
  ) throws {
    let child = try ChildProcess(starting: executable, ["exchange", "--stdio", "--store", path])
    var source = ChildSource(child: child)
    var isWhole = try child.write(Frame(.hello, HeadList([]).encoded()).bytes)
    if isWhole, let welcome = try? Frame(from: &source), welcome.kind == .welcome {  // as below
      isWhole = try child.write(Frame(.want, HeadList([]).encoded()).bytes)
    }
    // A peer that stops in between has told why; what came before is good.
    while isWhole, let frame = try? Frame(from: &source), frame.kind == .segment {
      do {
        stock.offer(try Segment(reading: frame.content))
      } catch {
        stock.refused += 1
      }
    }
    if isWhole { _ = try child.write(Frame(.end).bytes) }
    child.closeInput()
    if case .status(let status) = try child.wait(), status == 0 { return }
    stock.refused += 1
  }

  private static func gather(
    _ stock: inout CommandStock, fromBackupAt path: String, _ folder: String
  ) throws {
    try? FileSystem.removeRecursively(folder)  // left by a process that died, or not there
    defer { try? FileSystem.removeRecursively(folder) }  // a copy of what is elsewhere
    try FileSystem.makeDirectory(folder, permissions: FileSystem.privateDirectory)
    let reader = try FileReader(path)
    let contents = try BackupFile.extract(to: folder, path: path, isEndless: false) {
      try reader.read($0)
    }
    if contents.isDamaged { stock.refused += 1 }  // what can be read of it is good
    guard FileSystem.exists(folder + "/data.mdb"),
      case let salvage = try Salvage(storeAt: folder), salvage.hasEvents
    else {
      throw contents.isDamaged
        ? BackupError.backupDamaged(path: path) : BackupError.notABackup(path: path)
    }
    try stock.offer(salvage)
  }
}

/// Commands that were proven before, as a source for merging.
struct StockSource: SegmentSource {
  private var commands: ArraySlice<ReceivedCommand>

  init(_ stock: CommandStock) { commands = stock.all[...] }

  /// Nothing: what there is comes as commands.
  mutating func nextSegment() -> Segment? { nil }

  /// The next command by itself.
  mutating func nextCommands() -> [ReceivedCommand]? { commands.popFirst().map { [$0] } }
}
