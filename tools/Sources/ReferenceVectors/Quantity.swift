/// What is compared, and how far it may be off.
package enum Quantity: String, CaseIterable, Sendable {
  case stability = "stability, fsrs-rs"
  case difficulty = "difficulty, fsrs-rs"
  case rawInterval = "exact interval, fsrs-rs"
  case interval = "interval in days, fsrs-rs"
  case preciseStability = "stability, py-fsrs"
  case preciseDifficulty = "difficulty, py-fsrs"
  case preciseInterval = "interval in days, py-fsrs"
  case retrievability = "retrievability, py-fsrs"
  case cappedRetrievability = "retrievability at the cap"
  case state = "state and step, py-fsrs"
  case dueTime = "due time in seconds, py-fsrs"
  case arrivalOrder = "shuffled arrival, itself"
  case convertedStability = "SM-2 stability, fsrs-rs"
  case convertedDifficulty = "SM-2 difficulty, fsrs-rs"
  case upgradedParameter = "upgraded parameter, fsrs-rs"
  case clippedStability = "clipped stability, fsrs-rs"
  case clippedDifficulty = "clipped difficulty, fsrs-rs"

  /// The greatest deviation allowed. fsrs-rs computes in single precision.
  package var tolerance: Double {
    switch self {
    case .stability, .rawInterval, .convertedStability, .clippedStability: 2e-4
    case .difficulty, .clippedDifficulty, .convertedDifficulty: 1e-4
    case .upgradedParameter, .cappedRetrievability: 1e-5
    case .preciseStability, .preciseDifficulty, .retrievability: 1e-9
    case .interval, .preciseInterval, .state, .arrivalOrder: 0
    case .dueTime: 1e-3
    }
  }

  /// Whether a deviation is a part of the greater value.
  var isRelative: Bool {
    switch self {
    case .stability, .rawInterval, .convertedStability, .clippedStability, .preciseStability,
      .preciseDifficulty, .retrievability, .cappedRetrievability:
      true
    default: false
    }
  }

  /// How far two values are apart; infinite for what is no number.
  func deviation(_ found: Double, _ expected: Double) -> Double {
    let difference = abs(found - expected)
    guard difference.isFinite else { return .infinity }
    guard isRelative, difference > 0 else { return difference }
    return difference / max(abs(found), abs(expected))
  }
}
