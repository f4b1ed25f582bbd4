/// A register of a row, by its number. Each feature declares its fields and says in a
/// ``FieldSchema`` what they are. Numbers are written to disk and into fingerprints: never reuse
/// one. They are below 64, so that a row names a register in one byte.
package struct Field: Hashable, Sendable {
  /// The number.
  package let rawValue: UInt8

  /// Declares a field.
  init(_ number: UInt8) { rawValue = number }

  /// The name people and JSON see.
  package var name: String { schema.name }
}

/// Which register of a record: a field, and what it is about where there are many of it.
package struct FieldKey: Hashable, Comparable, Sendable {
  /// The tag, the review, or the digest of an extra field's name; 0 where there is one of the
  /// field.
  package let part: UInt128
  /// The field.
  package let field: Field

  /// Names a register.
  package init(_ field: Field, _ part: UInt128 = 0) {
    self.field = field
    self.part = part
  }

  /// Orders by number.
  package static func < (left: FieldKey, right: FieldKey) -> Bool {
    left.field == right.field
      ? left.part < right.part : left.field.rawValue < right.field.rawValue
  }
}
