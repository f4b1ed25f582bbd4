/// The older form: one JSON object a note type, with its fields and templates.
extension AnkiNoteType {
  private static let map = JSONFieldMap([
    ("type", 1, .integer), ("sortf", 2, .integer), ("css", 3, .text),
    ("latexPre", 5, .text), ("latexPost", 6, .text), ("latexsvg", 7, .bool),
    ("originalStockKind", 9, .integer), ("originalId", 10, .optionalInteger),
  ])

  /// Reads a note type.
  ///
  /// - Returns: nil if it is none.
  init?(json: JSONValue) {
    var object = json.dictionary
    guard let id = object.removeValue(forKey: "id")?.wholeNumber, id != 0,
      let name = object.removeValue(forKey: "name")?.text
    else { return nil }
    let modified = object.removeValue(forKey: "mod")?.wholeNumber ?? 0
    self.init(id: id, name: name, modifiedSeconds: modified, config: ProtoMessage())
    fields = (object.removeValue(forKey: "flds")?.elements ?? [])
      .sorted { $0.ordinal < $1.ordinal }.map(AnkiField.init(json:))
    templates = (object.removeValue(forKey: "tmpls")?.elements ?? [])
      .sorted { $0.ordinal < $1.ordinal }.map(AnkiTemplate.init(json:))
    object["usn"] = nil
    config.set(4, integer: object.removeValue(forKey: "did")?.wholeNumber ?? 0)
    Self.map.read(&object, into: &config)
    if let requirements = object.removeValue(forKey: "req") {
      config.set(8, messages: requirements.elements.compactMap(Self.requirement))
    }
    config.setOthers(object)
  }

  /// The note type as JSON.
  var json: JSONValue {
    var object = JSONObject()
    object["id"] = .integer(Int64(id))
    object["name"] = .string(name)
    object["mod"] = .integer(Int64(modifiedSeconds))
    object["usn"] = .integer(-1)
    object["did"] = config.optionalInteger(4).map { .integer(Int64($0)) } ?? .null
    Self.map.write(config, into: &object)
    if config.optionalInteger(10) == nil { object = object.without("originalId") }
    object["flds"] = .array(fields.enumerated().map { $1.json(ordinal: $0) })
    object["tmpls"] = .array(templates.enumerated().map { $1.json(ordinal: $0) })
    object["req"] = .array(config.messages(8).map(Self.json(requirement:)))
    object.addOthers(of: config)
    return .object(object)
  }

  private static let quantifiers = ["none", "any", "all"]

  /// `[0, "any", [0, 1]]`: card 0 needs any of the fields 0 and 1.
  private static func requirement(_ json: JSONValue) -> ProtoMessage? {
    let parts = json.elements
    guard parts.count == 3 else { return nil }
    var message = ProtoMessage()
    message.set(1, integer: parts[0].wholeNumber)
    message.set(2, integer: quantifiers.firstIndex(of: parts[1].text ?? "") ?? 0)
    message.set(3, integers: parts[2].elements.map(\.wholeNumber))
    return message
  }

  private static func json(requirement: ProtoMessage) -> JSONValue {
    let quantifier = requirement.integer(2)
    return .array([
      .integer(Int64(requirement.integer(1))),
      .string(quantifiers.indices.contains(quantifier) ? quantifiers[quantifier] : "none"),
      .array(requirement.integers(3).map { .integer(Int64($0)) }),
    ])
  }
}

extension AnkiField {
  private static let map = JSONFieldMap([
    ("sticky", 1, .bool), ("rtl", 2, .bool), ("font", 3, .text), ("size", 4, .integer),
    ("description", 5, .text), ("plainText", 6, .bool), ("collapsed", 7, .bool),
    ("excludeFromSearch", 8, .bool), ("id", 9, .optionalInteger), ("tag", 10, .optionalInteger),
    ("preventDeletion", 11, .bool),
  ])

  fileprivate init(json: JSONValue) {
    var object = json.dictionary
    self.init(name: object.removeValue(forKey: "name")?.text ?? "", config: ProtoMessage())
    object["ord"] = nil
    Self.map.read(&object, into: &config)
    config.setOthers(object)
  }

  fileprivate func json(ordinal: Int) -> JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["ord"] = .integer(Int64(ordinal))
    Self.map.write(config, into: &object)
    object.addOthers(of: config)
    return .object(object)
  }
}

extension AnkiTemplate {
  private static let map = JSONFieldMap([
    ("qfmt", 1, .text), ("afmt", 2, .text), ("bqfmt", 3, .text), ("bafmt", 4, .text),
    ("bfont", 6, .text), ("bsize", 7, .integer), ("id", 8, .optionalInteger),
  ])

  fileprivate init(json: JSONValue) {
    var object = json.dictionary
    let name = object.removeValue(forKey: "name")?.text ?? ""
    self.init(name: name, modifiedSeconds: 0, config: ProtoMessage())
    object["ord"] = nil
    config.set(5, integer: object.removeValue(forKey: "did")?.wholeNumber ?? 0)
    Self.map.read(&object, into: &config)
    config.setOthers(object)
  }

  fileprivate func json(ordinal: Int) -> JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["ord"] = .integer(Int64(ordinal))
    object["did"] = deckID.map { .integer(Int64($0)) } ?? .null
    Self.map.write(config, into: &object)
    object.addOthers(of: config)
    return .object(object)
  }
}

extension JSONValue {
  /// Where a field or template stands among the others.
  fileprivate var ordinal: Int { dictionary["ord"]?.wholeNumber ?? 0 }
}
