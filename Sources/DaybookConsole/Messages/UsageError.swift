package import Daybook

/// What a person typed that cannot be read as what it should be.
package enum UsageError: Explainable, Equatable {
  /// A time.
  case unreadableTime(TimeParseError)
  /// A time to look back to that has not come yet.
  case futureTime
  /// A query.
  case unreadableQuery(QueryError)
  /// The value of an option, which must be one of these.
  case unknownValue(option: String, known: [String])
  /// Something that is missing on the command line.
  case missing(String)
  /// Words that do not belong together.
  case contradiction(String)
  /// No review was made here that could be taken back.
  case noReview
  /// A command there is not, the one that was probably meant, and the command they are parts of.
  case unknownCommand(nearest: String?, within: String)
  /// A file that is not there.
  case noFile(path: String)
  /// A file that is not what it should be.
  case unreadableFile(path: String, line: Int?, column: Int?, reason: String)

  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .noReview: .nothingFound
    case .noFile: .noInput
    case .unreadableFile: .badData
    default: .wrongUsage
    }
  }

  /// What to say.
  package var explanation: Explanation {
    switch self {
    case .unreadableTime(let error):
      Explanation(
        whatHappened: "That time isn't one we can read (at character \(error.position + 1)).",
        dataSafety: "Nothing was changed.",
        nextStep: "Try 2026-12-24, tomorrow, friday 17:00, -3d or 2h ago.")
    case .futureTime:
      Explanation(
        whatHappened: "That time hasn't come yet, so there is nothing to look back to.",
        dataSafety: "Nothing was changed.",
        nextStep: "For what will be due, list with due.before: and a date.")
    case .unreadableQuery(let error):
      Explanation(
        whatHappened: "That query isn't one we can read (at character \(error.position + 1)): "
          + "\(error.problem.words)",
        dataSafety: "Nothing was changed.",
        nextStep: "Try words, tag:work, status:done, in:Garden, due.before:friday, or quotes.")
    case .unknownValue(let option, let known):
      Explanation(
        whatHappened: "\(option) doesn't know that value.", dataSafety: "Nothing was changed.",
        nextStep: "It can be \(known.joined(separator: ", ")).")
    case .missing(let what):
      Explanation(
        whatHappened: "Something is missing: \(what).", dataSafety: "Nothing was changed.",
        nextStep: "Add it, or see the command's --help for examples.")
    case .contradiction(let what):
      Explanation(
        whatHappened: "\(what).", dataSafety: "Nothing was changed.",
        nextStep: "See the command's --help for examples.")
    case .unknownCommand(let nearest, let parent):
      Explanation(
        whatHappened: "There is no such command.", dataSafety: "Nothing was changed.",
        nextStep: nearest.map { "Did you mean \(parent) \($0)?" }
          ?? "See \(parent) --help for all of them.")
    case .noReview:
      Explanation(
        whatHappened: "No review was made on this machine that could be undone.",
        dataSafety: "Nothing was changed.", nextStep: "See log for what happened lately.")
    case .noFile(let path):
      Explanation(
        whatHappened: "There is no file at \(path).", dataSafety: "Nothing was changed.",
        nextStep: "Check the name and try again.")
    case .unreadableFile(let path, let line, let column, let reason):
      Explanation(
        whatHappened: "\(Self.place(path, line, column)): \(reason).",
        dataSafety: "Nothing was changed.", nextStep: "Check the file and try again.")
    }
  }

  private static func place(_ path: String, _ line: Int?, _ column: Int?) -> String {
    [path, line.map { "\($0)" }, column.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
  }
}

extension QueryError.Problem {
  /// The problem in a few words.
  var words: String {
    switch self {
    case .unknownField: "that field isn't known."
    case .unknownComparison(let known): "after the dot goes \(known.joined(separator: ", "))."
    case .notComparable: "that field can't be compared."
    case .missingValue: "a value is missing."
    case .unknownValue(let known): "the value can be \(known.joined(separator: ", "))."
    case .invalidTime: "the time can't be read."
    case .unterminatedQuote: "a quote is never closed."
    case .danglingOr: "or needs something on both sides."
    case .danglingNot: "not needs something after it."
    case .unbalancedParenthesis: "a parenthesis has no partner."
    case .emptyGroup: "there is nothing between the parentheses."
    case .tooDeep: "there are too many parentheses inside each other."
    case .tooLong: "it is too long."
    }
  }
}
