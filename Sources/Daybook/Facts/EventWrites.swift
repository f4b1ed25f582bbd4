import DaybookEvents

/// What one event writes, row by row: values stay where they are in the payload, or are made here.
///
/// Used again for one event after another, so that it allocates next to nothing.
package struct EventWrites: Sendable {
  /// A row that is written to.
  struct Row {
    let key: RowKey
    /// The place after its last write; its first comes after those of the row before.
    fileprivate(set) var end: Int
    /// Its index in the table that it is folded into; nil where it is passed over.
    fileprivate(set) var index: Int?
  }

  /// One write to a register.
  struct Write {
    private let part: UInt128
    private let start: Int32
    private let end: Int32
    private let field: Field
    /// Whether the value lies among ``EventWrites/made``; else it lies in the payload.
    let isMade: Bool

    fileprivate init(_ key: FieldKey, isMade: Bool, _ value: Range<Int>) {
      (part, field) = (key.part, key.field)
      (start, end) = (Int32(value.lowerBound), Int32(value.upperBound))
      self.isMade = isMade
    }

    /// The register. Its parts are kept apart because together they take half as much room again.
    var key: FieldKey { FieldKey(field, part) }
    /// Where the value lies.
    var value: Range<Int> { Int(start)..<Int(end) }
  }

  /// The rows, in the order of their writes.
  private(set) var rows: [Row] = []
  /// The writes, in order.
  private(set) var writes: [Write] = []
  /// Values that are not part of the payload as they are.
  private(set) var made: [UInt8] = []

  /// More than most events write.
  private static let usualCount = 8

  /// Nothing written.
  package init() {}

  /// Writes a value that lies in the payload.
  mutating func add(_ row: RowKey, _ field: FieldKey, payload range: Range<Int>) {
    add(row, Write(field, isMade: false, range))
  }

  /// Writes a value that lies in the payload to a field there is one of.
  mutating func add(_ row: RowKey, _ field: Field, payload range: Range<Int>) {
    add(row, FieldKey(field), payload: range)
  }

  /// Writes a value that `make` appends to bytes.
  @inline(__always)
  mutating func add(_ row: RowKey, _ field: FieldKey, _ make: (inout [UInt8]) -> Void) {
    let start = made.count
    make(&made)
    add(row, Write(field, isMade: true, start..<made.count))
  }

  /// Writes a value to a field there is one of.
  mutating func add(_ row: RowKey, _ field: Field, _ value: [UInt8]) {
    add(row, FieldKey(field)) { $0.append(contentsOf: value) }
  }

  /// Writes an id to a field there is one of.
  mutating func add(_ row: RowKey, _ field: Field, _ id: EntityID) {
    add(row, FieldKey(field)) { $0.append(id.inlineBytes.span) }
  }

  /// Writes whether a thing is there.
  mutating func add(_ row: RowKey, isLive: Bool) {
    add(row, FieldKey(.life)) { $0.append(Life.code(isLive)) }
  }

  /// Writes into what a thing was joined, and where its contents stand there.
  mutating func add(_ row: RowKey, joinedInto other: EntityID, at position: Span<UInt8>) {
    add(row, FieldKey(.life)) {
      $0.append(Life.joinedCode)
      $0.append(contentsOf: other.bytes)
      $0.append(position)
    }
  }

  private mutating func add(_ row: RowKey, _ write: Write) {
    if writes.capacity == 0 { writes.reserveCapacity(Self.usualCount) }
    writes.append(write)
    if let last = rows.indices.last, rows[last].key == row {
      rows[last].end = writes.count
    } else {
      rows.append(Row(key: row, end: writes.count))
    }
  }

  /// Says where the row at a place is in the table that it is folded into.
  mutating func find(_ place: Int, at index: Int?) { rows[place].index = index }

  /// Forgets the writes of the event before.
  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    writes.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
  }

  /// Copies what lies in a payload that will not be there any more.
  mutating func keep(_ payload: Span<UInt8>) {
    for index in writes.indices where !writes[index].isMade {
      let write = writes[index]
      let start = made.count
      made.append(payload.extracting(write.value))
      writes[index] = Write(write.key, isMade: true, start..<made.count)
    }
  }
}
