import Daybook
import DaybookEvents

extension PortableThing {
  /// The values of a thing of another program, as one object.
  var customMembers: [(key: String, value: JSONValue)] {
    var values: [(key: String, value: JSONValue)] = []
    var odd: [(key: String, value: JSONValue)] = []
    for named in custom ?? [] {
      switch named.value {
      case .none: break
      case .number(let number): values.append((named.name, .integer(number)))
      case .flag(let flag): values.append((named.name, .bool(flag)))
      case .text(let text):
        let members = JSONText.members(named.name, text.bytes)
        values.append(members[0])
        if members.count > 1 { odd.append((named.name, members[1].value)) }
      }
    }
    let all: [(key: String, value: JSONValue)] = [("values", .object(JSONObject(values)))]
    return odd.isEmpty ? all : all + [("values" + JSONText.suffix, .object(JSONObject(odd)))]
  }
}

extension EntryReader {
  /// A thing of another program.
  func customThing() throws(EntryProblem) -> PortableThing {
    var thing = try thing(.custom)
    guard let type = try text("type"), !type.isEmpty else { throw .missing("type") }
    thing.values[.customKind] = type
    thing.custom = try customValues()
    return thing
  }

  private func customValues() throws(EntryProblem) -> [NamedCustomValue]? {
    guard let value = object["values"], value != .null else { return nil }
    guard case .object(let fields) = value else { throw .wrongType("values") }
    var odd = JSONObject()
    if case .object(let bytes) = object["values" + JSONText.suffix] { odd = bytes }
    var values: [NamedCustomValue] = []
    for member in fields.members {
      try Self.check("values", Array(member.key.utf8))
      switch member.value {
      case .null: continue
      case .bool(let flag): values.append(NamedCustomValue(name: member.key, value: .flag(flag)))
      case .number(let digits):
        guard let number = Int64(digits) else { throw .unreadable("values") }
        values.append(NamedCustomValue(name: member.key, value: .number(number)))
      case .string:
        var pair = JSONObject([(member.key, member.value)])
        pair[member.key + JSONText.suffix] = odd[member.key]
        guard let bytes = try JSONText.bytes(member.key, in: pair) else { continue }
        try Self.check("values", bytes)
        values.append(NamedCustomValue(name: member.key, value: .text(Text(bytes: bytes))))
      case .array, .object: throw .wrongType("values")
      }
    }
    return values
  }
}
