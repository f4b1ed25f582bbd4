import DaybookText

/// A kind of thing that has an id people see. Each feature declares its own, and says in the
/// ``ThingSchema`` of its row what it is.
package struct ThingKind: Hashable, Sendable {
  /// The row that holds its own fields.
  package let row: RowKind

  /// Declares a kind, whose row is of a kind that declares a ``ThingSchema``.
  init(_ row: RowKind) { self.row = row }

  /// Its name, as people and JSON see it.
  package var name: String { row.schema.name }

  /// What it is.
  package var schema: ThingSchema {
    guard let schema = row.schema.thing else {
      preconditionFailure("\(name) is declared to be a thing, but its row says nothing of it.")
    }
    return schema
  }
}

extension Record {
  /// What the fields of a thing's row say that it is called; empty where they do not say it.
  func ownLabel(_ kind: ThingKind) -> Text {
    Text(bytes: kind.schema.label.flatMap { value($0) } ?? [])
  }
}

extension RowKind {
  /// The kind of thing whose own fields a row of this kind holds; nil where a row is no thing that
  /// people delete and bring back.
  package var thing: ThingKind? { schema.thing.map { _ in ThingKind(self) } }
}
