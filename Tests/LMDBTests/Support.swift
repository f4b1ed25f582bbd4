import DaybookSystem
import LMDB
import Synchronization
import Testing

extension Environment {
  /// A new store with one table, "notes".
  static func make(
    at path: String, options: Options = Options()
  ) throws -> (environment: Environment, notes: Table) {
    try create(at: path, options: options) { transaction in
      _ = try transaction.createTable("notes")
    }
    let environment = try open(at: path, options: options)
    return (environment, try #require(try environment.table("notes")))
  }

  func bytes(_ table: Table, _ key: [UInt8]) throws -> [UInt8]? {
    try read { try $0.bytes(in: table, for: key) }
  }

  func put(_ table: Table, _ key: [UInt8], _ value: [UInt8]) throws {
    try write { try $0.put(key, value, in: table) }
  }

  func rows(
    _ table: Table, from lower: [UInt8] = [], below upper: [UInt8]? = nil
  ) throws -> [Row] {
    try read { transaction in
      var rows: [Row] = []
      try transaction.scan(table, from: lower, below: upper) { key, value in
        rows.append(Row(key, value))
        return .next
      }
      return rows
    }
  }
}

extension Environment.Options {
  static var small: Self {
    var options = Self()
    options.mapSize = 1 << 20
    return options
  }

  static var reading: Self {
    var options = Self()
    options.isReadOnly = true
    return options
  }
}

struct Row: Equatable {
  let key: [UInt8]
  let value: [UInt8]

  init(_ key: [UInt8], _ value: [UInt8]) {
    self.key = key
    self.value = value
  }

  init(_ key: Span<UInt8>, _ value: Span<UInt8>) {
    self.init(key.bytes, value.bytes)
  }
}

extension Span<UInt8> {
  fileprivate var bytes: [UInt8] { indices.map { self[$0] } }
}

/// The kind of LMDB error that `body` throws, or nil.
func failureKind(_ body: () throws -> Void) -> LMDBError.Kind? {
  failure(body)?.kind
}

/// The LMDB error that `body` throws, or nil.
func failure(_ body: () throws -> Void) -> LMDBError? {
  do {
    try body()
    return nil
  } catch let error as LMDBError {
    return error
  } catch {
    Issue.record(error)
    return nil
  }
}
