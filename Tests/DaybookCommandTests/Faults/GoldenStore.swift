import DaybookEvents
import DaybookLog
import Foundation
import LMDB
import Testing

/// A store that the program wrote when the format was 1, kept as its rows: two machines that edit
/// one item without knowing of each other, a collection, a deck, reviews, and the log of
/// `version1.bundle` taken over in between. `format1.bundle` holds its log, `format1.jsonl` what
/// that program showed of it.
enum GoldenStore {
  /// A row of a table.
  struct Row: Equatable {
    let table: String
    let key: [UInt8]
    var value: [UInt8]
  }

  /// How many events it has.
  static let events = 66
  /// What its log gives since the fact versions rose last.
  static let fingerprint = "d877ca27ce3872f0"

  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "DaybookTests/Model/Golden").path(percentEncoded: false)

  /// The bundle that the program of format 1 made of it.
  static let bundle = golden + "/format1.bundle"

  /// Its log as the program of format 1 showed it.
  static func log() throws -> String {
    try String(contentsOfFile: golden + "/format1.jsonl", encoding: .utf8)
  }

  /// Its rows: a table, a key and a value a line, in hexadecimal digits.
  static func rows() throws -> [Row] {
    try String(contentsOfFile: golden + "/format1.rows", encoding: .utf8)
      .split(separator: "\n").map { line in
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        let value = parts.count > 2 ? parts[2] : ""
        return Row(
          table: String(parts[0]), key: try #require(Hexadecimal.bytes(parts[1])),
          value: try #require(Hexadecimal.bytes(value)))
      }
  }

  /// Makes a store of rows, or of those of format 1.
  static func write(_ rows: [Row]? = nil, to path: String) throws {
    let rows = try rows ?? Self.rows()
    let names = Set(rows.map(\.table) + ["entity", "waiting"]).sorted()
    try Environment.create(at: path, options: Environment.Options()) { transaction in
      for name in names { _ = try transaction.createTable(name) }
      for row in rows { try transaction.put(row.key, row.value, in: Table(name: row.table)) }
    }
  }

  /// The rows of a store of today as format 1 had them, without the index and the views: opening
  /// makes both anew.
  static func formerRows(of path: String) throws -> [Row] {
    try rows(of: path).compactMap { row in
      var row = row
      switch (row.table, row.key.first) {
      case ("events", _):
        // The number of the only log, 8 bytes of the link, and the check that was not there.
        try #require(row.value[0] < 0x80)
        row.value.removeSubrange(9..<13)
      case ("meta", UInt8(ascii: "a")): row.value = Hexadecimal.bytes(1)
      case ("meta", UInt8(ascii: "e")), ("entity", _): return nil
      default: break
      }
      return row
    }
  }

  /// The rows of the log's tables as they are now.
  static func rows(of path: String) throws -> [Row] {
    var options = Environment.Options()
    options.isReadOnly = true
    let environment = try Environment.open(at: path, options: options)
    let names = ["entity", "events", "meta", "waiting"]
    return try environment.read { transaction in
      var rows: [Row] = []
      for name in names {
        try transaction.scan(Table(name: name)) { key, value in
          rows.append(Row(table: name, key: key.array(), value: value.array()))
          return .next
        }
      }
      return rows
    }
  }
}
