/// Why a text is not a query, and where. It holds no part of the text.
public struct QueryError: Error, Hashable, Sendable {
  /// What is wrong at ``position``.
  public enum Problem: Hashable, Sendable {
    /// A name before a colon or comparison that is none of the fields.
    case unknownField
    /// What follows the dot of `due.before:` is none of these.
    case unknownComparison(known: [String])
    /// `<`, `>` or a dot after a field that is not a time.
    case notComparable
    /// Nothing after a field or between quotes.
    case missingValue
    /// The field knows only these values.
    case unknownValue(known: [String])
    /// The value is not a time.
    case invalidTime(TimeParseError.Problem)
    /// A quote that is never closed.
    case unterminatedQuote
    /// `or` without something on both sides.
    case danglingOr
    /// `not` without something after it.
    case danglingNot
    /// `(` without `)`, or the reverse.
    case unbalancedParenthesis
    /// Nothing between parentheses.
    case emptyGroup
    /// Too many parentheses within each other.
    case tooDeep
    /// More bytes than a query may have.
    case tooLong
  }

  /// What is wrong.
  public let problem: Problem
  /// Where, in characters from the start of the arguments joined by single spaces.
  public let position: Int

  /// A problem and where it is.
  package init(_ problem: Problem, at position: Int) {
    self.problem = problem
    self.position = position
  }
}
