/// What a kind of row is. A feature declares one for each of its kinds.
package struct RowSchema: Sendable {
  /// The letter that its keys begin with.
  package let kind: RowKind
  /// The name people and JSON see.
  let name: String
  /// The registers it can have.
  package let fields: [Field]
  /// How many of the fields there is one of such a row usually has.
  let usualFieldCount: Int
  /// Whether it has entries in indexes.
  var isIndexed = true
  /// Whether other things make a deletion of this one a conflict: members, cards, reviews.
  var hasMembers = false
  /// Whether it can be deleted and restored.
  var hasLife: Bool { fields.contains(.life) }
}
