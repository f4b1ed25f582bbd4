package import Daybook
package import DaybookEvents
package import DaybookLog
import DaybookSystem
import LMDB
package import TestSupport

/// A real store on a simulated machine, and what tests do with it.
package final class SimulatedReplica: Sendable {
  package let store: Store
  package let machine: SimulatedMachine
  package let folder: ScratchFolder

  /// Makes a store whose key, clock and chance follow from a seed.
  package convenience init(
    _ name: String = "replica", in folder: ScratchFolder, now: Int64 = 1_700_000_000_000,
    seed: UInt64
  ) throws {
    let machine = SimulatedMachine(now: now, seed: seed)
    var random = machine.random()
    guard let key = ReplicaKey(secret: random.bytes(32)) else { throw TestFailure.noKey }
    let path = "\(folder.path)/\(name)"
    try Environment.create(at: path, options: Environment.Options()) {
      try Store.prepare(StoreIdentity(key: key, name: Array(name.utf8)), &$0)
    }
    try self.init(opening: path, in: folder, machine)
  }

  /// Opens a store that is there.
  ///
  /// - Parameter home: what tells its place from others; by default nothing, so that a copy is
  ///   found only when it meets its original.
  package init(
    opening path: String, in folder: ScratchFolder, _ machine: SimulatedMachine,
    home: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws {
    var options = StoreOptions(replicaName: "test")
    options.now = { machine.now }
    options.offsetMinutes = { _ in machine.offsetMinutes }
    options.random = { machine.random() }
    options.home = home
    self.machine = machine
    self.folder = folder
    store = try Store.open(at: path, options: options)
  }

  /// A copy of the folder, opened as a machine of its own.
  package func copied(to name: String, seed: UInt64) throws -> SimulatedReplica {
    try SimulatedReplica(
      opening: try copied(bytesTo: name), in: folder,
      SimulatedMachine(now: machine.now, seed: seed))
  }

  /// A copy of the folder as it is now; gives its path.
  package func copied(bytesTo name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try FileSystem.makeDirectory(path, permissions: 0o700, intermediates: true)
    for file in ["data.mdb", "witness"] where FileSystem.exists("\(store.path)/\(file)") {
      let bytes = try FileSystem.readFile("\(store.path)/\(file)", limit: 1 << 30)
      try FileSystem.writeFileAtomically("\(path)/\(file)", bytes)
    }
    return path
  }

  /// The id it writes under now.
  package var identity: ReplicaID {
    get throws { try store.environment.read { try StoreIdentity(store.tables, $0).replica } }
  }

  /// Appends one command.
  @discardableResult
  package func write(_ drafts: EventDraft..., reason: Batch.Reason? = nil) throws -> CommandReceipt
  {
    try write(drafts, reason: reason)
  }

  /// Appends one command.
  @discardableResult
  package func write(_ drafts: [EventDraft], reason: Batch.Reason? = nil) throws -> CommandReceipt {
    let receipt = try store.write(reason: reason) { _, _ in drafts }
    guard let receipt else { throw TestFailure.nothingWritten }
    return receipt
  }

  /// All that a peer with these heads lacks; everything by default.
  package func segments(lackedBy heads: [EventName] = []) throws -> [Segment] {
    try store.read { moment, transaction in
      let known = try moment.log.known(to: heads, moment.state, transaction)
      var segments: [Segment] = []
      try moment.log.segments(lackedBy: known, moment.state, transaction) { segments.append($0) }
      return segments
    }
  }

  /// Takes segments over, in batches of so many events at least.
  @discardableResult
  package func merge(
    _ segments: [Segment], isDryRun: Bool = false,
    eventLimit: Int = LogWriter.receiveEventLimit
  ) throws -> MergeReport {
    var source = SegmentList(segments)
    return try store.merge(
      &source, from: "test", isDryRun: isDryRun, eventLimit: eventLimit)
  }

  /// Takes over what a peer has and this one lacks.
  @discardableResult
  package func merge(from peer: SimulatedReplica) throws -> MergeReport {
    try merge(try peer.segments(lackedBy: try heads))
  }

  package var heads: [EventName] {
    get throws { try store.read { moment, _ in moment.state.heads } }
  }
  package var fingerprint: String {
    get throws { try store.read { moment, _ in moment.catalog.fingerprint } }
  }
  package var state: LogState { get throws { try store.read { moment, _ in moment.state } } }
  package var conflicts: [Conflict] { get throws { try store.read { try Conflict.all($0, $1) } } }

  /// All reviews of a card, in the order in which they count.
  package func reviews(of card: EntityID) throws -> [PlacedReview] {
    try store.read { moment, transaction in
      try PlacedReview.all(
        of: card, try moment.catalog.table(.decks), transaction)
    }
  }

  /// What every register shows.
  package func shown() throws -> [ModelKey: [UInt8]] {
    try store.read { moment, transaction in
      var shown: [ModelKey: [UInt8]] = [:]
      for view in ViewName.ofFacts {
        try transaction.scan(try moment.catalog.table(view)) { key, value in
          guard let row = RowKey(key) else { return .next }
          for (field, register) in try Record(reading: value).registers {
            shown[ModelKey(row: row, field: field)] = register.winner?.value
          }
          return .next
        }
      }
      return shown
    }
  }

  /// What a register shows.
  package func value(_ row: RowKey, _ field: Field) throws -> [UInt8]? {
    try record(row).value(field)
  }

  /// A row.
  package func record(_ row: RowKey) throws -> Record {
    try store.read { try $0.catalog.record(row, $1) }
  }
}

/// What a test cannot go on from.
package enum TestFailure: Error {
  case noKey, nothingWritten, notFound
}

/// Exchanges until all hold the same; returns whether they do.
package func exchangeAll(_ replicas: [SimulatedReplica]) throws {
  for _ in 0..<2 {
    for replica in replicas.dropFirst() { try replicas[0].merge(from: replica) }
    for replica in replicas.dropFirst() { try replica.merge(from: replicas[0]) }
  }
}
