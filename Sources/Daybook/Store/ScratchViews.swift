import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// The views of a store folded anew, to compare with its own without writing to it: in a store
/// beside it whose files have no names any more, so that nothing stays, however this process ends.
struct ScratchViews {
  /// How often the comparison begins anew because the store changed under it.
  private static let attemptLimit = 16

  /// One view whose rows are not what its events say.
  struct Difference {
    let view: ViewName
    /// How many keys differ; 0 where only the fingerprint does.
    let keys: Int
  }

  private let store: Store
  private let environment: Environment
  private var build: ViewBuild
  /// The schedule, which is computed from what was built; nil where it is not compared.
  private let schedule: ViewEntry?

  /// What is wrong with some views of a store.
  ///
  /// - Throws: what reading the store throws, and `diskFull` where no place has room enough.
  static func differences(in store: Store, _ views: [ViewName]) throws -> [Difference] {
    guard !views.isEmpty else { return [] }
    for _ in 1..<attemptLimit {
      do {
        return try once(in: store, views)
      } catch StoreError.rebuiltElsewhere {
        continue  // earlier events count otherwise since
      }
    }
    return try once(in: store, views)
  }

  private static func once(in store: Store, _ views: [ViewName]) throws -> [Difference] {
    do {
      var scratch = try ScratchViews(of: store, views, in: store.environment.path)
      return try scratch.differences()
    } catch let error as LMDBError where error.isOfVolume {
      // A store that can only be read, or has no room left, is compared elsewhere.
      var scratch = try ScratchViews(of: store, views, in: Host.temporaryFolder)
      return try scratch.differences()
    }
  }

  /// Prepares to fold some views.
  private init(of store: Store, _ views: [ViewName], in folder: String) throws {
    self.store = store
    var entries: [ViewName: ViewEntry] = [:]
    for view in views {
      entries[view] = ViewEntry(
        generation: 1, codeVersion: view.schema.codeVersion,
        factVersion: view.schema.factVersion, position: 0,
        fingerprint: Fingerprint())
    }
    var random = store.options.random()
    let number = Hexadecimal.digits(random.next() as UInt64)
    environment = try Self.make(folder + "/daybook-verify-" + number, views)
    schedule = entries.removeValue(forKey: .schedule)
    build = ViewBuild(
      entries,
      eventCount: try store.environment.read { try LogState(store.tables, $0).eventCount })
  }

  private static func make(_ path: String, _ views: [ViewName]) throws -> Environment {
    // Open files stay usable without a name; what was never made cannot be removed.
    defer { try? FileSystem.removeRecursively(path) }
    try Environment.create(at: path, options: Environment.Options()) { transaction in
      for view in views { _ = try transaction.createTable(ViewEntry.tableName(view, 1)) }
    }
    let environment = try Environment.open(at: path, options: Environment.Options())
    // The lock among writers is opened by its name, at the first write.
    try environment.write { _ in }
    return environment
  }

  /// Folds the whole log and compares.
  private mutating func differences() throws -> [Difference] {
    var isMore = true
    while isMore {
      let (before, source) = (build, store.environment)
      (build, isMore) = try environment.write { transaction in
        try Self.once(source) { try next(before, $0, &transaction) }
      }
    }
    for _ in 0..<Self.attemptLimit {
      do {
        return try compared()
      } catch is Repetition {
        continue
      }
    }
    throw LMDBError(operation: .begin, kind: .badTransaction)
  }

  /// Folds the last events and compares in one moment of the store.
  private func compared() throws -> [Difference] {
    try environment.write { transaction in
      try Self.once(store.environment) { source in
        var (build, isMore) = (build, true)
        while isMore { (build, isMore) = try next(build, source, &transaction) }
        var entries = build.entries
        entries[.schedule] = schedule
        let live = try ViewCatalog(store.tables, logs: [], source)
        try computeSchedule(entries, &transaction)
        return try ViewName.allCases.compactMap { view in
          // What is stale is known to differ, and built anew at the next opening.
          guard let entry = entries[view], live.entries[view]?.isStale != true else { return nil }
          let keys = try Self.differingKeys(
            try live.table(view).raw, source, ViewTable(view, generation: 1).raw,
            transaction.reading)
          let isSame = keys == 0 && live.entries[view]?.fingerprint == entry.fingerprint
          return isSame ? nil : Difference(view: view, keys: keys)
        }
      }
    }
  }

  /// Computes the schedule from the rows that were folded.
  private func computeSchedule(
    _ entries: [ViewName: ViewEntry], _ transaction: inout WriteTransaction
  ) throws {
    guard let entry = entries[.schedule] else { return }
    var build = ScheduleBuild(schedule: entry.table(of: .schedule), previous: nil)
    let decks = ViewTable(.decks, generation: 1)
    while build.isMore { try build.buildNext(from: decks, &transaction) }
  }

  /// Builds one batch; says whether there may be more.
  private func next(
    _ before: ViewBuild, _ source: borrowing ReadTransaction,
    _ transaction: inout WriteTransaction
  ) throws -> (build: ViewBuild, isMore: Bool) {
    var build = before
    var batch = try build.nextBatch(of: store.log, source, for: transaction.reading)
    let isMore = try build.write(&batch, &transaction)
    return (build, isMore)
  }

  /// How many keys differ. Both are gone through and looked up in: LMDB does that in two ways,
  /// and damage may show in one of them only.
  private static func differingKeys(
    _ live: Table, _ source: borrowing ReadTransaction, _ folded: Table,
    _ scratch: borrowing ReadTransaction
  ) throws -> Int {
    let found = try sharedKeys(live, source, folded, scratch)
    let wanted = try sharedKeys(folded, scratch, live, source)
    return try source.count(of: live) + scratch.count(of: folded) - 2 * min(found, wanted)
  }

  /// How many keys of one table another holds with equal values.
  private static func sharedKeys(
    _ one: Table, _ first: borrowing ReadTransaction, _ other: Table,
    _ second: borrowing ReadTransaction
  ) throws -> Int {
    var shared = 0
    try first.scan(one) { key, value in
      let bytes = value.array()
      let isSame = try second.value(in: other, for: key.array()) { $0.array() == bytes }
      if isSame ?? false { shared += 1 }
      return .next
    }
    return shared
  }

  /// Thrown to give up what a first run has written to the scratch store.
  private struct Repetition: Error {}

  /// Reads the store with a body that writes elsewhere, and so must not be run again.
  private static func once<Result>(
    _ environment: Environment, _ body: (borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    var hasRun = false
    return try environment.read { transaction in
      if hasRun { throw Repetition() }
      hasRun = true
      return try body(transaction)
    }
  }
}

extension LMDBError {
  /// Whether it is the volume that was in the way.
  fileprivate var isOfVolume: Bool {
    switch kind {
    case .diskFull, .ioError, .panic, .notWritable, .permissionDenied, .networkFileSystem: true
    default: false
    }
  }
}
