import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import RawLMDB
import Workload

/// One workload of N events as both sides have it: a store and a bundle of it, and an environment
/// of plain LMDB. Made when first asked for, in a folder of its own.
///
/// Daybook writes one command a line, and with it what the line names first: about 108 events a
/// hundred lines. The plain side has one record a line and is spared the rest, so all figures of
/// work per event are per line, on both sides.
final class Fixture {
  /// Lines that come after the workload's last, for commands on top of it.
  static let tailCount = 4_096

  /// How many lines.
  let count: Int
  /// Where everything lies.
  let folder: String
  /// Moments of the history, milliseconds since 1970: the middle and the end.
  private(set) var (middle, end): (Int64, Int64) = (0, 0)
  /// How many items and cards there are, at least.
  private(set) var itemCount = 0
  /// The records of the plain side, and those of the lines after the last.
  private(set) var (records, tailRecords): ([UInt8], [UInt8]) = ([], [])
  /// What Daybook appends for each line after the last.
  private(set) var tailDrafts: [[EventDraft]] = []
  /// The titles and bodies of captures after the last.
  private(set) var tailCaptures: [(title: String, body: String)] = []

  /// The store.
  private(set) lazy var store = Result { try Store.open(at: storePath, options: Self.options) }
  /// The plain side's environment.
  private(set) lazy var raw = {
    let raw = RawLog(folder + "/raw.mdb", isFresh: true)
    raw.importAll(records)
    return raw
  }()

  var storePath: String { folder + "/store" }
  var bundlePath: String { folder + "/bundle" }

  static var options: StoreOptions { StoreOptions(replicaName: "bench") }

  /// Makes the workload and the store.
  init(count: Int, folder: String) throws {
    self.count = count
    self.folder = folder
    try FileSystem.makeDirectory(folder, intermediates: true)
    let store = try store.get()
    var writer = try WorkloadWriter(store)
    var generator = WorkloadGenerator(count: count + Self.tailCount)
    var number = 0
    while number < count, let event = generator.next() {
      try writer.append(event)
      event.appendRecord(to: &records)
      if case .capture = event.action { itemCount += 1 }
      if number == count / 2 { middle = event.milliseconds }
      end = event.milliseconds
      number += 1
    }
    try writer.flush()
    var drafts = writer.drafts
    for event in generator {
      event.appendRecord(to: &tailRecords)
      tailDrafts.append(drafts.drafts(of: event))
      if case .capture(let title, let body) = event.action { tailCaptures.append((title, body)) }
    }
    try store.createBundle(at: bundlePath)
  }

  /// A copy of the store, compacted, under a name in the folder.
  func copy(_ name: String) throws -> String {
    let path = folder + "/" + name
    if FileSystem.exists(path) { try FileSystem.removeRecursively(path) }
    try store.get().environment.copy(to: path)
    return path
  }

  /// Removes something made beside the store.
  func remove(_ name: String) throws { try FileSystem.removeRecursively(folder + "/" + name) }

  /// Items spread over the whole history.
  func someItems(_ wanted: Int) -> [Int] {
    let wanted = min(wanted, itemCount)
    return (0..<wanted).map { $0 * itemCount / wanted }
  }
}
