import DaybookEvents
import DaybookText

/// The fields that things of several kinds have.
extension Field {
  /// Whether the thing is live, deleted or joined into another: ``Life``.
  package static let life = Field(1)
  /// When the thing came to be: ``CreationTime``.
  package static let created = Field(2)
  /// What an import last saw in its source.
  package static let source = Field(16)
  /// One register for each field of another program that has no counterpart here.
  package static let extra = Field(18)
  /// What a collection, a deck or a note type is called.
  package static let name = Field(40)
}

extension FieldSchema {
  /// What each of them is. A rule's `live` gives way to a person's deletion without a conflict, and
  /// where a collection was joined into another, the position there is none to disagree about.
  static let shared = [
    FieldSchema(
      field: .life, name: "life", form: .made { value, _ in .life(value) }, unwritten: .never,
      contestedByteCount: Life.joinedCount, rulesYield: true),
    FieldSchema(
      field: .created, name: "created", form: .made { value, _ in .creation(value) },
      unwritten: .never, isContestable: false),
    FieldSchema(
      field: .source, name: "source", form: .made { value, _ in .number(Int64(value.count)) },
      unwritten: .empty([]), isContestable: false),
    FieldSchema(
      field: .extra, name: "extra",
      form: .made { value, _ in
        ExtraField(reading: value).map { .text(Text(bytes: $0.value)) } ?? .none
      },
      unwritten: .named { written in
        ExtraField(reading: written).map { ExtraField(name: $0.name, value: []).encoded }
      },
      nameInValue: { ExtraField(reading: $0)?.name }),
    .prose(.name, "name"),
  ]
}

extension FieldValue {
  fileprivate static func life(_ value: [UInt8]) -> FieldValue {
    if let other = Life.joinedInto(value.span) { return .joined(into: other) }
    return .text(value == Life.live ? "live" : "deleted")
  }

  fileprivate static func creation(_ value: [UInt8]) -> FieldValue {
    let time = CreationTime(reading: value)
    return .moment(milliseconds: time.milliseconds, offsetMinutes: time.offsetMinutes)
  }
}
