import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// How many free pages one transaction overwrites: 16 MiB.
  private static let pagesPerTransaction = 4096
  /// How often free pages are filled.
  private static let rounds = 3
  /// How many pages more are written at once while the end of the file is not reached.
  private static let pagesMore = 64
  /// How many bytes one transaction writes again.
  private static let bytesPerTransaction = 8 << 20
  /// What writing one row again costs at least.
  private static let bytesOfPage = 4096

  /// Overwrites what erased things left in the store's file: on free pages, which LMDB keeps as
  /// they were until it needs them, on pages behind the last one, and in the gaps of pages that are
  /// in use.
  ///
  /// Others may read and write meanwhile; pages that a reader still sees are not reached. Safe to
  /// interrupt. When this throws, the daybook is as it was.
  ///
  /// - Returns: how many free pages were overwritten.
  /// - Complexity: O(*n*) in the pages of the file, each of which is written once.
  @discardableResult
  public func overwriteFreePages() throws -> Int {
    try StoreFailure.naming {
      try environment.write { transaction in
        let filler = try transaction.createTable(Self.fillerName)
        // Gaps of pages that an interrupted run left may hold what was not erased then, and so
        // may those of builds that are not finished.
        try transaction.removeAll(in: filler)
        try BuildClaim.revokeAll(tables, &transaction)
      }
      // LMDB fills the gaps of a page with what its buffer held before; new ones are blank.
      try environment.reopen()
      try rewritePages()
      // Filling free pages frees those that their numbers lay on; filling these frees fewer.
      var total = 0
      for _ in 0..<Self.rounds { total += try fill() }
      try environment.removeTable(Self.fillerName)
      return total
    }
  }

  private static let fillerName = "filler"

  /// Fills a table until no page is left that was free. Another process that does the same may
  /// remove the table meanwhile: then it is made again.
  ///
  /// - Returns: how many that were.
  private func fill() throws -> Int {
    // What a transaction frees can be used by the second one after it.
    let first = try environment.write { transaction in
      let filler = try transaction.createTable(Self.fillerName)
      try transaction.put([0], [0], in: filler)
      return try transaction.reading.count(of: filler)
    }
    let sizes = try environment.information
    // A writer that was killed may have left pages behind the last one that anything names.
    let end = sizes.fileSize / sizes.pageSize
    let free =
      try environment.read { try $0.freePageCount() } + max(0, end - sizes.lastPage - 1)
    // A value that fills one page but for the 16 bytes of its header.
    let blank = [UInt8](repeating: 0, count: sizes.pageSize - 16)
    var filled = 0
    while try filled < free || environment.information.lastPage + 1 < end {
      let count = min(max(free - filled, Self.pagesMore), Self.pagesPerTransaction)
      try environment.write { transaction in
        let filler = try transaction.createTable(Self.fillerName)
        for key in first + filled..<first + filled + count {
          try transaction.put([1] + Hexadecimal.bytes(UInt64(key)), blank, in: filler)
        }
      }
      filled += count
    }
    return free
  }

  /// Writes every page anew that is in use: LMDB copies a page without its gaps when it changes.
  private func rewritePages() throws {
    for table in [tables.events, tables.entity, tables.meta, tables.waiting] {
      try rewrite { _ in table }
    }
    for view in ViewName.allCases {
      try rewrite { try ViewCatalog(tables, logs: [], $0).entries[view]?.table(of: view).raw }
    }
  }

  /// Writes every page of a table anew. A view that another process builds anew meanwhile is
  /// another table from then on, and gone through from its beginning.
  private func rewrite(_ table: (borrowing ReadTransaction) throws -> Table?) throws {
    var (next, last): ([UInt8]?, Table?) = ([], nil)
    while let from = next {
      (next, last) = try environment.write { transaction in
        guard let table = try table(transaction.reading) else { return (nil, nil) }
        let start = table == last ? from : []
        return (try Self.rewrite(table, from: start, &transaction), table)
      }
    }
  }

  /// Writes rows of a table again, one of every page, up to a few MiB.
  ///
  /// - Returns: where to go on; nil at the end.
  private static func rewrite(
    _ table: Table, from start: [UInt8], _ transaction: inout WriteTransaction
  ) throws -> [UInt8]? {
    var rows: [(key: [UInt8], value: [UInt8])] = []
    var next: [UInt8]?
    var count = 0
    try transaction.reading.scanPages(table, from: start) { key, value in
      if count >= bytesPerTransaction {
        next = key.array()
        return .stop
      }
      rows.append((key.array(), value.array()))
      count += bytesOfPage + value.count
      return .next
    }
    for row in rows { try transaction.put(row.key, row.value, in: table) }
    return next
  }
}
