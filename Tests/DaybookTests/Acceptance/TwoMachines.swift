import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Synchronization

/// A clock that a test moves.
final class TestClock: Sendable {
  private let time: Mutex<Int64>

  init(_ milliseconds: Int64 = 1_780_000_000_000) { time = Mutex(milliseconds) }

  var now: Int64 { time.withLock { $0 } }

  func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

/// A store in a folder of its own that goes when the test does.
final class TestStore: Sendable {
  let store: Store
  let clock: TestClock

  init(_ name: String, clock: TestClock = TestClock()) throws {
    var random = SystemRandomNumberGenerator()
    let base = FileSystem.isDirectory("/dev/shm") ? "/dev/shm" : Host.temporaryFolder
    var options = StoreOptions(replicaName: name)
    options.now = { clock.now }
    options.offsetMinutes = { _ in 60 }
    store = try Store.open(at: "\(base)/daybook-acceptance-\(random.next())", options: options)
    self.clock = clock
  }

  deinit {
    try? FileSystem.removeRecursively(store.path)  // only tidying up
  }

  /// Takes over everything another store holds.
  @discardableResult
  func merge(_ other: TestStore) throws -> MergeReport {
    var segments: [Segment] = []
    try other.store.read { moment, transaction in
      try moment.log.segments(lackedBy: LocalVector(), moment.state, transaction) {
        segments.append($0)
      }
    }
    var source = SegmentList(segments)
    return try store.merge(&source, from: "test")
  }

  func title(_ id: EntityID) throws -> String? { try store.item(id)?.title.string }

  var eventCount: UInt64 {
    get throws { try store.read { moment, _ in moment.state.eventCount } }
  }

  var conflicts: [Conflict] {
    get throws { try store.read { try Conflict.all($0, $1) } }
  }
}

extension ItemChange {
  static func title(_ text: String) -> ItemChange {
    var change = ItemChange()
    change.title = Text(text)
    return change
  }
}
