import DaybookEvents
import DaybookText

/// The fields of things of other programs.
extension Field {
  /// The kind of such a thing: ``CustomName``.
  package static let customKind = Field(32)
  /// One register for each of its values, by the digest of its name.
  package static let customValue = Field(33)
}

extension FieldSchema {
  /// What each of them is. A thing is of one kind: that of the first write.
  static let ofCustomThings = [
    FieldSchema(
      field: .customKind, name: "type", form: .text, unwritten: .never, isLeast: true,
      isContestable: false),
    FieldSchema(
      field: .customValue, name: "value",
      form: .made { value, _ in
        NamedCustomValue(reading: value.span).map { FieldValue($0.value) } ?? .none
      },
      unwritten: .named { written in
        NamedCustomValue(reading: written.span).map {
          NamedCustomValue(name: $0.name, value: .none).encoded
        }
      },
      nameInValue: { NamedCustomValue(reading: $0.span)?.name }),
  ]
}

extension RowKind {
  /// A thing of another program.
  package static let custom = RowKind("X")
}

extension ViewIndex {
  /// Life, digest of the kind, thing.
  package static let customKind = ViewIndex("u")
}

extension RowSchema {
  /// A thing of another program.
  static let custom = RowSchema(
    kind: .custom, name: "custom", fields: [.life, .created, .customKind, .customValue],
    usualFieldCount: 3,
    index: { row, shown, bytes, entries in
      let isLive = shown.isLive
      guard let kind = shown[.customKind] else { return }
      entries.add(.customKind) {
        $0.append(isLive ? 0 : 1)
        $0.append(contentsOf: CustomName.digest(of: bytes.extracting(kind)))
        $0.append(bigEndian: row.entity.handle)
      }
    },
    thing: ThingSchema(
      plural: "customThings", creates: .customRecorded, edits: .customRecorded,
      deletes: .customDeleted, restores: .customRestored, registers: [(1, .customKind)]))
}

extension ThingKind {
  /// A thing of a program that embeds Daybook.
  package static let custom = ThingKind(.custom)
}

extension ViewName {
  /// Things of programs that embed Daybook.
  package static let custom = ViewName("custom", number: 3)
}

extension ViewSchema {
  /// What programs that embed Daybook record in kinds of their own.
  static let custom = ViewSchema(
    name: .custom, codeVersion: 1, firstCheckedVersion: 1, factVersion: 1, mayBeMissing: true,
    rows: [.custom], indexes: [.contested, .customKind],
    events: [
      EventSchema(
        kinds: [.customRecorded, .customDeleted, .customRestored], reduce: CustomReducer.reduce)
    ])
}
