import DaybookText
import TestSupport
import Testing

private let queryParser = QueryFixtures.parser

struct `A query that cannot be read` {
  @Test(arguments: [
    ("foo:bar", QueryError.Problem.unknownField, 0), ("x tga:work", .unknownField, 2),
    ("prioritty<high", .unknownField, 0),
    ("tag:", .missingValue, 4), ("tag:\"\"", .missingValue, 4), ("\" \"", .missingValue, 0),
    ("due<", .missingValue, 4), ("tag<a", .notComparable, 0), ("tag.before:a", .notComparable, 0),
    ("due.before<friday", .notComparable, 0),
    ("due.bfore:friday", .unknownComparison(known: QueryParser.comparisonNames), 0),
    ("status:open", .unknownValue(known: QueryParser.statuses), 7),
    ("x kind:card", .unknownValue(known: QueryParser.kinds), 7),
    ("priority:urgent", .unknownValue(known: ["low", "normal", "high", "none", "any"]), 9),
    (
      "is:done",
      .unknownValue(known: ["conflict", "deleted", "suspended", "buried", "leech", "due"]), 3
    ),
    ("due<soon", .invalidTime(.unknownWord), 4), ("due<none", .invalidTime(.unknownWord), 4),
    ("created:none", .invalidTime(.unknownWord), 8),
    ("due<\"friday please\"", .invalidTime(.unexpectedWord), 12),
    ("due:2026-02-30", .invalidTime(.invalidDate), 4),
    ("x due:5m", .invalidTime(.ambiguousUnit), 6),
    ("x \"abc", .unterminatedQuote, 2), ("or", .danglingOr, 0), ("a or", .danglingOr, 2),
    ("a or or b", .danglingOr, 2), ("(or a)", .danglingOr, 1),
    ("a not", .danglingNot, 2), ("not or a", .danglingNot, 0), ("(a not not)", .danglingNot, 3),
    ("(a", .unbalancedParenthesis, 0), ("a )", .unbalancedParenthesis, 2),
    (")", .unbalancedParenthesis, 0), ("(", .unbalancedParenthesis, 0), ("x ()", .emptyGroup, 3),
    (String(repeating: "(", count: 65) + "a", .tooDeep, 64),
    (String(repeating: "a", count: 65_537), .tooLong, 0),
  ])
  func `says what is wrong and where`(text: String, problem: QueryError.Problem, position: Int) {
    #expect(throws: QueryError(problem, at: position)) { try queryParser.parse([text]) }
  }

  @Test func `counts places over all arguments`() {
    #expect(throws: QueryError(.unknownField, at: 11)) {
      try queryParser.parse(["tag:a", "milk", "foo:bar"])
    }
  }

  @Test func `may have 64 parentheses within each other`() throws {
    let text = String(repeating: "(", count: 64) + "a" + String(repeating: ")", count: 64)
    #expect(try queryParser.parse([text]) == .words("a"))
  }
}

struct `Any text as a query` {
  private static let pieces = [
    "(", ")", "-", "\"", "or", "and", " ", "  ", "tag:", "due<", "due.", "before", ":", "=", "<=",
    ">", "friday", "none", "is:", "due", "a", "\\", "\\\"", "é", "\u{301}", "İ", "\u{0}", "//",
    "https://", "in:My list", "🙂", "\n", "-7d", "created>",
  ]

  @Test func `is read or refused`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100_000 {
      let arguments = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        random.phrase(of: Self.pieces, count: 8, separator: "")
      }
      do {
        _ = try queryParser.parse(arguments)
      } catch {
        let length = arguments.reduce(0) { $0 + $1.count + 1 }
        #expect((0...length).contains(error.position))
      }
    }
  }
}
