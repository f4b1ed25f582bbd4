import CLMDB

extension ReadTransaction {
  /// Lends rows from `lower` on, in the order of their keys: of every page that holds rows at
  /// least one, and every row whose value has pages of its own. Who writes these again has written
  /// every page of that part of the table.
  ///
  /// - Precondition: The transaction has written nothing to the table; its pages are the file's.
  /// - Throws: `tableMissing`, `corrupted`, and what `body` throws.
  package func scanPages(
    _ table: Table, from lower: [UInt8] = [],
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    var cursor = try cursor(table)
    var isThere = try lower.isEmpty ? cursor.move(MDB_FIRST) : cursor.seek(lower)
    var last: UInt?
    while isThere {
      let (key, value) = cursor.blocks
      if key != last || value != key, try cursor.withRow(body) == .stop { return }
      last = key
      isThere = try cursor.move(MDB_NEXT)
    }
  }
}
