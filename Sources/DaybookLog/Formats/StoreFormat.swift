import DaybookEvents
package import LMDB

/// The format of a store: how the tables of the log are laid out, in numbers that only rise.
///
/// What other machines get, and what is hashed and signed, is no part of it: a store is taken from
/// one format to the next without changing a byte of an event.
package enum StoreFormat {
  /// The format this program writes.
  package static let current: UInt64 = 2
  /// The steps there are, one for each format after the first.
  static let steps = [FormatStep.checkedRows]

  /// Marks a new store.
  package static func store(
    _ tables: LogTables, _ transaction: inout WriteTransaction
  ) throws {
    try put(current, tables, &transaction)
  }

  /// The format of a store.
  package static func of(
    _ tables: LogTables, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    guard let bytes = try transaction.bytes(in: tables.meta, for: MetaKey.format),
      bytes.count == 8, bytes != Hexadecimal.bytes(0)
    else { throw LogError.damaged(.format) }
    return Hexadecimal.bigEndian(bytes)
  }

  /// - Throws: ``LogError/newerStore(format:)`` when a newer program has written the store, and
  ///   ``LogError/olderStore(format:)`` when it has not been brought up to date.
  package static func checkWritable(
    _ tables: LogTables, _ transaction: borrowing ReadTransaction
  ) throws {
    let format = try of(tables, transaction)
    guard format <= current else { throw LogError.newerStore(format: format) }
    guard format == current else { throw LogError.olderStore(format: format) }
  }

  /// Takes a store of an older program to this one's format. Nothing happens to any other store,
  /// nor where another process has just done the same.
  ///
  /// Each step is one transaction: whatever ends it leaves the store as it was before that step,
  /// and the next opening takes it again.
  ///
  /// - Throws: ``LogError/damaged(_:)`` where an event is not what was written; `diskFull` and
  ///   what else writing throws.
  /// - Complexity: O(*n* log *n*) in the events. The file grows by what is rewritten; the room of
  ///   the old rows is used again later.
  package static func bringUpToDate(_ tables: LogTables, in environment: Environment) throws {
    for step in steps {
      try environment.write { transaction in
        guard try of(tables, transaction.reading) == step.format - 1 else { return }
        try environment.read { try step.convert(tables, $0, &transaction) }
        try put(step.format, tables, &transaction)
      }
    }
  }

  private static func put(
    _ format: UInt64, _ tables: LogTables, _ transaction: inout WriteTransaction
  ) throws {
    try transaction.put(MetaKey.format, Hexadecimal.bytes(format), in: tables.meta)
  }
}

/// What takes a store from one format to the next.
struct FormatStep: Sendable {
  /// The format it makes, of the one before.
  let format: UInt64
  /// Writes what the format changes, except its number.
  ///
  /// - Parameter before: the store as it is without the changes of the write transaction.
  let convert:
    @Sendable (
      _ tables: LogTables, _ before: borrowing ReadTransaction,
      _ transaction: inout WriteTransaction
    ) throws -> Void
}
