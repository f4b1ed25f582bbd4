package import Daybook
import DaybookEvents

extension PortableEntry {
  /// The entry as a JSON object, its members always the same and in the same order. Times that
  /// the store keeps without an offset, such as a due, are told in UTC, so that the text does not
  /// depend on where it is written.
  package var json: JSONObject {
    switch self {
    case .thing(let thing): JSONObject(thing.members)
    case .noteType(let type): JSONObject(type.members)
    case .media(let file): JSONObject(file.members)
    case .setting(let setting):
      JSONObject([("name", .string(setting.name)), ("value", .string(setting.value))])
    case .membership(let membership): JSONObject(membership.members)
    case .review(let review): JSONObject(review.members)
    }
  }
}

extension PortableThing {
  /// The item as a line of JSON Lines: `daybook.item/1`, with the names of its collections and
  /// who captured it.
  package var line: JSONObject {
    let own: [(key: String, value: JSONValue)] = [
      ("collections", .array(collections.map { .string($0) })),
      ("replica", replica.map { .string($0.description) } ?? .null),
    ]
    return JSONObject([("schema", .string(Self.lineSchema))] + members + own)
  }

  /// The schema of a line.
  package static let lineSchema = "daybook.item/1"

  fileprivate var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("id", .string(id.description))]
    switch kind {
    case .item: members += itemMembers
    case .deck: members += text("name", .name) + [("options", optionsMember)]
    case .note: members += noteMembers
    case .card: members += cardMembers
    case .custom: members += text("type", .customKind) + customMembers
    default: members += plainMembers
    }
    members.append(("createdAt", .time(createdAt)))
    if kind.schema.fields.contains(.source) { members.append(("editedAt", .time(editedAt))) }
    members.append(("deleted", .bool(isDeleted ?? false)))
    if let state = values[.source] { members.append(("importState", JSONText.base64(state))) }
    return members
  }

  private var itemMembers: [(key: String, value: JSONValue)] {
    let status = values[.status].flatMap(ItemChange.StatusChange.init(reading:))
    let schedule = Schedule(reading: values[.schedule] ?? [])
    var members =
      text("title", .title) + text("body", .body) + text("kind", .kind, ItemKind.initial.rawValue)
    members += [
      ("status", .string(status?.status.rawValue ?? ItemStatus.initial.rawValue)),
      ("completedAt", .time(status?.completedAt.map(ZonedTime.utc))),
      ("tags", .array((tags ?? []).map { .string($0) })),
    ]
    if !unusedTags.isEmpty {
      members.append(("unusedTags", .array(unusedTags.map { .string($0) })))
    }
    members += [
      ("due", .time(schedule.due)), ("scheduled", .time(schedule.scheduled)),
      ("wait", .time(schedule.waitUntil)),
    ]
    for attribute in ItemAttribute.all {
      let isEmpty = values[attribute.field]?.isEmpty ?? true
      members += isEmpty ? [(attribute.name, .null)] : text(attribute.name, attribute.field)
    }
    return members + extraMembers("fields")
  }

  /// Fields of other programs as one object under a name.
  func extraMembers(_ name: String) -> [(key: String, value: JSONValue)] {
    let fields = (extras ?? []).map { JSONText.members($0.name, $0.value) }
    var members: [(key: String, value: JSONValue)] = [
      (name, .object(JSONObject(fields.map { $0[0] })))
    ]
    let odd = zip(extras ?? [], fields).filter { $1.count > 1 }.map {
      (key: $0.name, value: $1[1].value)
    }
    if !odd.isEmpty { members.append((name + JSONText.suffix, .object(JSONObject(odd)))) }
    return members
  }

  private var cardMembers: [(key: String, value: JSONValue)] {
    return [("deck", id(.deck))] + text("kind", .cardKind, Card.initialKind) + text("front", .front)
      + text("back", .back)
      + [("item", id(.cardItem))] + originMembers
      + [("suspended", .bool(values[.suspended] == [1]))] + markMembers
  }

  func id(_ field: Field) -> JSONValue {
    values[field].flatMap { EntityID(bytes: $0) }.map { .string($0.description) } ?? .null
  }

  private func text(
    _ name: String, _ field: Field, _ missing: String = ""
  ) -> [(key: String, value: JSONValue)] {
    JSONText.members(name, values[field] ?? Array(missing.utf8))
  }
}

extension PortableMembership {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      ("collection", .string(collection.description)), ("item", .string(item.description)),
      position.map { ("position", .string(Hexadecimal.digits($0))) } ?? ("removed", .bool(true)),
    ]
  }
}

extension PortableReview {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      ("card", .string(card.description)), ("id", .string(id.description)),
      ("at", .time(time)), ("grade", .integer(Int64(grade))), ("shown", .string(shown)),
      ("durationMilliseconds", .number(String(durationMilliseconds))),
      ("rolloverHour", .integer(Int64(rolloverHour))), ("retracted", .bool(isRetracted)),
    ] + scheduledMembers + stepsMembers
  }
}

extension JSONValue {
  fileprivate static func time(_ time: ZonedTime?) -> JSONValue {
    time.map { .string($0.description) } ?? .null
  }

  fileprivate static func time(_ value: TimeValue?) -> JSONValue {
    switch value {
    case .date(let date): .string(date.description)
    case .instant(let milliseconds): .string(ZonedTime.utc(milliseconds).description)
    case nil: .null
    }
  }
}

extension ZonedTime {
  fileprivate static func utc(_ milliseconds: Int64) -> ZonedTime {
    ZonedTime(milliseconds: milliseconds, offsetMinutes: 0)
  }
}
