import DaybookEvents
package import LMDB

/// Where the rows of programs' own views lie: one table for all of them, beside those of ours.
/// Nothing in it but follows from other tables, so it can be emptied at any time.
///
/// ```
/// 0 name                          → build: ``DerivedBuild``
/// 1 digest generation 'r' key 0 thing → amount
/// 1 digest generation 't' thing     → the keys of its rows
/// 1 digest generation 'd' row       → digest of a row of facts that other things' rows depend on
/// ```
///
/// Values end in a check, as in a ``ViewTable``.
package enum DerivedTable {
  /// The name of the table.
  static let name = "derived"
  /// The longest key of a row: LMDB takes 511 bytes in all.
  static let keyLimit = 440
  /// The table.
  package static let table = Table(name: name)

  /// Empties it: for when something of what its rows were computed from was erased.
  static func removeAll(_ transaction: inout WriteTransaction) throws {
    if try transaction.reading.holdsTable(name) { try transaction.removeAll(in: table) }
  }

  /// What the keys of one build of a view begin with.
  static func prefix(_ view: String, _ generation: UInt64) -> [UInt8] {
    prefix(view) + Hexadecimal.bytes(generation)
  }

  /// What the keys of all builds of a view begin with.
  package static func prefix(_ view: String) -> [UInt8] {
    var digest = Digest()
    digest.update(Array(view.utf8))
    return [1] + digest.finalize().prefix(8)
  }

  /// The key of what is known of a view's builds.
  static func entry(_ view: String) -> [UInt8] { [0] + Array(view.utf8) }
}

extension ReadTransaction {
  /// The content under a key; nil where there is none.
  ///
  /// - Throws: ``ViewError/damagedRow`` where it is not what was written.
  func derived(_ key: [UInt8]) throws -> [UInt8]? {
    try value(in: DerivedTable.table, for: key.span) { value in
      guard let content = ViewTable.content(of: key.span, value) else {
        throw ViewError.damagedRow
      }
      return value.array(content)
    }
  }

  /// Lends what lies under the keys with a beginning, in their order, without that.
  ///
  /// - Throws: ``ViewError/damagedRow`` where one is not what was written.
  func scanDerived(
    _ prefix: [UInt8],
    _ body: (_ rest: ArraySlice<UInt8>, _ content: Span<UInt8>) throws -> ScanStep
  ) throws {
    try scan(DerivedTable.table, from: prefix, below: prefix.after) { key, value in
      guard let content = ViewTable.content(of: key, value) else { throw ViewError.damagedRow }
      return try body(key.array().dropFirst(prefix.count), value.extracting(content))
    }
  }
}

extension WriteTransaction {
  /// Puts content under a key.
  mutating func putDerived(_ key: [UInt8], _ content: [UInt8]) throws {
    var value = content
    ViewTable.seal(key.span, &value)
    try put(key, value, in: DerivedTable.table)
  }
}
