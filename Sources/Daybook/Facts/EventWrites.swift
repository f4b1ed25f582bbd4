import DaybookEvents

/// What one event writes: values stay where they are in the payload, or are made here.
///
/// Used again for one event after another, so that it allocates next to nothing.
package struct EventWrites: Sendable {
  /// One write to a register.
  struct Write {
    let row: RowKey
    let field: FieldKey
    /// Whether the value lies among ``EventWrites/made``; else it lies in the payload.
    let isMade: Bool
    let value: Range<Int>
  }

  /// The writes, in order.
  private(set) var writes: [Write] = []
  /// Values that are not part of the payload as they are.
  private(set) var made: [UInt8] = []

  /// Nothing written.
  package init() {}

  /// Writes a value that lies in the payload.
  mutating func add(_ row: RowKey, _ field: FieldKey, payload range: Range<Int>) {
    writes.append(Write(row: row, field: field, isMade: false, value: range))
  }

  /// Writes a value that lies in the payload to a field there is one of.
  mutating func add(_ row: RowKey, _ field: Field, payload range: Range<Int>) {
    add(row, FieldKey(field), payload: range)
  }

  /// Writes a value that `make` appends to bytes.
  mutating func add(_ row: RowKey, _ field: FieldKey, _ make: (inout [UInt8]) -> Void) {
    let start = made.count
    make(&made)
    writes.append(Write(row: row, field: field, isMade: true, value: start..<made.count))
  }

  /// Writes a value to a field there is one of.
  mutating func add(_ row: RowKey, _ field: Field, _ value: [UInt8]) {
    add(row, FieldKey(field)) { $0.append(contentsOf: value) }
  }

  /// Forgets the writes of the event before.
  mutating func removeAll() {
    writes.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
  }

  /// Copies what lies in a payload that will not be there any more.
  mutating func keep(_ payload: Span<UInt8>) {
    for index in writes.indices where !writes[index].isMade {
      let write = writes[index]
      let start = made.count
      made.append(payload.extracting(write.value))
      writes[index] = Write(
        row: write.row, field: write.field, isMade: true, value: start..<made.count)
    }
  }
}
