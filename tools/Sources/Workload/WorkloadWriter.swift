package import Daybook
import DaybookEvents
import DaybookLog
import LMDB

/// Writes a workload into a store, as if three replicas had written it and met at every change
/// of machine: each line is written on top of all lines before it.
///
/// Logs are signed, chained and indexed and views are kept by the code that every command uses;
/// only many commands share a transaction. Keys and the random bits in digests come from a seed,
/// so that a file gives the same events in every store.
package struct WorkloadWriter {
  /// One command: what one replica did at one time.
  private struct Command {
    let replica: Int
    let milliseconds: Int64
    var drafts: [EventDraft]
    var bytes: Int
    var lines = 1
  }

  /// How many events are written in one transaction, about.
  private static let batchEventLimit = 8_192
  /// How many bytes of payload are written in one transaction, about.
  private static let batchByteLimit = 4 << 20

  private let store: Store
  private let identities: [StoreIdentity]
  private var moments: [WriteMoment]
  private let linesPerCommand: Int
  private let storeClock: Int64
  /// What the lines so far have made.
  package private(set) var drafts = WorkloadDrafts()
  private var pending: [Command] = []
  private var pendingEvents = 0
  private var pendingBytes = 0
  /// How many events were written so far; more than lines, since things are made as well.
  package private(set) var eventCount = 0

  /// Writes into a store that holds no workload of this seed yet.
  ///
  /// - Parameter linesPerCommand: how many consecutive lines of one replica make one command at
  ///   most; the command then has the time of its first line.
  /// - Throws: ``WorkloadError/alreadyLoaded``.
  package init(_ store: Store, seed: UInt64 = 1, linesPerCommand: Int = 1) throws {
    self.store = store
    self.linesPerCommand = max(1, linesPerCommand)
    var identities: [StoreIdentity] = []
    moments = []
    for number in 1...WorkloadEvent.replicaCount {
      var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
      identities.append(
        StoreIdentity(key: ReplicaKey(random: &random), name: Array("\(number)".utf8)))
      moments.append(WriteMoment(now: 0, offsetMinutes: 0, random: random))
    }
    self.identities = identities
    let replicas = Set(identities.map(\.replica))
    let (isLoaded, clock) = try store.read { moment, _ in
      (
        moment.state.logs.contains { replicas.contains($0.replica) },
        moment.state.clock.last.milliseconds
      )
    }
    if isLoaded { throw WorkloadError.alreadyLoaded }
    storeClock = clock
  }

  /// Takes the next line; it may be written later.
  ///
  /// - Throws: ``WorkloadError/storeIsLater`` for a line older than what the store holds: its
  ///   clock never goes back, so the line's time could not be kept.
  package mutating func append(_ event: WorkloadEvent) throws {
    guard event.milliseconds >= storeClock else { throw WorkloadError.storeIsLater }
    let new = drafts.drafts(of: event)
    let bytes = new.reduce(0) { $0 + $1.payload.count }
    if let last = pending.last, last.replica == event.replica, last.lines < linesPerCommand,
      last.drafts.count + new.count <= LogWriter.commandEventLimit,
      last.bytes + bytes <= LogWriter.commandByteLimit
    {
      pending[pending.count - 1].drafts += new
      pending[pending.count - 1].bytes += bytes
      pending[pending.count - 1].lines += 1
    } else {
      if pendingEvents >= Self.batchEventLimit || pendingBytes >= Self.batchByteLimit {
        try flush()
      }
      pending.append(
        Command(
          replica: event.replica, milliseconds: event.milliseconds, drafts: new, bytes: bytes))
    }
    pendingEvents += new.count
    pendingBytes += bytes
  }

  /// Writes what was taken, durably.
  package mutating func flush() throws {
    guard !pending.isEmpty else { return }
    let (store, commands, identities, before) = (store, pending, identities, moments)
    moments = try store.environment.write { transaction in
      var moments = before
      let catalog = try Moment(store, transaction.reading).catalog
      try catalog.checkWritable()
      var writer = try LogWriter(store.tables, transaction.reading)
      var applied: [AppliedCommand] = []
      for command in commands {
        moments[command.replica - 1].now = command.milliseconds
        applied.append(
          try writer.append(
            command.drafts, as: identities[command.replica - 1],
            at: &moments[command.replica - 1], &transaction))
      }
      try writer.finish(&transaction)
      var batch = ViewBatch(entries: catalog.entries, writer.state)
      for command in applied { try batch.fold(command, transaction.reading) }
      try batch.flush(registry: store.tables.meta, &transaction)
      return moments
    }
    eventCount += pendingEvents
    (pendingEvents, pendingBytes) = (0, 0)
    pending.removeAll(keepingCapacity: true)
  }
}

/// Why a workload was not loaded.
package enum WorkloadError: Error, Equatable {
  /// The store holds these replicas' logs already.
  case alreadyLoaded
  /// The store holds events that are later than the workload.
  case storeIsLater
  /// A line is not one of a workload.
  case line(Int, String)
}

extension WorkloadError: CustomStringConvertible {
  /// The problem for people.
  package var description: String {
    switch self {
    case .alreadyLoaded:
      "The store holds a workload of this seed already. Load into a new store, or use --seed."
    case .storeIsLater:
      "The store holds events later than the workload, whose times could not be kept. "
        + "Load into a new store."
    case .line(let number, let problem): "Line \(number): \(problem)."
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): repeatable, and fit for nothing secret.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
