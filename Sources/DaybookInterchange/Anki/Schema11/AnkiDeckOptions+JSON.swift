/// The older form: one JSON object a set of options, in parts.
extension AnkiDeckOptions {
  private static let map = JSONFieldMap([
    ("maxTaken", 24, .integer), ("autoplay", 23, .invertedBool), ("timer", 25, .numberBool),
    ("replayq", 26, .invertedBool), ("newMix", 30, .integer),
    ("newPerDayMinimum", 35, .integer), ("interdayLearningMix", 31, .integer),
    ("reviewOrder", 33, .integer), ("newSortOrder", 32, .integer),
    ("newGatherPriority", 34, .integer), ("buryInterdayLearning", 29, .bool),
    ("fsrsWeights", 3, .floats), ("fsrsParams5", 5, .floats), ("fsrsParams6", 6, .floats),
    ("desiredRetention", 37, .float), ("ignoreRevlogsBeforeDate", 46, .text),
    ("easyDaysPercentages", 4, .floats), ("stopTimerOnAnswer", 38, .bool),
    ("secondsToShowQuestion", 41, .float), ("secondsToShowAnswer", 42, .float),
    ("questionAction", 36, .integer), ("answerAction", 43, .integer),
    ("waitForAudio", 44, .bool), ("sm2Retention", 40, .float), ("weightSearch", 45, .text),
  ])
  private static let parts: [(key: String, map: JSONFieldMap)] = [
    (
      "new",
      JSONFieldMap([
        ("bury", 27, .bool), ("delays", 1, .floats), ("initialFactor", 11, .permille),
        ("order", 20, .invertedChoice), ("perDay", 9, .integer),
      ])
    ),
    (
      "rev",
      JSONFieldMap([
        ("bury", 28, .bool), ("ease4", 12, .float), ("ivlFct", 15, .float),
        ("maxIvl", 16, .integer), ("perDay", 10, .integer), ("hardFactor", 13, .float),
      ])
    ),
    (
      "lapse",
      JSONFieldMap([
        ("delays", 2, .floats), ("leechAction", 21, .integer), ("leechFails", 22, .integer),
        ("minInt", 17, .integer), ("mult", 14, .float),
      ])
    ),
  ]

  /// Reads options.
  ///
  /// - Returns: nil if they are none.
  init?(json: JSONValue) {
    var object = json.dictionary
    guard let id = object.removeValue(forKey: "id")?.wholeNumber, id != 0,
      let name = object.removeValue(forKey: "name")?.text
    else { return nil }
    self.init(
      id: id, name: name, modifiedSeconds: object.removeValue(forKey: "mod")?.wholeNumber ?? 0,
      config: ProtoMessage())
    for key in ["usn", "dyn"] { object[key] = nil }
    Self.map.read(&object, into: &config)
    for (key, map) in Self.parts {
      var part = object.removeValue(forKey: key)?.dictionary ?? [:]
      map.read(&part, into: &config)
      // Days after graduating by good and by easy, and one that is not used.
      if let days = part.removeValue(forKey: "ints")?.elements, days.count >= 2 {
        config.set(18, integer: days[0].wholeNumber)
        config.set(19, integer: days[1].wholeNumber)
      }
      if !part.isEmpty { object[key] = .object(JSONObject(sorting: part)) }
    }
    config.setOthers(object)
  }

  /// The options as JSON.
  var json: JSONValue {
    var object = JSONObject()
    object["id"] = .integer(Int64(id))
    object["mod"] = .integer(Int64(modifiedSeconds))
    object["name"] = .string(name)
    object["usn"] = .integer(-1)
    object["dyn"] = .bool(false)
    Self.map.write(config, into: &object)
    for (key, map) in Self.parts {
      var part = JSONObject()
      map.write(config, into: &part)
      if key == "new" {
        let days = [config.integer(18), config.integer(19), 0]
        part["ints"] = .array(days.map { .integer(Int64($0)) })
      }
      object[key] = .object(part)
    }
    object.addOthers(of: config)
    return .object(object)
  }
}
