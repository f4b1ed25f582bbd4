import DaybookSQLite
import GRDB

/// The older form: one row, with a JSON object by id for each kind of thing.
struct JSONDefinitions: AnkiDefinitions {
  private let limits: AnkiLimits
  private let row: Row

  init(_ database: Database, _ limits: AnkiLimits) throws {
    self.limits = limits
    let columns = SQLColumns.bytes("conf", "models", "decks", "dconf", "tags")
    guard let row = try Row.fetchOne(database, sql: "SELECT \(columns) FROM col LIMIT 1") else {
      throw AnkiPackageError.collection(.missing(table: "col", column: nil))
    }
    self.row = row
  }

  func config() throws -> JSONObject {
    guard case .object(let config) = try json(0, "conf") else { return JSONObject() }
    // As the newer form keeps them: by name.
    return JSONObject(
      sorting: Dictionary(config.members.map { ($0.key, $0.value) }) { _, last in last })
  }

  func noteTypes() throws -> [AnkiNoteType] {
    try things(1, "models") { AnkiNoteType(json: $0) }
  }

  func decks() throws -> [AnkiDeck] { try things(2, "decks") { AnkiDeck(json: $0) } }

  func options() throws -> [AnkiDeckOptions] {
    try things(3, "dconf") { AnkiDeckOptions(json: $0) }
  }

  func tags() throws -> [String] {
    guard case .object(let tags) = try json(4, "tags") else { return [] }
    return tags.members.map(\.key)
  }

  private func things<Thing>(
    _ column: Int, _ name: String, _ read: (JSONValue) -> Thing?
  ) throws -> [Thing] {
    guard case .object(let object) = try json(column, name) else { return [] }
    guard object.members.count <= limits.definitions else {
      throw AnkiPackageError.tooMany(name, limit: limits.definitions)
    }
    return try object.members.map { member in
      guard let thing = read(member.value) else {
        throw AnkiPackageError.unreadableRow(table: name, id: Int(member.key) ?? 0)
      }
      return thing
    }
  }

  private func json(_ column: Int, _ name: String) throws -> JSONValue {
    let bytes = row.bytes(column)
    if bytes.isEmpty { return .null }
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      throw AnkiPackageError.unreadableRow(table: name, id: 1)
    }
  }
}
