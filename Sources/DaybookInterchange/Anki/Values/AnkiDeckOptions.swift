/// Options that decks share: how their cards are scheduled.
package struct AnkiDeckOptions: Equatable, Sendable {
  /// What becomes of a card that is forgotten too often.
  package enum LeechAction: Int, Equatable, Sendable {
    case suspend = 0
    case tagOnly = 1
  }

  /// Milliseconds since 1970 when they were made, made unique; 1 for the default ones.
  package var id: Int
  /// What people call them.
  package var name: String
  /// Seconds since 1970.
  package var modifiedSeconds: Int
  /// Everything, `DeckConfig.Config`.
  package var config: ProtoMessage

  init(id: Int, name: String, modifiedSeconds: Int, config: ProtoMessage) {
    self.id = id
    self.name = name
    self.modifiedSeconds = modifiedSeconds
    self.config = config
  }

  /// Options as a new collection has them.
  package init(id: Int, name: String, modifiedSeconds: Int) {
    self.init(id: id, name: name, modifiedSeconds: modifiedSeconds, config: ProtoMessage())
    learningStepMinutes = [1, 10]
    relearningStepMinutes = [10]
    config.set(4, floats: Array(repeating: 1, count: 7))
    newPerDay = 20
    reviewsPerDay = 200
    for (number, value) in [(11, 2.5), (12, 1.3), (13, 1.2), (15, 1), (40, 0.9)] {
      config.set(UInt32(number), float: Float(value))
    }
    maximumIntervalDays = 36_500
    for number in [17, 18] { config.set(UInt32(number), integer: 1) }
    config.set(19, integer: 4)
    leechAction = .tagOnly
    leechThreshold = 8
    config.set(24, integer: 60)
    desiredRetention = 0.9
    config.set(44, bool: true)
  }

  /// Minutes.
  package var learningStepMinutes: [Float] {
    get { config.floats(1) }
    set { config.set(1, floats: newValue) }
  }

  /// Minutes.
  package var relearningStepMinutes: [Float] {
    get { config.floats(2) }
    set { config.set(2, floats: newValue) }
  }

  /// The parameters of FSRS: 21 of version 6, 19 of version 5 or 17 of version 4; empty for the
  /// defaults.
  package var parameters: [Double] {
    let latest = [6, 5, 3].lazy.map { config.floats($0) }.first { !$0.isEmpty } ?? []
    return latest.compactMap { Double($0.description) }
  }

  /// Puts parameters in place of all others; the number of them tells the version.
  package mutating func setParameters(_ parameters: [Double]) {
    for number: UInt32 in [3, 5, 6] { config.set(number, floats: []) }
    let number: UInt32 = parameters.count <= 17 ? 3 : parameters.count <= 19 ? 5 : 6
    config.set(number, floats: parameters.map(Float.init))
  }

  /// New cards a day.
  package var newPerDay: Int {
    get { config.integer(9) }
    set { config.set(9, integer: newValue) }
  }

  /// Reviews a day.
  package var reviewsPerDay: Int {
    get { config.integer(10) }
    set { config.set(10, integer: newValue) }
  }

  /// No interval is longer.
  package var maximumIntervalDays: Int {
    get { config.integer(16) }
    set { config.set(16, integer: newValue) }
  }

  /// Whether new cards get their positions by chance when they are made, and not one after another.
  package var insertsNewAtRandom: Bool {
    get { config.integer(20) == 1 }
    set { config.set(20, bool: newValue) }
  }

  /// `NewCardGatherPriority`: in which order new cards are taken from the decks.
  package var newGatherPriority: Int {
    get { config.integer(34) }
    set { config.set(34, integer: newValue) }
  }

  /// `NewCardSortOrder`: in which order the taken ones are shown.
  package var newSortOrder: Int {
    get { config.integer(32) }
    set { config.set(32, integer: newValue) }
  }

  /// `ReviewCardOrder`.
  package var reviewOrder: Int {
    get { config.integer(33) }
    set { config.set(33, integer: newValue) }
  }

  /// What becomes of a leech.
  package var leechAction: LeechAction {
    get { LeechAction(rawValue: config.integer(21)) ?? .suspend }
    set { config.set(21, integer: newValue.rawValue) }
  }

  /// How often a card is forgotten before it is a leech.
  package var leechThreshold: Int {
    get { config.integer(22) }
    set { config.set(22, integer: newValue) }
  }

  /// Whether new siblings wait until the next day.
  package var buriesNew: Bool {
    get { config.bool(27) }
    set { config.set(27, bool: newValue) }
  }

  /// Whether siblings to review wait until the next day.
  package var buriesReviews: Bool {
    get { config.bool(28) }
    set { config.set(28, bool: newValue) }
  }

  /// Whether siblings in steps of a day or more wait until the next day.
  package var buriesDayLearning: Bool {
    get { config.bool(29) }
    set { config.set(29, bool: newValue) }
  }

  /// 0 to 1; nil where the options are too old to say.
  package var desiredRetention: Double? {
    get { config.optionalFloat(37).flatMap { Double($0.description) } }
    set { config.set(37, optional: newValue.map(Float.init)) }
  }

  /// What was remembered before FSRS, 0 to 1; nil where the options are too old to say.
  package var historicalRetention: Double? {
    config.optionalFloat(40).flatMap { Double($0.description) }
  }

  /// Reviews before this day, as `2020-01-31`, are ignored; empty for none.
  package var ignoredBefore: String { config.text(46) }
}
