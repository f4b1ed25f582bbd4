/// Reads the query language of `list`, `card list` and the web page.
///
/// ```
/// words "a phrase" tag:work -tag:home in:"My list" status:active
/// due<friday due.before:friday due:none created>-7d is:conflict (tag:a or tag:b)
/// ```
/// Terms side by side must all hold; `or` binds weaker, `-` and `not` stronger.
package struct QueryParser: Sendable {
  /// How deep parentheses may be nested.
  package static let depthLimit = 64
  /// How long a query may be, in bytes of UTF-8.
  package static let byteLimit = 65_536

  /// Makes the parser of times: ``TimeParser/Direction/coming`` for due, past for all else.
  let timeParser: @Sendable (TimeParser.Direction) -> TimeParser

  /// What statuses, kinds and priorities there are.
  let values: QueryValues

  /// A parser whose times are read by what `timeParser` makes for their direction.
  package init(
    values: QueryValues = QueryValues(),
    timeParser: @escaping @Sendable (TimeParser.Direction) -> TimeParser
  ) {
    self.values = values
    self.timeParser = timeParser
  }

  /// The query of a command's arguments, joined by spaces.
  ///
  /// A shell takes the quotes off `in:"My list"` and `due<"next friday"`. So an argument that
  /// begins with a tag, collection, deck or time field is one term, its value everything after the
  /// operator, if it has spaces and nothing else of a query in it (another field, a quote, a
  /// parenthesis, `or`, `-`) and, for a time, if all of it is one.
  ///
  /// - Returns: ``Query/all`` for no argument, or white space alone.
  /// - Throws: ``QueryError`` with the place of what could not be read.
  package func parse(_ arguments: [String]) throws(QueryError) -> Query {
    guard arguments.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.byteLimit + 1 else {
      throw QueryError(.tooLong, at: 0)
    }
    var tokens: [QueryToken] = []
    var position = 0
    var pending: (text: String, base: Int)?
    for argument in arguments {
      if isOneTerm(argument) {
        if let text = pending { tokens += try QueryLexer.tokens(text.text, base: text.base) }
        pending = nil
        tokens += try QueryLexer.tokens(argument, base: position, isOneTerm: true)
      } else {
        pending = pending.map { ($0.text + " " + argument, $0.base) } ?? (argument, position)
      }
      position += argument.count + 1
    }
    if let text = pending { tokens += try QueryLexer.tokens(text.text, base: text.base) }
    return try parse(tokens, end: max(0, position - 1))
  }

  /// The query that `text` is, as typed into one field of a page.
  ///
  /// - Throws: ``QueryError`` with the place of what could not be read.
  package func parse(text: String) throws(QueryError) -> Query {
    guard text.utf8.count <= Self.byteLimit else { throw QueryError(.tooLong, at: 0) }
    return try parse(QueryLexer.tokens(text, base: 0), end: text.count)
  }

  private func isOneTerm(_ argument: String) -> Bool {
    guard argument.contains(where: \.isWhitespace),
      !argument.contains(where: { "\"()".contains($0) })
    else { return false }
    let term = Array(argument.first == "-" ? argument.dropFirst() : argument[...])
    guard let head = QueryFieldHead(term[...]) else { return false }

    let isSeparate = { (word: Substring) in
      word.lowercased() == "or" || word.count > 1 && word.first == "-"
        || QueryFieldHead(Array(word)[...]) != nil
    }
    let value = String(term.dropFirst(head.count))
    let others = value.split(whereSeparator: \.isWhitespace).dropFirst()
    guard !others.contains(where: isSeparate) else { return false }
    if let field = Query.TimeField(rawValue: head.name) {
      // What is no time as a whole is read as a time and words after it.
      return (try? timeParser(field.direction).parse(value)) != nil
    }
    return ["tag", "in", "collection", "deck"].contains(head.name)
  }

  private func parse(_ tokens: [QueryToken], end: Int) throws(QueryError) -> Query {
    guard !tokens.isEmpty else { return .all }
    var reader = QueryReader(tokens, end: end)
    return try reader.query { (field, position) throws(QueryError) in
      try self.term(field, at: position)
    }
  }
}
