package import GRDB

/// Makes SQLite files that are written once and then packed.
package enum NewDatabase {
  /// Makes a file where there is none and runs `body` in one transaction. The same statements give
  /// the same bytes, with the same version of SQLite.
  ///
  /// Nothing is made durable on the way: half a file is worth nothing.
  package static func make(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      database.add(collation: .unicase)
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try database.execute(sql: "PRAGMA page_size = 4096; PRAGMA temp_store = FILE")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
