package import DaybookEvents
package import DaybookText
package import LMDB

/// A thing of a kind without rules of its own as it shows: field by field, as its ``ThingSchema``
/// lists them.
package struct PlainThing: Equatable, Sendable {
  /// Its id.
  package let id: EntityID
  /// Its kind.
  package let kind: ThingKind
  /// What people call it.
  package let label: Text
  /// What each of its fields holds, by name.
  package let values: [FieldValue.Named]
  /// When it came to be.
  package let createdAt: ZonedTime
  /// When it was last written to, as the writer's clock said.
  package let editedAt: ZonedTime
  /// Whether it was deleted.
  package let isDeleted: Bool
  /// What it was joined into; nil for what was not.
  package let joinedInto: EntityID?

  /// Puts a thing together from its record.
  init(_ id: EntityID, _ kind: ThingKind, _ record: Record) {
    self.id = id
    self.kind = kind
    label = record.ownLabel(kind)
    values = kind.schema.fields.filter { $0 != .source }.map { field in
      let value = record.value(field) ?? field.schema.unwrittenValue
      return FieldValue.Named(name: field.name, value: FieldValue(FieldKey(field), value))
    }
    createdAt = ZonedTime(creationOf: record)
    editedAt = ZonedTime(lastEditOf: record)
    isDeleted = !record.isLive
    joinedInto = record.joinedInto
  }
}

extension Moment {
  /// A thing of such a kind as it shows; nil when none has this id.
  package func plainThing(
    _ id: EntityID, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> PlainThing? {
    let record = try catalog.record(RowKey(kind.row, id), transaction)
    return record.isEmpty ? nil : PlainThing(id, kind, record)
  }
}
