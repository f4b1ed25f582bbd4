import DaybookEvents
package import DaybookLog
package import LMDB

extension ViewName {
  /// Whether an older program built it, so that opening the store builds it anew.
  package func isOutdated(_ entry: ViewEntry?) -> Bool {
    entry?.codeVersion ?? 0 < schema.codeVersion || entry?.isStale ?? false
      || entry?.isDamaged ?? false
  }

  /// Whether nothing but damage makes it outdated.
  func isOnlyDamaged(_ entry: ViewEntry?) -> Bool {
    guard var entry, entry.isDamaged else { return false }
    entry.isDamaged = false
    return !isOutdated(entry)
  }
}

/// The live generation of every view, as one transaction sees it.
package struct ViewCatalog: Sendable {
  /// The logs by local number.
  package let logs: [LogRecord]
  /// The registry.
  package private(set) var entries: [ViewName: ViewEntry]
  /// Whether some were left behind because events that they are built from are damaged.
  private(set) var isHindered = false
  /// Where the views of a past moment come from; nil for the present.
  let past: PastViews?
  /// What stands in for damaged rows; nil for whoever writes or compares builds, who needs to hear
  /// of damage.
  private var mender: ViewMender?

  /// Reads the registry.
  package init(
    _ tables: LogTables, logs: [LogRecord], _ transaction: borrowing ReadTransaction
  ) throws {
    var entries: [ViewName: ViewEntry] = [:]
    for view in ViewName.allCases {
      let bytes = try transaction.bytes(in: tables.meta, for: MetaKey.view(view.rawValue))
      // An entry that is damaged is as good as none: opening the store builds the view anew.
      if let bytes { entries[view] = ViewEntry(reading: bytes.span) }
    }
    self.logs = logs
    self.entries = entries
    past = nil
    guard entries.values.contains(where: \.isBehind) else { return }
    isHindered = try transaction.contains(MetaKey.hindrance, in: tables.meta)
  }

  /// The same without views that were left behind the log.
  var withoutThoseBehind: ViewCatalog {
    var catalog = self
    catalog.entries = entries.filter { !$0.value.isBehind }
    return catalog
  }

  /// The builds that take what is written now.
  var written: [ViewName: ViewEntry] { isHindered ? withoutThoseBehind.entries : entries }

  /// The same with what stands in for damaged rows.
  func mended(by mender: ViewMender) -> ViewCatalog {
    var catalog = self
    catalog.mender = mender
    return catalog
  }

  /// The catalog of a past moment, which has no builds: what is asked of it is folded.
  init(_ past: PastViews) {
    logs = past.present.catalog.logs
    entries = [:]
    self.past = past
  }

  /// - Throws: ``ViewError/newer(_:)`` when a newer program has built a view: what it needs at
  ///   writing is not known here, so this one only reads.
  package func checkWritable() throws {
    for (view, entry) in entries where entry.codeVersion > view.schema.codeVersion {
      throw ViewError.newer(view)
    }
  }

  /// The table of a view's live generation.
  package func table(_ view: ViewName) throws -> ViewTable {
    guard let entry = entries[view] else { throw ViewError.missing(view) }
    if isHindered, entry.isBehind { throw LogError.damaged(.event) }
    return entry.table(of: view)
  }

  /// One row; an empty record when nothing was written to it.
  package func record(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    if let past { return try past.record(row, transaction) }
    let record: Record? = try mending(row.kind.view) { table in
      try transaction.value(in: table, for: row.bytes) { try Record(reading: $0) }
    } else: { mender in
      let bytes = try mender.stored(row, transaction)
      return try Record(stored: bytes.span)
    }
    return record ?? Record()
  }

  /// A row of the present as it is stored, folded from the log where that is damaged; empty where
  /// nothing was written to it.
  func stored(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    try mending(row.kind.view) {
      try transaction.bytes(in: $0, for: row.bytes) ?? []
    } else: {
      try $0.stored(row, transaction)
    }
  }

  /// What is kept under a key of the schedule of the present, computed anew where that is damaged.
  func storedState(
    of card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    try mending(.schedule) {
      try transaction.value(in: $0, for: ViewIndex.cardState.key(card.key)) {
        CardState(reading: $0)
      } ?? nil
    } else: {
      try $0.state(of: card, self, transaction)
    }
  }

  /// Whether the rows of a view cannot be read: an older program built it, and they bear no checks,
  /// or it was left behind a damaged log. One that is being built after a first load has no rows.
  private func isUnreadable(_ view: ViewName) -> Bool {
    guard let entry = entries[view] else { return false }
    return entry.isBehind ? isHindered : entry.codeVersion < view.schema.firstCheckedVersion
  }

  /// Reads the live table of a view, or where that is damaged asks what stands in for it.
  private func mending<Result>(
    _ view: ViewName, _ read: (ViewTable) throws -> Result, else mend: (ViewMender) throws -> Result
  ) throws -> Result {
    if let mender, isUnreadable(view) { return try mend(mender) }
    let table = try table(view)
    do {
      return try read(table)
    } catch let error as ViewError {
      guard let mender, error == .damaged(view) else { throw error }
      mender.note(table)
      return try mend(mender)
    }
  }

  /// Folds a past moment as a whole, for somebody who is going to ask for much of it.
  ///
  /// - Parameter always: also where little was written after it, and the views of the present tell
  ///   the rest.
  package func foldPast(
    always: Bool = false, _ transaction: borrowing ReadTransaction
  ) throws {
    guard let past, try always || past.changes(transaction) == nil else { return }
    try past.foldAll(transaction)
  }

  /// Whether a view can be read.
  package func holds(_ view: ViewName) -> Bool { past != nil || entries[view] != nil }

  /// Whether things of a kind can be looked up: a store that a program without the kind wrote has
  /// no view of them until it is built.
  func mayHold(_ kind: ThingKind) -> Bool {
    !kind.row.view.schema.mayBeMissing || holds(kind.row.view)
  }

  /// Lends every row and index entry of a view from `lower` on and before `upper`, in the order of
  /// keys.
  package func scan(
    _ view: ViewName, from lower: [UInt8] = [], below upper: [UInt8]? = nil,
    _ transaction: borrowing ReadTransaction,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    if let past {
      return try past.table(view, transaction).scan(from: lower, below: upper, transaction, body)
    }
    var start = lower
    var isBroken = isUnreadable(view) && mender != nil
    if !isBroken {
      let table = try table(view)
      try transaction.scan(
        table, from: lower, below: upper,
        recover: { last in
          guard let mender else { throw ViewError.damaged(view) }
          mender.note(table)
          isBroken = true
          // What was lent before the damage is not lent again: somebody may have printed it.
          if let last { start = last + [0] }
        }, body)
    }
    guard isBroken, let mender else { return }
    try mender.table(view, self, transaction).scan(from: start, below: upper, transaction, body)
  }

  /// One short hash that says whether two replicas hold the same facts: of the present.
  package var fingerprint: String {
    var digest = Digest()
    for view in ViewName.ofFacts {
      // Without things of other programs it is what it was before there were any.
      guard let entry = entries[view], view != .custom || entry.fingerprint != Fingerprint()
      else { continue }
      digest.update(Array(view.rawValue.utf8))
      digest.update(Hexadecimal.bytes(entry.factVersion))
      digest.update(entry.fingerprint.bytes)
    }
    return Hexadecimal.digits(digest.finalize().prefix(8))
  }
}
