/// Cuts the text of a query into tokens.
struct QueryLexer {
  private let text: [Character]
  private var index = 0
  private let base: Int
  private var depth = 0
  private var tokens: [QueryToken] = []

  /// - Parameter base: Where the text begins, in characters, for the places of tokens.
  private init(_ text: String, base: Int) {
    self.text = Array(text)
    self.base = base
  }

  /// The tokens of `text`, which begins `base` characters into the whole query.
  ///
  /// - Parameter isOneTerm: Whether the value of a field at its start goes on to the end.
  static func tokens(
    _ text: String, base: Int, isOneTerm: Bool = false
  ) throws(QueryError) -> [QueryToken] {
    var lexer = QueryLexer(text, base: base)
    while lexer.skipSpace() { try lexer.readToken(isOneTerm: isOneTerm) }
    return lexer.tokens
  }

  private var next: Character? { index < text.count ? text[index] : nil }
  private var position: Int { base + index }

  /// Whether anything follows.
  private mutating func skipSpace() -> Bool {
    while let character = next, character.isWhitespace { index += 1 }
    return index < text.count
  }

  private mutating func append(_ kind: QueryToken.Kind, at position: Int) {
    tokens.append(QueryToken(kind: kind, position: position))
  }

  private mutating func readToken(isOneTerm: Bool) throws(QueryError) {
    var start = position
    let isNegated = next == "-" && index + 1 < text.count && !text[index + 1].isWhitespace
    if isNegated {
      append(.negation, at: start)
      index += 1
      start = position
    }
    switch next {
    case "(":
      index += 1
      depth += 1
      append(.open, at: start)
    case ")":
      index += 1
      depth -= 1
      append(.close, at: start)
    case "\"":
      append(.quoted(try quoted()), at: start)
    default:
      if let field = try field(isOneTerm: isOneTerm) {
        append(.field(field), at: start)
      } else {
        let word = word()
        switch word.lowercased() {
        case "or": append(.or, at: start)
        case "and": append(.and, at: start)
        case "not" where !isNegated: append(.not, at: start)
        default: append(.word(word), at: start)
        }
      }
    }
  }

  /// To the closing quote; `\"` is a quote inside.
  private mutating func quoted() throws(QueryError) -> String {
    let start = position
    index += 1
    var value = ""
    while let character = next {
      index += 1
      if character == "\"" {
        guard value.contains(where: { !$0.isWhitespace }) else {
          throw QueryError(.missingValue, at: start)
        }
        return value
      }
      if character == "\\" && next == "\"" {
        value.append("\"")
        index += 1
      } else {
        value.append(character)
      }
    }
    throw QueryError(.unterminatedQuote, at: start)
  }

  /// To white space, or to a parenthesis that closes a group. Parentheses that open and close
  /// inside the word belong to it, as in `f(x)`.
  private mutating func word() -> String {
    var word = ""
    var opened = 0
    while let character = next, !character.isWhitespace {
      if character == "(" { opened += 1 }
      if character == ")" {
        if opened == 0 && depth > 0 { break }
        opened = max(0, opened - 1)
      }
      word.append(character)
      index += 1
    }
    return word
  }

  private mutating func field(isOneTerm: Bool) throws(QueryError) -> QueryField? {
    guard let head = QueryFieldHead(text[index...]) else { return nil }
    index += head.count
    if isOneTerm {
      guard skipSpace() else { return QueryField(head, value: "", valuePosition: position) }
      let start = position
      let end = text.lastIndex { !$0.isWhitespace } ?? index
      defer { index = text.count }
      return QueryField(head, value: String(text[index...end]), valuePosition: start)
    }
    let isQuoted = next == "\""
    let start = isQuoted ? position + 1 : position
    return QueryField(head, value: isQuoted ? try quoted() : word(), valuePosition: start)
  }
}
