import CLMDB

extension ReadTransaction {
  /// How many pages of the data file are free: writes use them again before the file grows.
  ///
  /// - Complexity: O(n) in the entries of LMDB's list of free pages, one for each transaction whose
  ///   pages were not used again.
  /// - Throws: `corrupted`.
  package func freePageCount() throws -> Int {
    // `FREE_DBI` of mdb.c: transaction → count, then the numbers of its pages, a word each.
    var cursor = try unsafe Cursor(transaction: pointer, handle: 0)
    var count = 0
    var isThere = try cursor.move(MDB_FIRST)
    while isThere {
      count += cursor.withRow { _, value in
        guard value.count >= 8 else { return 0 }
        let words = (value.count - 8) / 8
        let listed = (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(value[$1]) }
        return min(words, Int(clamping: listed))
      }
      isThere = try cursor.move(MDB_NEXT)
    }
    return count
  }
}
