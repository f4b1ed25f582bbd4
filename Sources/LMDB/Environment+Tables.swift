extension Environment {
  /// The table of that name, or nil if the store does not hold it.
  ///
  /// - Throws: `tooManyTables`, and as ``read(_:)``.
  package func table(_ name: String) throws -> Table? {
    let table = Table(name: name)
    return try mendingFailures(.openTable) { () throws(LMDBError) in
      try openTable(name) ? table : nil
    }
  }

  /// The table of that name, made in a transaction of its own if the store does not hold it.
  ///
  /// - Precondition: The calling thread has no transaction open; inside one, use
  ///   ``WriteTransaction/createTable(_:)``.
  /// - Throws: `tooManyTables`, and as ``write(_:)``.
  package func createTable(_ name: String) throws -> Table {
    if let table = try table(name) { return table }
    try asWriter(.createTable) { try makeTable(name) }
    return Table(name: name)
  }

  /// Removes a table and what it holds; nothing happens if there is none.
  ///
  /// Waits until no transaction of this process is open. In another process a transaction that is
  /// open goes on reading it, and a later one gets `tableMissing`.
  ///
  /// - Precondition: The calling thread has no transaction open.
  /// - Throws: As ``write(_:)``.
  package func removeTable(_ name: String) throws {
    try asWriter(.removeTable) {
      guard try table(name) != nil else { return }
      try dropTable(name)
    }
  }
}
