public import DaybookEvents
package import DaybookLog
package import LMDB
import Synchronization

/// One copy of a person's daybook: a directory that holds the log and the views folded from it.
///
/// Safe to use from several tasks, and beside other processes. Reads see one moment of the store
/// and never wait; each command is one durable commit, all or nothing.
public final class Store: Sendable {
  /// The directory.
  public let path: String
  /// Whether opening made the store.
  public let isNew: Bool
  /// The LMDB environment.
  package let environment: Environment
  /// The tables of the log.
  package let tables: LogTables
  /// How it was opened.
  package let options: StoreOptions
  /// What remembers the last head written here.
  package let witness: Witness
  /// What tells the place of the store from others, once it was asked for: reading needs it not.
  private let lastHome = Mutex<[UInt8]??>(nil)
  /// What changes must find unchanged.
  let expectation: Expectation?
  /// Where damage was met in views.
  let damage: ViewDamage
  /// What was last read, and of which snapshot: most reads find that nothing was written since.
  private let lastMoment = Mutex<(snapshot: Int, moment: Moment)?>(nil)

  init(
    path: String, isNew: Bool, environment: Environment, tables: LogTables,
    options: StoreOptions, expectation: Expectation? = nil, damage: ViewDamage? = nil
  ) {
    self.path = path
    self.isNew = isNew
    self.environment = environment
    self.tables = tables
    self.options = options
    self.expectation = expectation
    witness = Witness(storeAt: path)
    self.damage = damage ?? ViewDamage(options.onDamagedView)
  }

  /// What tells the place of the store from others; nil where nothing does.
  var home: [UInt8]? {
    lastHome.withLock { last in
      if let known = last { return known }
      let home = options.home(path)
      last = .some(home)
      return home
    }
  }

  /// Reading the log.
  package var log: Log { Log(tables: tables) }

  /// Reads one moment of the store.
  package func read<Result>(
    _ body: (Moment, borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    defer { markDamage() }
    return try StoreFailure.naming {
      try environment.read { transaction in
        try body(try moment(transaction), transaction)
      }
    }
  }

  /// What a read transaction sees.
  func moment(_ transaction: borrowing ReadTransaction) throws -> Moment {
    let snapshot = transaction.snapshot
    if let last = lastMoment.withLock({ $0 }), last.snapshot == snapshot { return last.moment }
    let moment = try Moment(self, transaction)
    lastMoment.withLock { $0 = (snapshot, moment) }
    return moment
  }

  /// Appends one command: the drafts that `build` makes of what it reads. Without drafts nothing
  /// is written.
  ///
  /// `build` may run more than once. When this throws, nothing was kept.
  ///
  /// - Returns: the command, or nil when there was nothing to write.
  @discardableResult
  package func write(
    reason: Batch.Reason? = nil, batchFirst: UInt64? = nil,
    _ build: (Moment, borrowing ReadTransaction) throws -> [EventDraft]
  ) throws -> CommandReceipt? {
    try write(upTo: 1, reason: reason, batchFirst: batchFirst) { _, moment, transaction in
      try build(moment, transaction)
    }.first
  }

  /// Appends several commands in one transaction, so that what they touch is written once: each
  /// sees what those before it wrote, and all of them are kept or none is.
  ///
  /// - Parameters:
  ///   - limit: at most so many commands.
  ///   - build: the drafts of the next command, after so many in this transaction; none ends it.
  ///     When the transaction is repeated it is asked from the first command on again.
  func write(
    upTo limit: Int, reason: Batch.Reason? = nil, batchFirst: UInt64? = nil,
    _ build: (Int, Moment, borrowing ReadTransaction) throws -> [EventDraft]
  ) throws -> [CommandReceipt] {
    let written = try StoreFailure.naming {
      try mendingViews { try commit(limit, reason, batchFirst, build) }
    }
    tell(written)
    return written.map(\.command)
  }

  /// Notes what was kept.
  func tell(_ written: [WrittenCommand]) {
    for one in written { expectation?.note(one.command) }
    if let last = written.last { note(last.command) }
    for reason in written.compactMap(\.newIdentity) { options.onNewIdentity?(reason) }
  }

  /// Commits commands, and after a failed commit finds out whether they were kept.
  private func commit(
    _ limit: Int, _ reason: Batch.Reason?, _ batchFirst: UInt64?,
    _ build: (Int, Moment, borrowing ReadTransaction) throws -> [EventDraft]
  ) throws -> [WrittenCommand] {
    var attempted: [WrittenCommand] = []
    func commit() throws -> [WrittenCommand] {
      try environment.write { transaction in
        attempted = []
        while attempted.count < limit {
          let first = batchFirst ?? attempted.first?.command.events.first?.sequence
          let command = try append(reason, first, &transaction) {
            try build(attempted.count, $0, $1)
          }
          guard let command else { break }
          attempted.append(command)
        }
        return attempted
      }
    }
    do {
      return try commit()
    } catch let error as LMDBError where error.operation == .commit {
      lastMoment.withLock { $0 = nil }
      try environment.reopen()
      if let last = attempted.last, try isKept(last.command) { return attempted }
      if error.kind == .diskFull { throw error }
      return try commit()
    }
  }

  /// Appends one command and folds it into the live views.
  func append(
    _ reason: Batch.Reason?, _ batchFirst: UInt64?, collectsEffects: Bool = false,
    _ transaction: inout WriteTransaction,
    _ build: (Moment, borrowing ReadTransaction) throws -> [EventDraft]
  ) throws -> WrittenCommand? {
    let moment = try Moment(self, transaction.reading)
    try moment.catalog.checkWritable()
    var writer = try LogWriter(tables, state: moment.state, transaction.reading)
    let drafts = try build(moment, transaction.reading)
    guard !drafts.isEmpty else { return nil }
    try expectation?.check(drafts, moment, transaction.reading)
    var at = writeMoment(reason, batchFirst)
    let (identity, newIdentity) = try writingIdentity(
      for: drafts, &writer, now: at.now, &transaction)
    let command = try writer.append(drafts, as: identity, at: &at, &transaction)
    try writer.finish(&transaction)
    var batch = ViewBatch(
      entries: moment.catalog.written, writer.state,
      effects: collectsEffects ? ViewEffects() : nil)
    try batch.post([command], writer, registry: tables.meta, &transaction)
    return WrittenCommand(
      command: CommandReceipt(command, link: writer.state.logs[Int(command.log)].headLink),
      newIdentity: newIdentity, effects: batch.effects)
  }

  /// Whether a command whose commit failed was kept all the same.
  private func isKept(_ command: CommandReceipt) throws -> Bool {
    guard let last = command.events.last else { return false }
    return try environment.read { transaction in
      try log.locate(last, LogState(tables, transaction), transaction) != nil
    }
  }

  func writeMoment(_ reason: Batch.Reason?, _ batchFirst: UInt64?) -> WriteMoment {
    let now = options.now()
    return WriteMoment(
      now: now, offsetMinutes: options.offsetMinutes(now), random: options.random(),
      reason: reason, batchFirst: batchFirst)
  }

  private func note(_ command: CommandReceipt) {
    guard let last = command.events.last else { return }
    do {
      try witness.note(last.replica, last.sequence, command.link)
    } catch {
      // The commit stands; a witness may lag, and the next command writes a newer one.
    }
  }
}

/// What a command became in the log.
public struct CommandReceipt: Equatable, Sendable {
  /// Its events, in order.
  public let events: [EventName]
  /// What each event is about.
  public let entities: [EntityID]
  let link: Link

  init(_ command: AppliedCommand, link: Link) {
    events = command.events.map(\.name)
    entities = command.events.map(\.header.entity)
    self.link = link
  }
}

/// What appending a command did.
struct WrittenCommand {
  let command: CommandReceipt
  /// Why it was written under a new id; nil where it was not.
  let newIdentity: NewIdentityReason?
  /// What changed for people, where that was asked for.
  let effects: ViewEffects?
}

/// What one transaction sees: the state of the log and the live views.
package struct Moment: Sendable {
  /// The log.
  package let log: Log
  /// Its state.
  package let state: LogState
  /// The views.
  package let catalog: ViewCatalog
  /// What tells the time, milliseconds since 1970.
  let wallClock: @Sendable () -> Int64
  /// How decks are learned.
  let schedulers = DeckSchedulers()

  /// Reads what a transaction sees.
  package init(_ store: Store, _ transaction: borrowing ReadTransaction) throws {
    log = store.log
    wallClock = store.options.now
    state = try LogState(store.tables, transaction)
    let all = try ViewCatalog(store.tables, logs: state.logs, transaction)
    // Nobody here can build what was left behind.
    let views = store.options.isReadOnly && !all.isHindered ? all.withoutThoseBehind : all
    let bare = Moment(log, wallClock, state, views)
    catalog = views.mended(by: ViewMender(bare, noting: store.damage))
  }

  private init(
    _ log: Log, _ wallClock: @escaping @Sendable () -> Int64, _ state: LogState,
    _ catalog: ViewCatalog
  ) {
    self.log = log
    self.wallClock = wallClock
    self.state = state
    self.catalog = catalog
  }

  /// The same log with other views: a past moment.
  package func showing(_ catalog: ViewCatalog, _ state: LogState) -> Moment {
    Moment(log, wallClock, state, catalog)
  }
}
