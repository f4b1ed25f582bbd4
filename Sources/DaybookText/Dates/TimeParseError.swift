/// Why a text is not a time, and where. It holds no part of the text.
public struct TimeParseError: Error, Hashable, Sendable {
  /// What is wrong at ``position``.
  public enum Problem: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// More than 200 bytes.
    case tooLong
    /// No word that means a time.
    case unknownWord
    /// Something that a time does not go on with.
    case unexpectedWord
    /// A number or a word that needs another one after it, as `in` or `next`.
    case incomplete
    /// `m`, which may be minutes (`min`) or months (`mo`).
    case ambiguousUnit
    /// More than 6 digits.
    case numberTooLarge
    /// No such day, as February 30.
    case invalidDate
    /// No such time of day, as 25:00.
    case invalidTime
    /// A result outside the years 0...9999.
    case outOfRange
  }

  /// What is wrong.
  public let problem: Problem
  /// Where, in characters from the start of the text.
  public let position: Int

  /// A problem and where it is, in characters from the start of the text.
  package init(_ problem: Problem, at position: Int) {
    self.problem = problem
    self.position = position
  }
}
