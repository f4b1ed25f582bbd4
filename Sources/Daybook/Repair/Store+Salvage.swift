package import DaybookEvents
package import DaybookLog
import DaybookSystem
import LMDB

/// What making a damaged store anew came to.
package struct SalvageReport: Equatable, Sendable {
  /// How many events the new store holds.
  package var events: UInt64 = 0
  /// How many of them another copy gave.
  package var filled: UInt64 = 0
  /// How many were written anew, for what came before them is gone.
  package var reissued: UInt64 = 0
  /// How many sound events could not be kept, nor written anew.
  package var dropped: UInt64 = 0
  /// How many were not written anew because they had been erased: nothing of them is lost.
  package var erased: UInt64 = 0
  /// The events that are gone.
  package var missing: [WithheldEvents] = []
  /// How many sound events follow what is gone.
  package var unlinked = 0
  /// The fingerprint of the new store; empty where none was made.
  package var fingerprint = ""
  /// The id that it goes on under, where that is a new one.
  package var newReplica: ReplicaID?
  /// What is wrong with the new store, in words.
  package var problems: [String] = []

  /// Whether a store was made and found sound.
  package var isMade: Bool { !fingerprint.isEmpty && problems.isEmpty }
  /// How many events are gone.
  package var lost: UInt64 {
    let (sum, overflows) = missing.eventCount.addingReportingOverflow(dropped)
    return overflows ? .max : sum
  }
}

extension Store {
  /// Where in the folder of a store another one is made of what can be read of it.
  package static func salvageFolder(of path: String) -> String { path + "/repairing" }

  /// Makes a store anew of what can be read of a damaged one, in a folder inside it: every event
  /// in its place, byte for byte, and all that follows from them. The damaged one is only read.
  ///
  /// > Nothing is dropped unasked: where events are gone, nothing is made unless `acceptsLoss`.
  ///
  /// The caller sees to it that nobody else uses the store meanwhile.
  ///
  /// - Parameters:
  ///   - stock: what other copies have of what is missing.
  ///   - acceptsLoss: go on without what is gone, under a new id; what was written after it, and
  ///     can still be read, is written anew under that id.
  package static func salvage(
    at path: String, _ options: StoreOptions, from stock: CommandStock, acceptsLoss: Bool
  ) throws -> SalvageReport {
    try StoreFailure.namingFiles {
      let salvage = try Salvage(storeAt: path)
      try salvage.checkFormat()
      let noted = Witness(storeAt: path).sequences
      var report = SalvageReport()
      var commands = SalvagedCommands(salvage, noted: noted, fill: stock.commands)
      try commands.forEach { _ in }
      (report.missing, report.unlinked) = (commands.missing, commands.unlinked.count)
      let isLossy = report.missing.contains { _ in true } || report.unlinked > 0
      guard !isLossy || acceptsLoss else { return report }
      // What this store wrote it can sign for anew.
      let own = salvage.identity?.replica
      let signedOnly = commands.brokenLogs.filter { salvage.records[$0]?.replica != own }
      let again = SalvagedCommands(
        salvage, noted: noted, signedOnly: isLossy ? signedOnly : [], fill: stock.commands)
      let maker = try SalvageMaker(
        salvage, again, in: salvageFolder(of: path), options, isLossy: isLossy)
      return try maker.make(report)
    }
  }
}

/// Fills a new store with what was salvaged.
private struct SalvageMaker {
  private static let batchEventCount = 8_192

  private let salvage: Salvage
  private let commands: SalvagedCommands
  private let folder: String
  private let options: StoreOptions
  private let identity: StoreIdentity
  private let isNewIdentity: Bool

  init(
    _ salvage: Salvage, _ commands: SalvagedCommands, in folder: String,
    _ options: StoreOptions, isLossy: Bool
  ) throws {
    (self.salvage, self.commands) = (salvage, commands)
    var inner = options
    inner.isReadOnly = false
    inner.createsMissing = false
    inner.onNewIdentity = nil
    (self.folder, self.options) = (folder, inner)
    let known = salvage.identity
    if let known, !isLossy, salvage.isIdentityCertain {
      (identity, isNewIdentity) = (known, false)
    } else {
      identity = options.newIdentity(name: known?.name ?? Array(options.replicaName.utf8))
      isNewIdentity = true
    }
  }

  func make(_ found: SalvageReport) throws -> SalvageReport {
    var report = found
    try? FileSystem.removeRecursively(folder)  // left by a repair that was stopped, or not there
    try Environment.create(at: folder, options: Environment.Options()) { transaction in
      try Store.prepare(identity, &transaction)
      // Whoever opens the store builds its views.
      let tables = Store.salvagedTables
      for view in ViewName.allCases {
        let entry = ViewEntry(
          generation: 1, codeVersion: 0, factVersion: 0, position: 0, fingerprint: Fingerprint())
        try transaction.put(MetaKey.view(view.rawValue), entry.encoded, in: tables)
      }
    }
    try fill(&report)
    let store = try Store.open(at: folder, options: options)
    try store.environment.write { transaction in
      for (key, value) in salvage.meta where key.first == UInt8(ascii: "m") {
        try transaction.put(key, value, in: store.tables.meta)
      }
    }
    report.problems = try store.verify(includesMedia: false).problems
    report.events = try store.read { moment, _ in moment.state.eventCount }
    report.fingerprint = try store.status().fingerprint
    if isNewIdentity { report.newReplica = identity.replica }
    return report
  }

  /// Applies every command there is, and then writes anew what could not be applied.
  private func fill(_ report: inout SalvageReport) throws {
    let environment = try Environment.open(at: folder, options: Environment.Options())
    guard let tables = try LogTables(in: environment) else { throw StoreFailure.damaged }
    var queue = ReceivingQueue()
    var count = 0
    var commands = commands
    try commands.forEach { command in
      queue.add([command])
      count += command.eventCount
      guard count >= Self.batchEventCount else { return }
      (queue, count) = (try receive(queue, isLast: false, environment, tables), 0)
    }
    for command in salvage.waitingCommands { queue.add([command]) }
    _ = try receive(queue, isLast: true, environment, tables)
    report.filled = commands.filledCount
    var anew = Reissue(salvage, identity, Set(commands.unlinked), options)
    let lost = report.missing
    let isUnchanged = lost.isEmpty && commands.filledCount == 0 && commands.unlinked.isEmpty
    anew = try environment.write { transaction in
      var anew = anew
      try anew.collectWaiting(tables, &transaction)
      var writer = try LogWriter(tables, transaction.reading)
      try writer.carryOver(salvage, isUnchanged: isUnchanged, &transaction)
      if !isNewIdentity { writer.followOwnHead(of: identity) }
      if let former = salvage.identity { try writer.signHeads(of: former, &transaction) }
      try writer.finish(&transaction)
      for events in lost {
        try AcceptedLoss(events, at: options.now()).store(in: tables.meta, &transaction)
      }
      return anew
    }
    try anew.write(environment, tables)
    (report.reissued, report.dropped, report.erased) = (anew.written, anew.dropped, anew.erased)
  }

  private func receive(
    _ queue: ReceivingQueue, isLast: Bool, _ environment: Environment, _ tables: LogTables
  ) throws -> ReceivingQueue {
    try environment.write { transaction in
      var rest = queue
      var summary = ReceiptSummary()
      var writer = try LogWriter(tables, transaction.reading)
      // What was erased was so in the store that this is made of.
      writer.trustsErasures = .all(except: [])
      _ = try writer.receive(
        &rest, isLast: isLast, now: options.now(), &summary, &transaction)
      if isLast {
        _ = try writer.drainWaiting(
          now: options.now(), limit: .max, &summary, &transaction
        ) { _ in }
      }
      try writer.finish(&transaction)
      return rest
    }
  }
}

extension Store {
  /// Where the registry of views lies.
  fileprivate static var salvagedTables: Table { Table(name: "meta") }
}
