import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import DaybookText
import Synchronization
import Testing

/// Some machines, and a folder that they see.
final class Household {
  let path: String
  /// What the clocks of all machines show, milliseconds since 1970.
  let clock = HouseholdClock()

  init() throws {
    var random = SystemRandomNumberGenerator()
    let base =
      FileSystem.isDirectory("/dev/shm") ? "/dev/shm" : Host.environment("TMPDIR") ?? "/tmp"
    path = "\(base)/daybook-sync-\(random.next() as UInt64)"
    try FileSystem.makeDirectory(path)
  }

  deinit {
    try? FileSystem.removeRecursively(path)  // what is left of a test is no matter of another
  }

  /// The folder through which they keep in step.
  var shared: String { "\(path)/shared" }

  /// A new store, or one that is there.
  func machine(_ name: String) throws -> Store {
    var options = StoreOptions(replicaName: name)
    options.home = { _ in nil }
    options.now = { [clock] in clock.now }
    return try Store.open(at: "\(path)/\(name)", options: options)
  }

  /// One round of a store with the folder.
  @discardableResult
  func sync(_ store: Store, through folder: String? = nil) throws -> Sync.Report {
    var remote = FolderRemote(folder ?? shared)
    try remote.open(isNew: true)
    var sync = Sync(store, with: try record(store), through: remote)
    return try sync.run()
  }

  private func record(_ store: Store) throws -> RemoteRecord {
    let name = "shared"
    if let known = try store.remotes().first(where: { $0.name == name }) { return known }
    try store.addRemote(name, at: .folder(path: shared))
    return try #require(try store.remotes().first { $0.name == name })
  }

  /// The files of all replicas in the folder.
  func files() throws -> [String] {
    try FileSystem.listDirectory(shared).filter { FileSystem.isDirectory("\(shared)/\($0)") }
      .flatMap { directory in
        try FileSystem.listDirectory("\(shared)/\(directory)").filter { $0.hasSuffix(".bundle") }
          .map { "\(shared)/\(directory)/\($0)" }
      }
  }
}

/// A clock that tests move.
final class HouseholdClock: Sendable {
  private let milliseconds = Atomic<Int64>(1_700_000_000_000)

  var now: Int64 { milliseconds.load(ordering: .relaxed) }

  func advance(by seconds: Int64) { milliseconds.add(seconds * 1_000, ordering: .relaxed) }
}

extension Store {
  /// Captures an item of a title.
  @discardableResult
  func capture(_ title: String) throws -> EntityID {
    var change = ItemChange()
    change.title = Text(title)
    return try capture(change)
  }

  /// The titles of all items, sorted.
  var titles: [String] {
    get throws { try items().map(\.title.string).sorted() }
  }
}
