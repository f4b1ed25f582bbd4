import DaybookEvents
import DaybookText

/// The fields of an item.
extension Field {
  /// What it is called.
  package static let title = Field(10)
  /// Its text.
  package static let body = Field(11)
  /// The sort of thing: ``ItemKind``.
  package static let kind = Field(12)
  /// Status and completed-at, which only make sense together: ``ItemChange/StatusChange``.
  package static let status = Field(13)
  /// Due, scheduled and waiting-until, which only make sense together: ``Schedule``.
  package static let schedule = Field(14)
}

extension FieldSchema {
  /// What each of them is.
  static let ofItems = [
    .prose(.title, "title"),
    .prose(.body, "body"),
    FieldSchema(
      field: .kind, name: "kind", form: .text,
      unwritten: .word(Array(ItemKind.initial.rawValue.utf8))),
    FieldSchema(
      field: .status, name: "status", form: .made { value, _ in .status(value) },
      unwritten: .word(ItemChange.StatusChange(.initial).encoded)),
    FieldSchema(
      field: .schedule, name: "schedule", form: .made { value, _ in .schedule(value) },
      unwritten: .empty([])),
    .priority,
  ]
}

extension ItemAttribute {
  /// Those that items have, as they are listed.
  package static let all: [ItemAttribute] = [.priority]
}

extension ItemChange {
  /// The register each field of the payload is for, by its number: never renumber or reuse one.
  /// ``extraNumber`` is taken.
  static let registers: [(number: UInt32, field: Field)] = [
    (1, .title), (2, .body), (3, .kind), (4, .status), (5, .schedule), (6, .priority),
    (7, .source),
  ]
}

extension FieldValue {
  fileprivate static func status(_ value: [UInt8]) -> FieldValue {
    guard let status = ItemChange.StatusChange(reading: value) else { return .none }
    return .text(Text(status.status.rawValue))
  }

  fileprivate static func schedule(_ value: [UInt8]) -> FieldValue {
    let schedule = Schedule(reading: value)
    let parts: [(String, TimeValue?)] = [
      ("due", schedule.due), ("scheduled", schedule.scheduled), ("wait", schedule.waitUntil),
    ]
    let named = parts.compactMap { name, time in
      time.map { Named(name: name, value: .time($0)) }
    }
    if named.count == 1, named[0].name == "due" { return named[0].value }
    return named.isEmpty ? .none : .fields(named)
  }
}

extension RowKind {
  /// An item.
  package static let item = RowKind("I")
}

extension RowSchema {
  /// An item.
  static let item = RowSchema(
    kind: .item, name: "item",
    fields: [
      .life, .created, .title, .body, .kind, .status, .schedule, .priority, .source, .tag, .extra,
    ], usualFieldCount: 8, index: ItemIndex.list,
    thing: ThingSchema(
      plural: "items", creates: .itemCaptured, edits: .itemEdited, deletes: .itemDeleted,
      restores: .itemRestored, registers: ItemChange.registers, label: .title))
}

extension ThingKind {
  /// An item.
  package static let item = ThingKind(.item)
}

extension ViewName {
  /// Items and the names of their tags.
  package static let items = ViewName("items", number: 0)
}

extension ViewSchema {
  /// Items and the names of their tags.
  static let items = ViewSchema(
    name: .items,
    // 2: rows in the form that is hashed.
    // 3, as of all views: stamps as they count where a clock was corrected.
    // 4, as of all views: writes that were withdrawn.
    // 5, as of all views: every row bears a check.
    codeVersion: 5, firstCheckedVersion: 5,
    // As with the code, programs before passed over corrections of clocks, then withdrawn writes.
    factVersion: 4, rows: [.item, .tag],
    indexes: [.contested, .standing, .edited, .due, .tag] + ItemAttribute.all.map(\.index),
    events: [
      EventSchema(
        kinds: [
          .itemCaptured, .itemEdited, .itemDeleted, .itemRestored, .itemTagged, .itemUntagged,
        ],
        reduce: ItemReducer.reduce)
    ])
}
