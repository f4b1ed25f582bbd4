import CSQLite
package import GRDB

/// Why a SQLite file that somebody else made is not read.
package enum ForeignDatabaseError: Error, Equatable, Sendable {
  /// It is not a SQLite file, or a part of it is missing or damaged.
  case damaged
  /// Its schema holds a view, a trigger, a virtual table or a computed column: things that act
  /// when they are read.
  case activeSchema(name: String)
  /// It lacks a table, or a table lacks a column.
  case missing(table: String, column: String?)
  /// A value in it is longer than allowed.
  case valueTooLong
}

/// Opens SQLite files of strangers for reading, with everything that such a file could do to its
/// reader turned off.
package enum ForeignDatabase {
  /// Opens a private copy of a file: nobody else may change it, and no journal lies beside it.
  ///
  /// Read-only; nothing of the schema is trusted and values have a greatest length. The structure
  /// of the whole file is checked before anything of it is used, in time linear in its size.
  ///
  /// - Parameter tables: What must be there: names of tables, each with the columns it needs. One
  ///   that begins with `id` is found by it, so that must be its integer primary key.
  /// - Throws: ``ForeignDatabaseError``.
  package static func open(
    _ path: String, valueLimit: Int, tables: [String: [String]]
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.restrict(valueLimit: valueLimit)
      database.add(collation: .unicase)
    }
    return try explaining {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { database in
        try checkSchema(database)
        for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
          try check(table, columns, in: database)
        }
        try checkStructure(database)
      }
      return queue
    }
  }

  /// Does something and says in this module's terms what went wrong.
  ///
  /// - Throws: ``ForeignDatabaseError`` for what SQLite says; other errors as they are.
  package static func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_TOOBIG: throw ForeignDatabaseError.valueTooLong
      // Whether there is room or permission for a file is no matter of what is in it.
      case .SQLITE_FULL, .SQLITE_NOMEM, .SQLITE_CANTOPEN, .SQLITE_PERM: throw error
      default: throw ForeignDatabaseError.damaged
      }
    }
  }

  /// What acts by itself has no place in a file of facts.
  private static func checkSchema(_ database: Database) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(sql AS TEXT)
        FROM sqlite_schema LIMIT 1000
        """)
    while let row = try rows.next() {
      let type = row[0] as String? ?? ""
      let sql = (row[2] as String? ?? "").uppercased()
      guard type == "table" || type == "index", !sql.hasPrefix("CREATE VIRTUAL") else {
        throw ForeignDatabaseError.activeSchema(name: row[1] ?? "")
      }
    }
  }

  private static func check(
    _ table: String, _ columns: [String], in database: Database
  ) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, hidden, pk, upper(type) FROM pragma_table_xinfo(?) LIMIT 64",
      arguments: [table])
    guard !rows.isEmpty else { throw ForeignDatabaseError.missing(table: table, column: nil) }
    for row in rows where (row[1] as Int) != 0 {
      throw ForeignDatabaseError.activeSchema(name: table)
    }
    let found = Set(rows.map { ($0[0] as String).lowercased() })
    if columns.first == "id" {
      let keys = rows.filter { ($0[2] as Int) > 0 }
      guard keys.count == 1, keys[0][0] == "id", keys[0][3] == "INTEGER" else {
        throw ForeignDatabaseError.missing(table: table, column: "id")
      }
    }
    for column in columns where !found.contains(column) {
      throw ForeignDatabaseError.missing(table: table, column: column)
    }
  }

  /// Walks every page. What is wrong with single values, such as a missing text, is no damage: the
  /// reader of the rows meets it.
  private static func checkStructure(_ database: Database) throws {
    try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
    let findings = try String.fetchAll(database, sql: "PRAGMA quick_check(100)")
    for finding in findings where finding != "ok" && !finding.contains(" value in ") {
      throw ForeignDatabaseError.damaged
    }
    guard findings.count < 100 else { throw ForeignDatabaseError.damaged }
  }
}

extension Database {
  /// Turns off what a crafted file could make this connection do.
  fileprivate func restrict(valueLimit: Int) throws {
    let connection = unsafe UnsafeMutableRawPointer(sqliteConnection)
    let code = unsafe daybook_sqlite_guard(connection, Int32(clamping: valueLimit))
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    try execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    try execute(sql: "PRAGMA mmap_size = 0; PRAGMA temp_store = FILE")
  }
}
