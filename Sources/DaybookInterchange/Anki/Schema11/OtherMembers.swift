/// Members of the older form that have no field in the newer one: they go along as JSON, in a field
/// of every message that is kept for them.
extension ProtoMessage {
  private static let othersNumber: UInt32 = 255

  /// Keeps members, sorted by key; none leaves no field.
  package mutating func setOthers(_ members: [String: JSONValue]) {
    let object = JSONValue.object(JSONObject(sorting: members))
    set(Self.othersNumber, members.isEmpty ? [] : [.bytes(object.bytes)])
  }

  /// The kept members.
  package var others: JSONObject {
    guard case .bytes(let bytes) = self[Self.othersNumber],
      // What is no JSON there was never a member of the older form.
      case .object(let object)? = try? JSONValue(parsing: bytes)
    else { return JSONObject() }
    return object
  }
}

extension JSONObject {
  /// Members in the order of their keys.
  init(sorting members: [String: JSONValue]) {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self.init(sorted.map { (key: $0.key, value: $0.value) })
  }

  /// Adds the kept members of a message where they do not stand in the way of others; objects are
  /// merged.
  mutating func addOthers(of message: ProtoMessage) {
    for member in message.others.members {
      guard let value = self[member.key] else {
        self[member.key] = member.value
        continue
      }
      if case .object(var inner) = value, case .object(let more) = member.value {
        for one in more.members where inner[one.key] == nil { inner[one.key] = one.value }
        self[member.key] = .object(inner)
      }
    }
  }

  /// Without the member of that key.
  func without(_ key: String) -> JSONObject {
    JSONObject(members.filter { $0.key != key }.map { (key: $0.key, value: $0.value) })
  }
}
