import DaybookScheduler

/// How well a card was remembered, as a person says it.
public enum Answer: String, CaseIterable, Sendable {
  /// Not at all.
  case again
  /// With effort.
  case hard
  /// As it should be.
  case good
  /// Without effort.
  case easy

  /// The number people press, 1 to 4.
  public var number: Int { Int(grade.rawValue) }

  /// Reads a number from 1 to 4 or a word, in any case; nil for anything else.
  public init?(_ text: String) {
    let text = text.lowercased()
    let answer = Self.allCases.first { "\($0.number)" == text || $0.rawValue == text }
    guard let answer else { return nil }
    self = answer
  }

  var grade: Grade {
    switch self {
    case .again: .again
    case .hard: .hard
    case .good: .good
    case .easy: .easy
    }
  }
}
