import DaybookSQLite
import Foundation
import GRDB

/// Reads the small parts of a collection: everything but notes, cards and reviews.
struct AnkiCollectionReader {
  let database: DatabaseQueue
  let collection: AnkiCollection
  let noteTypes: [AnkiNoteType]
  let decks: [AnkiDeck]
  let options: [AnkiDeckOptions]
  let tags: [String]
  let usesDefaultDeck: Bool
  let isBare: Bool
  let counts: AnkiPackage.Counts

  /// The newest form known here: tables and messages in place of JSON.
  static let latestSchema = 18

  private static let tables = [
    "col": ["id", "crt", "mod", "ver", "conf", "models", "decks", "dconf", "tags"],
    "notes": ["id", "guid", "mid", "mod", "tags", "flds", "flags", "data"],
    "cards": [
      "id", "nid", "did", "ord", "mod", "type", "queue", "due", "ivl", "factor", "reps", "lapses",
      "left", "odue", "odid", "flags", "data",
    ],
    "revlog": ["id", "cid", "ease", "ivl", "lastivl", "factor", "time", "type"],
  ]

  init(_ path: String, _ limits: AnkiLimits) throws {
    database = try ForeignDatabase.open(
      path, valueLimit: limits.valueSize, tables: Self.tables)
    let found = try database.read { database in
      try Found(database, limits)
    }
    (collection, noteTypes, decks) = (found.collection, found.noteTypes, found.decks)
    (options, tags, counts) = (found.options, found.tags, found.counts)
    usesDefaultDeck = found.usesDefaultDeck
    isBare = found.isBare
  }

  /// Everything, read in one go.
  private struct Found {
    let collection: AnkiCollection
    let noteTypes: [AnkiNoteType]
    let decks: [AnkiDeck]
    let options: [AnkiDeckOptions]
    let tags: [String]
    let usesDefaultDeck: Bool
    let isBare: Bool
    let counts: AnkiPackage.Counts

    init(_ database: Database, _ limits: AnkiLimits) throws {
      let row = try Row.fetchOne(
        database, sql: "SELECT \(SQLColumns.numbers("crt", "mod", "ver")) FROM col LIMIT 1")
      guard let row else {
        throw AnkiPackageError.collection(.missing(table: "col", column: nil))
      }
      let version = row[2] as Int
      guard version <= AnkiCollectionReader.latestSchema else {
        throw AnkiPackageError.newerCollection(version)
      }
      let definitions: any AnkiDefinitions =
        try database.tableExists("notetypes")
        ? try TableDefinitions(database, limits) : try JSONDefinitions(database, limits)
      collection = AnkiCollection(
        createdSeconds: row[0], modifiedMilliseconds: row[1], config: try definitions.config())
      noteTypes = try definitions.noteTypes().sorted { $0.id < $1.id }
      decks = try definitions.decks().sorted { $0.id < $1.id }
      options = try definitions.options().sorted { $0.id < $1.id }
      tags = try definitions.tags()
      func count(_ table: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      }
      counts = AnkiPackage.Counts(
        notes: try count("notes"), cards: try count("cards"), reviews: try count("revlog"))
      usesDefaultDeck =
        try Bool.fetchOne(
          database, sql: "SELECT EXISTS(SELECT 1 FROM cards WHERE did = 1 OR odid = 1)") ?? false
      isBare =
        try Bool.fetchOne(
          database,
          sql: """
            SELECT NOT EXISTS(SELECT 1 FROM revlog) AND NOT EXISTS(
              SELECT 1 FROM cards WHERE type != 0 OR queue != 0 OR reps != 0)
            """) ?? false
      try Self.checkLengths(database)
    }

    /// Meets a value that is too long before anything of the package is used.
    private static func checkLengths(_ database: Database) throws {
      for (table, columns) in [("notes", ["guid", "tags", "flds", "data"]), ("cards", ["data"])] {
        let lengths = columns.map { "max(length(CAST(\($0) AS BLOB)))" }.joined(separator: ", ")
        _ = try Row.fetchOne(database, sql: "SELECT \(lengths) FROM \(table)")
      }
    }
  }
}

/// Where a collection keeps what its notes depend on.
protocol AnkiDefinitions {
  func config() throws -> JSONObject
  func noteTypes() throws -> [AnkiNoteType]
  func decks() throws -> [AnkiDeck]
  func options() throws -> [AnkiDeckOptions]
  func tags() throws -> [String]
}

/// Columns as they can be read without a surprise, whatever a stranger put into them.
enum SQLColumns {
  /// Whole numbers; 0 for what is none.
  static func numbers(_ names: String...) -> String {
    names.map { "IFNULL(CAST(\($0) AS INTEGER), 0)" }.joined(separator: ", ")
  }

  /// Bytes; none for what is missing.
  static func bytes(_ names: String...) -> String {
    names.map { "IFNULL(CAST(\($0) AS BLOB), x'')" }.joined(separator: ", ")
  }
}

extension Row {
  /// The bytes of a column.
  func bytes(_ index: Int) -> [UInt8] { Array((self[index] as Data?) ?? Data()) }

  /// The text of a column; what is not UTF-8 is mended.
  func text(_ index: Int) -> String {
    String(decoding: (self[index] as Data?) ?? Data(), as: UTF8.self)
  }
}
