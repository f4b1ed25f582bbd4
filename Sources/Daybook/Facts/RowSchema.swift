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
  /// Lists its entries in the indexes of its view, from the values that show; nil where it has none
  /// but that of a conflict.
  var index: Index?
  /// What it is as a thing that people name by its id; nil of what is none.
  var thing: ThingSchema?
  /// Whether the events that write its fields write all of them.
  var isWrittenWhole = false
  /// Whether other things make a deletion of this one a conflict: members, cards, reviews.
  var hasMembers = false

  /// Lists the index entries of a row, which is lent.
  typealias Index =
    @Sendable (
      _ row: RowKey, _ shown: borrowing ShownValues, _ bytes: Span<UInt8>,
      _ entries: inout IndexEntries
    ) -> Void

  /// Whether it can be deleted and restored.
  var hasLife: Bool { fields.contains(.life) }
}
