import GRDB

/// The newer form: a table for each kind of thing, with messages in it.
struct TableDefinitions: AnkiDefinitions {
  private let database: Database
  private let limits: AnkiLimits

  init(_ database: Database, _ limits: AnkiLimits) throws {
    self.database = database
    self.limits = limits
  }

  func config() throws -> JSONObject {
    var config = JSONObject()
    let columns = SQLColumns.bytes("KEY", "val")
    try eachRow("SELECT \(columns) FROM config", "config") { row in
      // A setting that cannot be read is as good as none.
      if let value = try? JSONValue(parsing: row.bytes(1)) { config[row.text(0)] = value }
    }
    return config
  }

  func noteTypes() throws -> [AnkiNoteType] {
    var types: [Int: AnkiNoteType] = [:]
    let columns = SQLColumns.numbers("id", "mtime_secs") + ", " + SQLColumns.bytes("name", "config")
    try eachRow("SELECT \(columns) FROM notetypes", "notetypes") { row in
      types[row[0]] = AnkiNoteType(
        id: row[0], name: row.text(2), modifiedSeconds: row[1],
        config: try message(row, 3, "notetypes"))
    }
    // Rows of note types that are gone stay behind in real packages.
    let fields = SQLColumns.numbers("ntid") + ", " + SQLColumns.bytes("name", "config")
    try eachRow("SELECT \(fields) FROM fields ORDER BY ntid, ord", "fields") { row in
      guard types[row[0]] != nil else { return }
      let field = AnkiField(name: row.text(1), config: try message(row, 2, "fields"))
      types[row[0]]?.fields.append(field)
    }
    let templates =
      SQLColumns.numbers("ntid", "mtime_secs") + ", " + SQLColumns.bytes("name", "config")
    try eachRow("SELECT \(templates) FROM templates ORDER BY ntid, ord", "templates") { row in
      guard types[row[0]] != nil else { return }
      let template = AnkiTemplate(
        name: row.text(2), modifiedSeconds: row[1], config: try message(row, 3, "templates"))
      types[row[0]]?.templates.append(template)
    }
    return Array(types.values)
  }

  func decks() throws -> [AnkiDeck] {
    var decks: [AnkiDeck] = []
    let columns =
      SQLColumns.numbers("id", "mtime_secs") + ", " + SQLColumns.bytes("name", "common", "kind")
    try eachRow("SELECT \(columns) FROM decks", "decks") { row in
      decks.append(
        AnkiDeck(
          id: row[0], name: row.text(2).replacing("\u{1F}", with: "::"), modifiedSeconds: row[1],
          common: try message(row, 3, "decks"), kind: try message(row, 4, "decks")))
    }
    return decks
  }

  func options() throws -> [AnkiDeckOptions] {
    var options: [AnkiDeckOptions] = []
    let columns = SQLColumns.numbers("id", "mtime_secs") + ", " + SQLColumns.bytes("name", "config")
    try eachRow("SELECT \(columns) FROM deck_config", "deck_config") { row in
      options.append(
        AnkiDeckOptions(
          id: row[0], name: row.text(2), modifiedSeconds: row[1],
          config: try message(row, 3, "deck_config")))
    }
    return options
  }

  func tags() throws -> [String] {
    var tags: [String] = []
    try eachRow("SELECT \(SQLColumns.bytes("tag")) FROM tags", "tags", limit: 1_000_000) { row in
      tags.append(row.text(0))
    }
    return tags
  }

  private func eachRow(
    _ sql: String, _ table: String, limit: Int? = nil, _ body: (Row) throws -> Void
  ) throws {
    // Twenty fields and templates a note type on average; a bound, not a rule.
    let isPart = ["fields", "templates", "config"].contains(table)
    let limit = limit ?? limits.definitions * (isPart ? 20 : 1)
    let rows = try Row.fetchCursor(database, sql: sql)
    var count = 0
    while let row = try rows.next() {
      count += 1
      guard count <= limit else { throw AnkiPackageError.tooMany(table, limit: limit) }
      try body(row)
    }
  }

  private func message(_ row: Row, _ column: Int, _ table: String) throws -> ProtoMessage {
    guard let message = ProtoMessage(row.bytes(column)) else {
      throw AnkiPackageError.unreadableRow(table: table, id: row[0])
    }
    return message
  }
}
