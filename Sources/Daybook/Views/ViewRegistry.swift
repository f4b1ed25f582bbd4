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
    return wire.bytes
  }

  init?(reading bytes: [UInt8]) {
    // Damage is the caller's to report.
    guard let payload = try? Payload(bytes), let generation = payload.number(1),
      let codeVersion = payload.number(2), let factVersion = payload.number(3),
      let position = payload.number(4),
      let fingerprint = payload.bytes(5).flatMap(Fingerprint.init(bytes:))
    else { return nil }
    self.init(
      generation: generation, codeVersion: codeVersion, factVersion: factVersion,
      position: position, fingerprint: fingerprint)
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
    case .items: 2
    // 2: as above, with settings.
    case .collections: 2
    // 2: as above, the reviews of a card in one row; cardReviewed, version 2.
    case .decks: 2
    }
  }

  /// Whether an older program built it, so that opening the store builds it anew.
  package func isOutdated(_ entry: ViewEntry?) -> Bool {
    entry?.codeVersion ?? 0 < codeVersion
  }

  /// The version of what the facts mean: raise it when equal events may give other facts.
  package var factVersion: UInt64 { 2 }
}

/// The live generation of every view, as one transaction sees it.
package struct ViewCatalog: Sendable {
  /// The logs by local number.
  package let logs: [LogRecord]
  /// The registry.
  package let entries: [ViewName: ViewEntry]

  /// Reads the registry.
  package init(
    _ tables: LogTables, logs: [LogRecord], _ transaction: borrowing ReadTransaction
  ) throws {
    var entries: [ViewName: ViewEntry] = [:]
    for view in ViewName.allCases {
      guard let bytes = try transaction.bytes(in: tables.meta, for: MetaKey.view(view.rawValue))
      else { continue }
      guard let entry = ViewEntry(reading: bytes) else { throw ViewError.damagedRow }
      entries[view] = entry
    }
    self.logs = logs
    self.entries = entries
  }

  /// A catalog of given builds: a rebuild's, or that of a past moment.
  package init(logs: [LogRecord], entries: [ViewName: ViewEntry]) {
    self.logs = logs
    self.entries = entries
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
    try transaction.value(in: try table(row.kind.view), for: row.bytes) {
      try Record(reading: $0)
    } ?? Record()
  }

  /// One short hash that says whether two replicas hold the same facts.
  package var fingerprint: String {
    var digest = Digest()
    for view in ViewName.allCases {
      guard let entry = entries[view] else { continue }
      digest.update(Array(view.rawValue.utf8))
      digest.update(Hexadecimal.bytes(entry.factVersion))
      digest.update(entry.fingerprint.bytes)
    }
    return Hexadecimal.digits(digest.finalize().prefix(8))
  }
}
