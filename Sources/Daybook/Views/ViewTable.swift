import DaybookEvents
package import LMDB

/// The table of one build of a view. Every value in it ends in a check of its key and itself, as
/// rows of `events` have one, and this is where it is written and tested: whoever has a
/// ``ViewTable`` reads what was written or hears ``ViewError/damaged(_:)``.
///
/// LMDB has no checks of its own: a flipped bit in a row is served as what was written, and one in
/// a key hides rows beside it, because LMDB looks a key up by comparing it with others of its page.
/// So where a key is missing its neighbours are tested, and so are those of a range.
package struct ViewTable: Hashable, Sendable {
  /// The view.
  package let view: ViewName
  /// The rows with their checks.
  package let raw: Table

  /// The table of a generation.
  package init(_ view: ViewName, generation: UInt64) {
    self.view = view
    raw = Table(name: ViewEntry.tableName(view, generation))
  }

  /// How many bytes a check has.
  fileprivate static let checkByteCount = 4

  /// The check of a row.
  private static func check(_ key: Span<UInt8>, _ content: Span<UInt8>) -> UInt32 {
    Checksum.of(content, under: key)
  }

  /// The content of a stored value; nil where a bit of it, or of its key, is not what was written.
  @inline(__always)
  static func content(of key: Span<UInt8>, _ value: Span<UInt8>) -> Range<Int>? {
    let end = value.count - checkByteCount
    guard end >= 0 else { return nil }
    var found: UInt32 = 0
    for index in end..<value.count { found = found << 8 | UInt32(value[index]) }
    return found == check(key, value.extracting(0..<end)) ? 0..<end : nil
  }

  fileprivate static func isSound(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
    content(of: key, value) != nil
  }

  /// Adds the check of a row to its content.
  static func seal(_ key: Span<UInt8>, _ value: inout [UInt8]) {
    let check = check(key, value.span)
    for byte in 1...checkByteCount {
      value.append(UInt8(truncatingIfNeeded: check >> UInt32(8 * (checkByteCount - byte))))
    }
  }
}

extension ReadTransaction {
  /// Lends the content under a key to `body`; nil where the view holds none.
  ///
  /// - Parameter provesMissing: whether a key that is not found is looked for among its
  ///   neighbours; not where the rows were written a moment ago by the same process.
  /// - Throws: ``ViewError/damaged(_:)``.
  package func value<Result>(
    in table: ViewTable, for key: Span<UInt8>, provesMissing: Bool = true,
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    let found = try value(in: table.raw, for: key) { value in
      guard let content = ViewTable.content(of: key, value) else {
        throw ViewError.damaged(table.view)
      }
      return try body(value.extracting(content))
    }
    if let found { return found }
    guard provesMissing else { return nil }
    guard try isMissing(key.array(), in: table.raw, isSound: ViewTable.isSound) else {
      throw ViewError.damaged(table.view)
    }
    return nil
  }

  /// The same for a key in an array.
  package func value<Result>(
    in table: ViewTable, for key: [UInt8], _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    try value(in: table, for: key.span, body)
  }

  /// A copy of the content under a key.
  ///
  /// - Throws: As ``value(in:for:provesMissing:_:)``.
  package func bytes(in table: ViewTable, for key: [UInt8]) throws -> [UInt8]? {
    try value(in: table, for: key.span) { $0.array() }
  }

  /// Whether the view holds a key.
  ///
  /// - Throws: As ``value(in:for:provesMissing:_:)``.
  package func contains(_ key: [UInt8], in table: ViewTable) throws -> Bool {
    try value(in: table, for: key.span) { _ in } != nil
  }

  /// How many keys the view has.
  package func count(of table: ViewTable) throws -> Int { try count(of: table.raw) }

  /// Lends every row and index entry from `lower` on and before `upper`, in the order of keys.
  ///
  /// - Throws: ``ViewError/damaged(_:)``.
  package func scan(
    _ table: ViewTable, from lower: [UInt8] = [], below upper: [UInt8]? = nil,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    try scan(
      table, from: lower, below: upper,
      recover: { _ in throw ViewError.damaged(table.view) }, body)
  }

  /// The same.
  ///
  /// - Parameter recover: where there is damage, lends the rest, after a key or from the beginning
  ///   on.
  func scan(
    _ table: ViewTable, from lower: [UInt8], below upper: [UInt8]?,
    recover: (_ after: [UInt8]?) throws -> Void,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> ScanStep
  ) throws {
    let end = try scanGuarded(
      table.raw, from: lower, below: upper, isSound: ViewTable.isSound
    ) { key, value in
      try body(key, value.extracting(0..<value.count - ViewTable.checkByteCount))
    }
    if case .broken(let last) = end { try recover(last) }
  }
}

extension WriteTransaction {
  /// Puts content under a key.
  package mutating func put(_ key: [UInt8], _ content: [UInt8], in table: ViewTable) throws {
    var value = content
    ViewTable.seal(key.span, &value)
    try put(key, value, in: table.raw)
  }

  /// Removes a key; whether the view had it.
  package mutating func delete(_ key: [UInt8], in table: ViewTable) throws -> Bool {
    try delete(key, in: table.raw)
  }

  /// Empties the table.
  package mutating func removeAll(in table: ViewTable) throws { try removeAll(in: table.raw) }
}

extension RowWriter {
  /// Puts a row with its check; at the end of the table where it is appended.
  ///
  /// - Parameter buffer: holds the value meanwhile.
  mutating func put(
    _ key: Span<UInt8>, sealing content: Span<UInt8>, appending: Bool, _ buffer: inout [UInt8]
  ) throws {
    buffer.removeAll(keepingCapacity: true)
    buffer.append(content)
    ViewTable.seal(key, &buffer)
    if appending {
      try append(key, buffer.span)
    } else {
      try put(key, buffer.span)
    }
  }
}
