package import Daybook
import DaybookEvents

extension Item {
  /// The members of `daybook.item/1`, without the schema.
  package func members(_ clock: LocalClock) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("id", .id(id)), ("title", .text(title.bytes)), ("body", .text(body.bytes)),
      ("kind", .string(kind.rawValue)), ("status", .string(status.rawValue)),
      ("tags", .array(tags.map { .string($0) })),
      ("collections", .array(collections.map { .string($0) })),
      ("due", .time(schedule.due, clock)),
    ]
    members += ItemAttribute.all.map { attribute in
      (attribute.name, attributes[attribute.field].map { .string($0) } ?? .null)
    }
    members += [
      ("createdAt", .string(createdAt.description)),
      ("editedAt", .string(editedAt.description)),
      ("deleted", .bool(isDeleted)),
      ("replica", replica.map { .string($0.description) } ?? .null),
    ]
    if let completedAt {
      members.append(("completedAt", .string(clock.zoned(completedAt).description)))
    }
    if schedule.scheduled != nil { members.append(("scheduled", .time(schedule.scheduled, clock))) }
    if schedule.waitUntil != nil { members.append(("wait", .time(schedule.waitUntil, clock))) }
    if !extras.isEmpty {
      members.append(("fields", .object(extras.map { ($0.name, .text($0.value)) })))
    }
    return members
  }

  /// `daybook.item/1`.
  package func json(_ clock: LocalClock) -> JSON {
    .object([("schema", "daybook.item/1")] + members(clock))
  }
}
