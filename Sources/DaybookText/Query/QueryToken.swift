/// A piece of a query and where it began.
struct QueryToken {
  enum Kind: Hashable {
    case open
    case close
    /// A dash before a term.
    case negation
    /// The word that means the same.
    case not
    case or
    /// Stands between terms that are joined anyway.
    case and
    case word(String)
    case quoted(String)
    case field(QueryField)
  }

  let kind: Kind
  /// In characters.
  let position: Int
}

/// `name:value`, `name.comparison:value`, `name<value`, not yet understood.
struct QueryField: Hashable {
  /// Lowercased.
  let name: String
  /// Lowercased; nil without a dot.
  let comparison: String?
  /// `:`, `=`, `<`, `<=`, `>` or `>=`.
  let operation: String
  let value: String
  /// Of the value, in characters.
  let valuePosition: Int

  init(_ head: QueryFieldHead, value: String, valuePosition: Int) {
    name = head.name
    comparison = head.comparison
    operation = head.operation
    self.value = value
    self.valuePosition = valuePosition
  }
}
