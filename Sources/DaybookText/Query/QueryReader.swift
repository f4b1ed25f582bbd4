/// Puts tokens together into a tree.
struct QueryReader {
  /// What a field at a position means.
  typealias Understand = (QueryField, Int) throws(QueryError) -> Query

  private let tokens: [QueryToken]
  private var index = 0
  /// Where an error at the end of the text is.
  private let end: Int

  init(_ tokens: [QueryToken], end: Int) {
    self.tokens = tokens
    self.end = end
  }

  /// The query that all tokens make.
  mutating func query(understand: Understand) throws(QueryError) -> Query {
    let query = try alternatives(depth: 0, understand)
    guard next == nil else { throw QueryError(.unbalancedParenthesis, at: position) }
    return query
  }

  private var next: QueryToken.Kind? { index < tokens.count ? tokens[index].kind : nil }
  private var position: Int { index < tokens.count ? tokens[index].position : end }

  private mutating func alternatives(
    depth: Int, _ understand: Understand
  ) throws(QueryError) -> Query {
    var alternatives = [try terms(depth: depth, understand)]
    while next == .or {
      let orPosition = position
      index += 1
      if next == nil || next == .close || next == .or {
        throw QueryError(.danglingOr, at: orPosition)
      }
      alternatives.append(try terms(depth: depth, understand))
    }
    return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
  }

  private mutating func terms(depth: Int, _ understand: Understand) throws(QueryError) -> Query {
    var terms: [Query] = []
    while let kind = next, kind != .close, kind != .or {
      if kind == .and && !terms.isEmpty && isTermAfterNext {
        index += 1
      }
      terms.append(try term(depth: depth, understand))
    }
    if terms.isEmpty {
      let problem: QueryError.Problem =
        switch next {
        case .or: .danglingOr
        case .close where depth == 0: .unbalancedParenthesis
        case .close: .emptyGroup
        default: .unbalancedParenthesis
        }
      throw QueryError(problem, at: position)
    }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  /// Whether the token after this one begins a term.
  private var isTermAfterNext: Bool {
    guard index + 1 < tokens.count else { return false }
    let kind = tokens[index + 1].kind
    return kind != .or && kind != .close
  }

  private mutating func term(depth: Int, _ understand: Understand) throws(QueryError) -> Query {
    guard index < tokens.count else { throw QueryError(.unbalancedParenthesis, at: end) }
    let token = tokens[index]
    index += 1
    switch token.kind {
    case .negation: return .not(try term(depth: depth, understand))
    case .not: return try negated(from: token.position, depth: depth, understand)
    case .open: return try group(openedAt: token.position, depth: depth + 1, understand)
    case .word(let word): return .words(word)
    case .quoted(let phrase): return .phrase(phrase)
    case .field(let field): return try understand(field, token.position)
    case .and: return .words("and")
    case .or: return .words("or")
    case .close: throw QueryError(.unbalancedParenthesis, at: token.position)
    }
  }

  /// What follows one `not`, or several: any number of them takes no depth.
  private mutating func negated(
    from start: Int, depth: Int, _ understand: Understand
  ) throws(QueryError) -> Query {
    var isNegated = true
    while next == .not {
      index += 1
      isNegated.toggle()
    }
    guard let kind = next, kind != .or, kind != .close else {
      throw QueryError(.danglingNot, at: start)
    }
    let query = try term(depth: depth, understand)
    return isNegated ? .not(query) : query
  }

  private mutating func group(
    openedAt start: Int, depth: Int, _ understand: Understand
  ) throws(QueryError) -> Query {
    guard depth <= QueryParser.depthLimit else { throw QueryError(.tooDeep, at: start) }
    guard next != nil else { throw QueryError(.unbalancedParenthesis, at: start) }
    let query = try alternatives(depth: depth, understand)
    guard next == .close else { throw QueryError(.unbalancedParenthesis, at: start) }
    index += 1
    return query
  }
}
