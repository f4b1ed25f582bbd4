import Daybook

/// What a task has that an item has no place for, so that nothing is lost.
extension TaskwarriorTask {
  /// The fields by their names in Taskwarrior, as JSON. Values that could not be read stand under
  /// their name with `.unread` where the name is taken.
  var keptFields: [(name: String, value: JSONValue)] {
    var fields = knownFields
    var unread: [(name: String, values: [JSONValue])] = []
    for extra in extras {
      let name = fields.contains { $0.name == extra.key } ? extra.key + ".unread" : extra.key
      if let index = unread.firstIndex(where: { $0.name == name }) {
        unread[index].values.append(extra.value)
      } else {
        unread.append((name, [extra.value]))
      }
    }
    for (name, values) in unread {
      fields.append((name, values.count == 1 ? values[0] : .array(values)))
    }
    return fields
  }

  private var knownFields: [(name: String, value: JSONValue)] {
    var fields: [(name: String, value: JSONValue)] = []
    func add(_ field: TaskwarriorField, _ value: JSONValue?) {
      if let value { fields.append((field.rawValue, value)) }
    }
    add(.uuid, uuid.map { .string($0) })
    add(.status, .string(status.rawValue))
    add(.project, project.map { .string($0) })
    add(.priority, priority.map { .string($0) })
    add(.entry, entry.map(Self.date))
    add(.modified, modified.map(Self.date))
    add(.start, start.map(Self.date))
    add(.end, end.map(Self.date))
    add(.until, until.map(Self.date))
    add(.recur, recur.map { .string($0) })
    add(.rtype, recurrenceType.map { .string($0) })
    add(.parent, parent.map { .string($0) })
    add(.mask, mask.map { .string($0) })
    add(.imask, maskIndex.map { .integer(Int64($0)) })
    add(.depends, depends.isEmpty ? nil : .array(depends.map { .string($0) }))
    add(.annotations, annotations.isEmpty ? nil : .array(annotations.map(Self.annotation)))
    return fields
  }

  private static func annotation(_ annotation: Annotation) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let entry = annotation.entry { members.append(("entry", date(entry))) }
    members.append(("description", .string(annotation.description)))
    return .object(JSONObject(members))
  }

  private static func date(_ milliseconds: Int64) -> JSONValue {
    TaskwarriorDate.isWritable(milliseconds)
      ? .string(TaskwarriorDate.text(milliseconds)) : .integer(milliseconds / 1000)
  }
}

extension TaskwarriorDate {
  /// Whether a time lies in the years 0 to 9999 in UTC; with an offset, a date at their ends may
  /// not.
  static func isWritable(_ time: Int64) -> Bool {
    (-62_167_219_200_000...253_402_300_799_999).contains(time)
  }

  /// The day of a time in UTC, such as `2026-12-01`; nil outside the years 0 to 9999.
  static func day(_ time: Int64) -> String? {
    guard isWritable(time) else { return nil }
    let digits = text(time)
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6).prefix(2))"
  }
}
