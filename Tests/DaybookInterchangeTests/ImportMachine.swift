import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookLog
import Foundation
import LMDB
import Synchronization

/// A machine with a store in a temporary folder, that imports and merges.
final class ImportMachine {
  static let offsetMinutes = 60
  private static let clock = Atomic<Int64>(1_795_000_000_000)
  let store: Store
  private let folder: URL

  convenience init(
    _ name: String = "laptop", offsetMinutes: Int = ImportMachine.offsetMinutes
  ) throws {
    try self.init(name) { _ in offsetMinutes }
  }

  /// A machine in a time zone: minutes east of UTC at a moment.
  init(_ name: String = "laptop", zone: @escaping @Sendable (Int64) -> Int) throws {
    let shared = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.fileExists(atPath: shared.path)
    folder = (isThere ? shared : FileManager.default.temporaryDirectory)
      .appending(path: "daybook-import-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var options = StoreOptions(replicaName: name)
    // Every look at the clock finds it a second later, on whatever machine.
    options.now = { Self.clock.add(1000, ordering: .relaxed).newValue }
    options.offsetMinutes = zone
    store = try Store.open(at: folder.path + "/store", options: options)
  }

  deinit {
    // What cannot be removed stays behind in a folder for temporary things.
    try? FileManager.default.removeItem(at: folder)
  }

  var localClock: LocalClock { LocalClock { _ in Self.offsetMinutes } }
  var fingerprint: String { get throws { try store.read { $0.catalog.fingerprint } } }
  var eventCount: UInt64 { get throws { try store.read { moment, _ in moment.state.eventCount } } }
  var conflicts: [Conflict] { get throws { try store.read { try Conflict.all($0, $1) } } }

  /// The live items by title.
  var items: [String: Item] {
    get throws {
      var items: [String: Item] = [:]
      try store.eachLiveItem { items[$0.title.string] = $0 }
      return items
    }
  }

  func item(_ id: EntityID) throws -> Item? { try store.read { try $0.item(id, $1) } }

  @discardableResult
  func importVault(
    _ notes: [(path: String, raw: [UInt8])], isDryRun: Bool = false, force: Bool = false
  ) throws -> ImportReport {
    var vault = VaultImport(vault: "vault", clock: localClock)
    return try importItems(
      notes.map { vault.item(path: $0.path, raw: $0.raw) }, isDryRun: isDryRun, force: force)
  }

  @discardableResult
  func importVault(_ notes: [String: String], force: Bool = false) throws -> ImportReport {
    try importVault(
      notes.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }, force: force)
  }

  @discardableResult
  func importTasks(_ json: String, force: Bool = false) throws -> ImportReport {
    let tasks = TaskwarriorFile.parse(Array(json.utf8)).tasks
    let items = TaskwarriorImport(tasks, file: "tasks.json", source: "tasks.json").items
    return try importItems(items, force: force)
  }

  @discardableResult
  func importItems(
    _ items: [ImportedItem], isDryRun: Bool = false, force: Bool = false
  ) throws -> ImportReport {
    var options = ImportOptions()
    options.isDryRun = isDryRun
    options.force = force
    var rest = items[...]
    return try store.importItems(options) { rest.popFirst() }
  }

  /// Takes over everything another machine has.
  @discardableResult
  func merge(from other: ImportMachine) throws -> MergeReport {
    let segments = try other.store.read { moment, transaction in
      var segments: [Segment] = []
      try moment.log.segments(lackedBy: LocalVector(), moment.state, transaction) {
        segments.append($0)
      }
      return segments
    }
    var source = SegmentList(segments)
    return try store.merge(&source, from: "other")
  }

  /// Both machines take over what the other has.
  func exchange(with other: ImportMachine) throws {
    try merge(from: other)
    try other.merge(from: self)
  }

  /// The headers of all events, command by command.
  func commands() throws -> [[EventHeader]] {
    var commands: [[EventHeader]] = []
    try store.read { moment, transaction in
      _ = try moment.log.scanCommands(from: 1, moment.state, transaction) { command in
        commands.append(command.events.map(\.header))
        return .next
      }
    }
    return commands
  }

  /// What an export writes, by path.
  func export() throws -> [String: [UInt8]] {
    var paths: [String] = []
    try store.eachLiveItem { if let path = VaultExport.path(of: $0) { paths.append(path) } }
    var export = VaultExport(keeping: paths, clock: localClock)
    var files: [String: [UInt8]] = [:]
    try store.eachLiveItem {
      let file = export.file(of: $0)
      files[file.path] = file.bytes
    }
    return files
  }

  func exportedText(_ path: String) throws -> String? {
    try export()[path].map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Store {
  /// Reads what needs no transaction.
  fileprivate func read<Result>(_ body: (Moment) throws -> Result) throws -> Result {
    try read { moment, _ in try body(moment) }
  }
}

/// The notes of a sample vault.
func sampleNotes(in folder: URL?) throws -> [(path: String, raw: [UInt8])] {
  try VaultScan(SampleFiles.paths(under: "vault", in: folder)).notes.map {
    ($0, try SampleFiles.bytes("vault/" + $0, in: folder))
  }
}
