import LMDB

extension IndexEntries {
  /// Deletes the keys from a table.
  mutating func remove(from table: ViewTable, _ transaction: inout WriteTransaction) throws {
    sort()
    for entry in entries { _ = try transaction.delete(Array(bytes[entry.key]), in: table) }
  }

  /// Puts the entries into a table; in one that holds nothing after them, by appending.
  mutating func write(
    to table: ViewTable, appending: Bool, _ transaction: inout WriteTransaction
  ) throws {
    sort()
    let (all, entries) = (bytes, entries)
    let bytes = all.span
    var buffer: [UInt8] = []
    try transaction.putRows(in: table.raw) { writer in
      for entry in entries {
        try writer.put(
          bytes.extracting(entry.key), sealing: bytes.extracting(entry.value),
          appending: appending, &buffer)
      }
    }
  }
}
