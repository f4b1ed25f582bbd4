import DaybookEvents
package import DaybookLog
package import LMDB

/// What the store knows about one view.
package struct ViewEntry: Equatable, Sendable {
  /// Which physical build is live; its table is `<view>@<generation>`.
  package var generation: UInt64
  /// The version of the code that built it.
  package var codeVersion: UInt64
  /// The version of its facts: fingerprints of different fact versions are not compared.
  package var factVersion: UInt64
  /// The position of the last event folded.
  package var position: UInt64
  /// The sum over its rows of facts.
  package var fingerprint: Fingerprint
  /// Whether it was computed, in part, from what does not hold any more, and is to be built anew.
  package var isStale = false

  /// The name of the table that holds it.
  package static func tableName(_ view: ViewName, _ generation: UInt64) -> String {
    "\(view.rawValue)@\(generation)"
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.varint(1, generation)
    wire.varint(2, codeVersion)
    wire.varint(3, factVersion)
    wire.varint(4, position)
    wire.bytes(5, fingerprint.bytes)
    if isStale { wire.varint(6, 1) }
    return wire.bytes
  }

  init?(reading bytes: Span<UInt8>) {
    guard let generation = bytes.number(1), let codeVersion = bytes.number(2),
      let factVersion = bytes.number(3), let position = bytes.number(4),
      let fingerprint = bytes.content(5).flatMap({ Fingerprint(bytes: bytes.array($0)) })
    else { return nil }
    self.init(
      generation: generation, codeVersion: codeVersion, factVersion: factVersion,
      position: position, fingerprint: fingerprint)
    isStale = bytes.number(6) == 1
  }

  /// Describes a build.
  package init(
    generation: UInt64, codeVersion: UInt64, factVersion: UInt64, position: UInt64,
    fingerprint: Fingerprint
  ) {
    self.generation = generation
    self.codeVersion = codeVersion
    self.factVersion = factVersion
    self.position = position
    self.fingerprint = fingerprint
  }
}

extension ViewName {
  /// The version of the code that folds and indexes this view: raise it when either changes, and
  /// every store rebuilds the view at its next opening. A new version of a kind that it folds
  /// raises it as well: programs before left such events unread.
  package var codeVersion: UInt64 {
    switch self {
    // 2: rows in the form that is hashed.
    // 3, as of all views: stamps as they count where a clock was corrected.
    // 4, as of all views: writes that were withdrawn.
    case .items: 4
    // 2: as above, with settings.
    // 4, as of decks: joined into others.
    case .collections: 4
    // 2: as above, the reviews of a card in one row; cardReviewed, version 2.
    // 3: notes, options, flags; what is computed of cards is a view of its own.
    // 4: reviews that count again, names without a file.
    // 5: joined into others; withdrawn writes.
    case .decks: 5
    // 2: new cards in the order in which they were added, those of notes too.
    case .schedule: 2
    }
  }

  /// Whether an older program built it, so that opening the store builds it anew.
  package func isOutdated(_ entry: ViewEntry?) -> Bool {
    entry?.codeVersion ?? 0 < codeVersion || entry?.isStale ?? false
  }

  /// The version of what the facts mean: raise it when equal events may give other facts.
  package var factVersion: UInt64 {
    switch self {
    // As with the code, programs before passed over corrections of clocks, then withdrawn writes.
    case .items: 4
    // 4, and of decks 3 to 5: kinds of events that programs before passed over.
    case .collections: 4
    case .decks: 5
    case .schedule: 0
    }
  }
}

/// The live generation of every view, as one transaction sees it.
package struct ViewCatalog: Sendable {
  /// The logs by local number.
  package let logs: [LogRecord]
  /// The registry.
  package private(set) var entries: [ViewName: ViewEntry]
  /// Where the views of a past moment come from; nil for the present.
  let past: PastViews?

  /// Reads the registry.
  package init(
    _ tables: LogTables, logs: [LogRecord], _ transaction: borrowing ReadTransaction
  ) throws {
    var entries: [ViewName: ViewEntry] = [:]
    for view in ViewName.allCases {
      let entry = try transaction.value(in: tables.meta, for: MetaKey.view(view.rawValue)) {
        guard let entry = ViewEntry(reading: $0) else { throw ViewError.damagedRow }
        return entry
      }
      entries[view] = entry
    }
    self.logs = logs
    self.entries = entries
    past = nil
  }

  /// The same without views that were left behind the log.
  var withoutThoseBehind: ViewCatalog {
    var catalog = self
    catalog.entries = entries.filter { !$0.value.isBehind }
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
    for (view, entry) in entries where entry.codeVersion > view.codeVersion {
      throw ViewError.newer(view)
    }
  }

  /// The table of a view's live generation.
  package func table(_ view: ViewName) throws -> Table {
    guard let entry = entries[view] else { throw ViewError.missing(view) }
    return Table(name: ViewEntry.tableName(view, entry.generation))
  }

  /// One row; an empty record when nothing was written to it.
  package func record(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    if let past { return try past.record(row, transaction) }
    return try transaction.value(in: try table(row.kind.view), for: row.bytes) {
      try Record(reading: $0)
    } ?? Record()
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
    try transaction.scan(try table(view), from: lower, below: upper, body)
  }

  /// One short hash that says whether two replicas hold the same facts: of the present.
  package var fingerprint: String {
    var digest = Digest()
    for view in ViewName.ofFacts {
      guard let entry = entries[view] else { continue }
      digest.update(Array(view.rawValue.utf8))
      digest.update(Hexadecimal.bytes(entry.factVersion))
      digest.update(entry.fingerprint.bytes)
    }
    return Hexadecimal.digits(digest.finalize().prefix(8))
  }
}
