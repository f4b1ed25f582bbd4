package import Daybook
import DaybookEvents

extension Note {
  /// The members of `daybook.note/1`, without the schema.
  package func members(_ clock: LocalClock) -> [(String, JSON)] {
    let values = zip(type.fields, fields).map { ($0.name, JSON.text($1.bytes)) }
    return [
      ("id", .id(id)), ("type", .string(type.name)), ("fields", .object(values)),
      ("tags", .array(tags.map { .string($0) })),
      ("createdAt", .string(createdAt.description)),
      ("editedAt", .string(editedAt.description)),
      ("deleted", .bool(isDeleted)),
    ]
  }
}
