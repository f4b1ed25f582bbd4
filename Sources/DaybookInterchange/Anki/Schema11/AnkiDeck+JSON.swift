/// The older form: one JSON object a deck.
extension AnkiDeck {
  private static let commonMap = JSONFieldMap([
    ("collapsed", 1, .bool), ("browserCollapsed", 2, .bool),
  ])
  /// Pairs of the last day studied and what was done on it.
  private static let todayCounts: [(key: String, number: UInt32)] = [
    ("newToday", 4), ("revToday", 5), ("lrnToday", 6), ("timeToday", 7),
  ]
  private static let normalMap = JSONFieldMap([
    ("conf", 1, .integer), ("extendNew", 2, .integer), ("extendRev", 3, .integer),
    ("desc", 4, .text), ("md", 5, .bool), ("reviewLimit", 6, .optionalInteger),
    ("newLimit", 7, .optionalInteger), ("reviewLimitToday", 8, .nested(dayLimit)),
    ("newLimitToday", 9, .nested(dayLimit)), ("desiredRetention", 10, .optionalPercent),
  ])
  private static let dayLimit: [JSONFieldMap.Member] = [
    ("limit", 1, .integer), ("today", 2, .integer),
  ]
  private static let filteredMap = JSONFieldMap([
    ("resched", 1, .bool), ("delays", 3, .floats), ("previewDelay", 4, .integer),
    ("previewHardSecs", 5, .integer), ("previewGoodSecs", 6, .integer),
    ("previewAgainSecs", 7, .integer),
  ])

  /// Reads a deck.
  ///
  /// - Returns: nil if it is none.
  init?(json: JSONValue) {
    var object = json.dictionary
    guard let id = object.removeValue(forKey: "id")?.wholeNumber, id != 0,
      let name = object.removeValue(forKey: "name")?.text
    else { return nil }
    self.init(
      id: id, name: name, modifiedSeconds: object.removeValue(forKey: "mod")?.wholeNumber ?? 0,
      common: ProtoMessage(), kind: ProtoMessage())
    object["usn"] = nil
    Self.commonMap.read(&object, into: &common)
    for (key, number) in Self.todayCounts {
      let pair = (object.removeValue(forKey: key)?.elements ?? []).map(\.wholeNumber)
      guard pair.count == 2 else { continue }
      common.set(3, integer: max(pair[0], common.integer(3)))
      common.set(number, integer: pair[1])
    }
    var content = ProtoMessage()
    if object.removeValue(forKey: "dyn")?.wholeNumber == 1 {
      for key in ["desc", "separate"] { object[key] = nil }
      Self.filteredMap.read(&object, into: &content)
      content.set(2, messages: Self.terms(object.removeValue(forKey: "terms")))
      filtered = content
    } else {
      Self.normalMap.read(&object, into: &content)
      normal = content
    }
    common.setOthers(object)
  }

  /// The deck as JSON.
  var json: JSONValue {
    var object = JSONObject()
    object["id"] = .integer(Int64(id))
    object["mod"] = .integer(Int64(modifiedSeconds))
    object["name"] = .string(name)
    object["usn"] = .integer(-1)
    for (key, number) in Self.todayCounts {
      let pair = [common.integer(3), common.integer(number)]
      object[key] = .array(pair.map { .integer(Int64($0)) })
    }
    Self.commonMap.write(common, into: &object)
    if let filtered {
      object["desc"] = .string("")
      object["dyn"] = .integer(1)
      Self.filteredMap.write(filtered, into: &object)
      if filtered.floats(3).isEmpty { object["delays"] = .null }
      object["terms"] = .array(filtered.messages(2).map(Self.json(term:)))
      object["separate"] = .bool(true)
    } else {
      object["dyn"] = .integer(0)
      Self.normalMap.write(normal ?? ProtoMessage(), into: &object)
      if normal?.bool(5) != true { object = object.without("md") }
    }
    object.addOthers(of: common)
    return .object(object)
  }

  /// `[["deck:current", 100, 1]]`: a search, how many cards, in which order.
  private static func terms(_ json: JSONValue?) -> [ProtoMessage] {
    (json?.elements ?? []).map { term in
      let parts = term.elements
      var message = ProtoMessage()
      if parts.count == 3 {
        message.set(1, text: parts[0].text ?? "")
        message.set(2, integer: parts[1].wholeNumber)
        message.set(3, integer: parts[2].wholeNumber)
      }
      return message
    }
  }

  private static func json(term: ProtoMessage) -> JSONValue {
    let numbers = [2, 3].map { JSONValue.integer(Int64(term.integer($0))) }
    return .array([.string(term.text(1))] + numbers)
  }
}
