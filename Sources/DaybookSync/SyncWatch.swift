package import Daybook
import DaybookLog
import DaybookSystem

/// Keeps a store in step with its remotes for as long as it runs: a round with each at the
/// beginning, and whenever something changes here or in a remote's folder. What cannot be reached
/// is tried again after waits that grow. Nothing runs while nothing changes, but that folders are
/// looked at every five minutes, since a disk of the network tells of nothing; every five seconds
/// where the system never does.
package struct SyncWatch {
  private let store: Store
  private let watch = FolderWatch()
  /// After how long a machine behind ssh is asked again, which tells of nothing by itself.
  private let interval: Int64

  /// Prepares to watch.
  ///
  /// - Parameter interval: after how many milliseconds a machine behind ssh is asked again.
  package init(_ store: Store, interval: Int64 = 60_000) {
    self.store = store
    self.interval = interval
  }

  /// Runs until `round` says that it is enough.
  ///
  /// - Parameters:
  ///   - remotes: the names of the remotes; empty for all that there are.
  ///   - round: runs one round with a remote; whether to go on.
  package func run(
    _ remotes: [String], _ round: (RemoteRecord) throws -> Bool
  ) throws {
    var seen: State?
    while true {
      let records = try store.remotes(named: remotes)
      let now = try state(records)
      let due = records.filter { isDue($0, isChanged: now != seen) }
      for record in due {
        guard try round(record) else { return }
      }
      // What a round itself changes, or others meanwhile, is another state: one more round then
      // finds nothing new, or that.
      seen = now
      if due.isEmpty { _ = watch.wait(milliseconds: try waitingTime(remotes)) }
    }
  }

  /// What tells whether there is anything to do.
  private struct State: Equatable {
    var events: UInt64
    var files: [String]
  }

  private func state(_ records: [RemoteRecord]) throws -> State {
    watch.add(store.path)
    var files: [String] = []
    for case .folder(let path) in records.map(\.address) {
      watch.add(path)
      // One that is not there has no files.
      for replica in (try? FileSystem.listDirectory(path)) ?? [] {
        let folder = "\(path)/\(replica)"
        guard FileSystem.isDirectory(folder) else { continue }
        watch.add(folder)
        // as above
        files += ((try? FileSystem.listDirectory(folder)) ?? []).map { "\(folder)/\($0)" }
      }
    }
    return State(events: try store.read { moment, _ in moment.state.eventCount }, files: files)
  }

  private func isDue(_ record: RemoteRecord, isChanged: Bool) -> Bool {
    let now = store.options.now()
    if let next = record.nextAttempt { return next <= now }
    guard !isChanged else { return true }
    guard case .ssh = record.address else { return false }
    return record.lastSync.map { $0 + interval <= now } ?? true
  }

  /// How long nothing is to be done unless something changes.
  private func waitingTime(_ remotes: [String]) throws -> Int64 {
    let now = store.options.now()
    let times = try store.remotes(named: remotes).compactMap { record -> Int64? in
      if let next = record.nextAttempt { return next }
      guard case .ssh = record.address else { return nil }
      return (record.lastSync ?? now) + interval
    }
    let longest: Int64 = watch.isTold ? 300_000 : 5_000
    return max(min(times.min().map { $0 - now } ?? longest, longest), 10)
  }
}
