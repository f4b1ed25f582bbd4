import DaybookScheduler

/// Options as text: how they are written down, typed and shown.
extension DeckOptions {
  private static let stepLimit = 32
  private static let units: [(suffix: Character, seconds: Int)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// What an option can be, in words.
  public static func allowed(_ name: DeckOptionName) -> String {
    switch name {
    case .desiredRetention: "a number from 0.7 to 0.99"
    case .learningSteps, .relearningSteps: "waits such as \"1m 10m\", or none"
    case .maximumInterval: "a number of days from 1 to 36500"
    case .newPerDay, .reviewsPerDay: "a number from 0 to 9999"
    case .newOrder: "added or random"
    case .reviewOrder: "due, random or retrievability"
    case .newMix: "after, before or among"
    case .burySiblings, .fuzz: "on or off"
    case .leechThreshold: "a number from 0 to 99, 0 for never"
    case .leechAction: "mark or suspend"
    case .parameters: "default, or 17, 19 or 21 numbers"
    case .imported: "what an import wrote"
    }
  }

  /// Sets an option from text.
  ///
  /// - Throws: ``DeckOptionError`` for what the option cannot be.
  public mutating func set(_ name: DeckOptionName, _ text: String) throws(DeckOptionError) {
    let text = text.lowercased()
    let isSet: Bool
    switch name {
    case .desiredRetention: isSet = Self.set(&desiredRetention, Double(text), in: 0.7...0.99)
    case .learningSteps: isSet = Self.set(&learningSteps, Self.steps(text))
    case .relearningSteps: isSet = Self.set(&relearningSteps, Self.steps(text))
    case .maximumInterval: isSet = Self.set(&maximumInterval, Int(text), in: 1...36500)
    case .newPerDay: isSet = Self.set(&newPerDay, Int(text), in: 0...9999)
    case .reviewsPerDay: isSet = Self.set(&reviewsPerDay, Int(text), in: 0...9999)
    case .newOrder:
      isSet = Self.set(&newOrder, Order(rawValue: text).flatMap { $0.isForNew ? $0 : nil })
    case .reviewOrder:
      isSet = Self.set(&reviewOrder, Order(rawValue: text).flatMap { $0 == .added ? nil : $0 })
    case .newMix: isSet = Self.set(&newMix, Mix(rawValue: text))
    case .burySiblings: isSet = Self.set(&buriesSiblings, Self.flag(text))
    case .leechThreshold: isSet = Self.set(&leechThreshold, Int(text), in: 0...99)
    case .leechAction: isSet = Self.set(&leechAction, LeechAction(rawValue: text))
    case .fuzz: isSet = Self.set(&isFuzzed, Self.flag(text))
    case .parameters: isSet = Self.set(&parameters, Self.parameters(text))
    case .imported: isSet = true
    }
    if !isSet { throw DeckOptionError(name: name) }
  }

  /// An option in the one form in which it is written down; nil for what is kept as it came.
  public func text(_ name: DeckOptionName) -> String? {
    switch name {
    case .desiredRetention: "\(desiredRetention)"
    case .learningSteps: Self.text(steps: learningSteps)
    case .relearningSteps: Self.text(steps: relearningSteps)
    case .maximumInterval: "\(maximumInterval)"
    case .newPerDay: "\(newPerDay)"
    case .reviewsPerDay: "\(reviewsPerDay)"
    case .newOrder: newOrder.rawValue
    case .reviewOrder: reviewOrder.rawValue
    case .newMix: newMix.rawValue
    case .burySiblings: buriesSiblings ? "on" : "off"
    case .leechThreshold: "\(leechThreshold)"
    case .leechAction: leechAction.rawValue
    case .fuzz: isFuzzed ? "on" : "off"
    case .parameters:
      parameters.isEmpty ? "default" : parameters.map { "\($0)" }.joined(separator: " ")
    case .imported: nil
    }
  }

  private static func set<Value>(_ option: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    option = value
    return true
  }

  private static func set<Value: Comparable>(
    _ option: inout Value, _ value: Value?, in range: ClosedRange<Value>
  ) -> Bool {
    set(&option, value.flatMap { range.contains($0) ? $0 : nil })
  }

  private static func flag(_ text: String) -> Bool? {
    switch text {
    case "on", "yes", "true": true
    case "off", "no", "false": false
    default: nil
    }
  }

  /// Waits in seconds: `90s`, `1m 10m`, `1d`; without a unit, minutes.
  private static func steps(_ text: String) -> [Int]? {
    if text == "none" { return [] }
    let words = text.split { $0 == " " || $0 == "," }
    guard (1...stepLimit).contains(words.count) else { return nil }
    var steps: [Int] = []
    for word in words {
      let unit = units.first { $0.suffix == word.last }
      guard let count = Double(unit == nil ? word : word.dropLast()), count.isFinite else {
        return nil
      }
      let seconds = (count * Double(unit?.seconds ?? 60)).rounded()
      guard seconds >= 1, seconds <= 31_536_000 else { return nil }
      steps.append(Int(seconds))
    }
    return steps
  }

  private static func text(steps: [Int]) -> String {
    if steps.isEmpty { return "none" }
    return steps.map { seconds in
      let unit = units.first { seconds % $0.seconds == 0 } ?? ("s", 1)
      return "\(seconds / unit.seconds)\(unit.suffix)"
    }.joined(separator: " ")
  }

  private static func parameters(_ text: String) -> [Double]? {
    if text == "default" { return [] }
    let words = text.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }
    let numbers = words.compactMap { Double($0) }
    guard numbers.count == words.count, !numbers.isEmpty else { return nil }
    // What the scheduler refuses is no value.
    return (try? Parameters(validating: numbers)).map { _ in numbers }
  }
}

extension DeckOptions.Order {
  fileprivate var isForNew: Bool { self == .added || self == .random }
}
