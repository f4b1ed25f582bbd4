import DaybookSQLite
import GRDB
import TestSupport
import Testing

/// Files of strangers: what is read, and what is not even opened.
struct ForeignDatabaseTests {
  private let folder: ScratchFolder
  private var path: String { folder("a.sqlite") }

  init() throws { folder = try ScratchFolder() }

  private func make(_ statements: String...) throws {
    let queue = try NewDatabase.make(path)
    try queue.writeWithoutTransaction { database in
      for statement in statements { try database.execute(sql: statement) }
    }
    try queue.close()
  }

  private func open(_ tables: [String: [String]] = ["notes": ["id", "text"]]) throws -> [String] {
    let queue = try ForeignDatabase.open(path, valueLimit: 1_000, tables: tables)
    return try ForeignDatabase.explaining {
      try queue.read { try String.fetchAll($0, sql: "SELECT text FROM notes ORDER BY text") }
    }
  }

  private let notes = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text COLLATE unicase)"

  @Test func `what was written is read in the order of its collation`() throws {
    try make(notes, "INSERT INTO notes (text) VALUES ('b'), ('A'), ('Ä'), ('a1')")
    #expect(try open() == ["A", "a1", "b", "Ä"])
  }

  @Test func `the same statements make the same bytes`() throws {
    let queues = try ["a", "b"].map { try NewDatabase.make(folder($0)) }
    for queue in queues {
      try queue.writeWithoutTransaction { try $0.execute(sql: notes) }
      try queue.close()
    }
    #expect(try folder.bytes("a") == folder.bytes("b"))
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT * FROM notes",
    "CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END",
    "CREATE TABLE more (id INTEGER PRIMARY KEY, text, twice AS (text || text))",
  ])
  func `a schema that acts when it is read is refused by name`(_ statement: String) throws {
    try make(notes, statement)
    #expect(throws: ForeignDatabaseError.self) {
      try open(["notes": ["id"], "more": ["id"]])
    }
    do {
      _ = try open(["notes": ["id"], "more": ["id"]])
    } catch let error as ForeignDatabaseError {
      guard case .activeSchema(let name) = error else { throw error }
      #expect(["v", "t", "more"].contains(name))
    }
  }

  @Test func `what is missing is named`() throws {
    try make(notes)
    #expect(throws: ForeignDatabaseError.missing(table: "cards", column: nil)) {
      try open(["cards": ["id"]])
    }
    #expect(throws: ForeignDatabaseError.missing(table: "notes", column: "guid")) {
      try open(["notes": ["id", "guid"]])
    }
  }

  @Test func `a value that is too long is not taken into memory`() throws {
    try make(notes, "INSERT INTO notes (text) VALUES (hex(zeroblob(1000)))")
    #expect(throws: ForeignDatabaseError.valueTooLong) { try open() }
  }

  @Test func `what is no database, or half of one, is damaged`() throws {
    try make(notes, "INSERT INTO notes (text) VALUES ('a')")
    let bytes = try folder.bytes("a.sqlite")
    for damaged in [Array("not a database".utf8), Array(bytes.prefix(bytes.count / 2))] {
      try folder.write("a.sqlite", damaged)
      #expect(throws: ForeignDatabaseError.damaged) { try open() }
    }
  }
}
