/// What a collection says of itself: when it began, and so what its day numbers mean.
package struct AnkiCollection: Equatable, Sendable {
  /// Seconds since 1970 when day 0 began.
  package var createdSeconds: Int
  /// Milliseconds since 1970.
  package var modifiedMilliseconds: Int
  /// Minutes west of UTC where it was made; nil in packages of old versions.
  package var creationMinutesWest: Int?
  /// The hour of the day at which a new one begins; nil where that is not said, as in packages of
  /// chosen decks.
  package var rolloverHour: Int?
  /// 2 for the scheduler of today; 1 in packages of old versions, where learning cards had three
  /// answers. Reading moves those to the four of today, and what is written says 2.
  package var schedulerVersion: Int
  /// All other settings by name, each JSON.
  package var config: JSONObject

  /// A collection without other settings.
  package init(
    createdSeconds: Int, modifiedMilliseconds: Int, creationMinutesWest: Int? = nil,
    rolloverHour: Int? = nil
  ) {
    self.createdSeconds = createdSeconds
    self.modifiedMilliseconds = modifiedMilliseconds
    self.creationMinutesWest = creationMinutesWest
    self.rolloverHour = rolloverHour
    schedulerVersion = 2
    config = JSONObject()
  }

  init(createdSeconds: Int, modifiedMilliseconds: Int, config: JSONObject) {
    self.init(
      createdSeconds: min(max(createdSeconds, 0), 1 << 40),
      modifiedMilliseconds: min(max(modifiedMilliseconds, 0), 1 << 50))
    self.config = Self.ownKeys.reduce(config) { $0.without($1) }
    schedulerVersion = Self.integer(config["schedVer"], in: 1...100) ?? 1
    creationMinutesWest = Self.integer(config["creationOffset"], in: -24 * 60...24 * 60)
    rolloverHour = Self.integer(config["rollover"], in: 0...23)
  }

  /// The calendar day of a day number, as days since 1 January 1970: number 0 is the day on which
  /// the collection was made, by the clock of the place where it was made.
  ///
  /// - Parameter minutesWest: The place, where the collection does not say it.
  package func calendarDay(of number: Int, elseMinutesWest minutesWest: Int) -> Int {
    let west = creationMinutesWest ?? minutesWest
    let local = createdSeconds - west * 60
    return (local >= 0 ? local : local - 86_399) / 86_400 + number
  }

  /// The settings, with what the properties say.
  var wholeConfig: JSONObject {
    var config = config
    config["creationOffset"] = creationMinutesWest.map { .integer(Int64($0)) }
    config["schedVer"] = .integer(2)
    config["sched2021"] = .bool(true)
    config["rollover"] = rolloverHour.map { .integer(Int64($0)) }
    return config
  }

  private static let ownKeys = ["creationOffset", "rollover", "schedVer", "sched2021"]

  private static func integer(_ value: JSONValue?, in range: ClosedRange<Int>) -> Int? {
    guard case .number(let digits) = value, let number = Double(digits) else { return nil }
    return Int(exactly: number.rounded()).flatMap { range.contains($0) ? $0 : nil }
  }
}
