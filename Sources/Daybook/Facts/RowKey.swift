package import DaybookEvents

/// Names one row of facts.
package struct RowKey: Hashable, Sendable {
  /// The thing, or the first of two.
  package let entity: EntityID
  /// The second of two.
  package let other: EntityID?
  /// What it is about.
  package let kind: RowKind

  /// Names a row.
  package init(_ kind: RowKind, _ entity: EntityID, _ other: EntityID? = nil) {
    self.kind = kind
    self.entity = entity
    self.other = other
  }

  /// The key in the view's table.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Adds the key in the view's table to bytes.
  func write(to bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    bytes.append(bigEndian: entity.handle)
    if let other { bytes.append(bigEndian: other.handle) }
  }

  /// Reads a key of a view's table; nil when it is an index entry.
  package init?(_ key: Span<UInt8>) {
    guard key.count >= 17, let kind = RowKind(rawValue: key[0]) else { return nil }
    self.init(
      kind, EntityID(handle: key.bigEndian128(at: 1)),
      key.count == 33 ? EntityID(handle: key.bigEndian128(at: 17)) : nil)
  }
}

/// One write that an event makes to a register.
package struct RegisterWrite: Equatable, Sendable {
  /// The row.
  package let row: RowKey
  /// The register in it.
  package let field: FieldKey
  /// What is written.
  package let value: [UInt8]

  /// Describes a write.
  package init(_ row: RowKey, _ field: FieldKey, _ value: [UInt8]) {
    self.row = row
    self.field = field
    self.value = value
  }

  /// Describes a write to a field there is one of.
  package init(_ row: RowKey, _ field: Field, _ value: [UInt8]) {
    self.init(row, FieldKey(field), value)
  }
}

extension [RegisterWrite] {
  /// Whether the thing of a row comes to be with them.
  func makes(_ row: RowKey) -> Bool {
    contains { $0.row == row && $0.field.field == .created }
  }
}
