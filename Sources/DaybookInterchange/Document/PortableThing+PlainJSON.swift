import Daybook
import DaybookEvents

extension PortableThing {
  /// The fields of a thing of a kind without rules of its own, under their names.
  var plainMembers: [(key: String, value: JSONValue)] {
    kind.schema.fields.filter { $0 != .source }.flatMap { field in
      let value = values[field] ?? field.schema.unwrittenValue
      return switch field.schema.form {
      case .text: JSONText.members(field.name, value)
      case .flag: [(key: field.name, value: JSONValue.bool(value.first == 1))]
      case .id: [(key: field.name, value: id(field))]
      case .made: [(key: field.name, value: JSONText.base64(value))]
      }
    }
  }
}

extension EntryReader {
  /// A thing of a kind without rules of its own.
  func plainThing(_ kind: ThingKind) throws(EntryProblem) -> PortableThing {
    var thing = try thing(kind)
    for field in kind.schema.fields where field != .source {
      thing.values[field] =
        switch field.schema.form {
        case .text: try text(field.name)
        case .flag: try flag(field.name).map { [$0 ? 1 : 0] }
        case .id: try id(field.name)?.bytes
        case .made: try base64(field.name)
        }
    }
    if kind.schema.fields.contains(.source) {
      thing.editedAt = try time("editedAt")
      thing.values[.source] = try base64("importState")
    }
    return thing
  }
}
