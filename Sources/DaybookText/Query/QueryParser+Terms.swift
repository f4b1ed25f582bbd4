extension QueryParser {
  /// The fields that there are beside attributes.
  private static let fieldNames = [
    "tag", "status", "kind", "in", "collection", "deck", "is", "due", "created", "edited",
  ]

  /// The values of `status:`.
  package static let statuses = ["inbox", "active", "done", "archived", Query.any]
  /// The values of `kind:`.
  package static let kinds = ["note", "task", "link"]
  /// What may follow the dot in `due.before:`.
  package static let comparisonNames = ["before", "after", "on", "onOrBefore", "onOrAfter"]

  /// What a field means.
  func term(_ field: QueryField, at position: Int) throws(QueryError) -> Query {
    let attribute = values.attributes.first { $0.name == field.name }
    guard attribute != nil || Self.fieldNames.contains(field.name) else {
      throw QueryError(.unknownField, at: position)
    }
    guard field.value.contains(where: { !$0.isWhitespace }) else {
      throw QueryError(.missingValue, at: field.valuePosition)
    }
    if let timeField = Query.TimeField(rawValue: field.name) {
      return try timeTerm(timeField, field, at: position)
    }
    guard field.comparison == nil, [":", "="].contains(field.operation) else {
      throw QueryError(.notComparable, at: position)
    }
    if let attribute { return .attribute(field.name, try value(field, of: attribute)) }
    switch field.name {
    case "tag": return .tag(field.value)
    case "in", "collection": return .collection(field.value)
    case "deck": return .deck(field.value)
    case "status": return .status(try value(field, of: values.statuses))
    case "kind": return .kind(try value(field, of: values.kinds))
    default: return .state(try state(field))
    }
  }

  private func value(_ field: QueryField, of known: [String]) throws(QueryError) -> String {
    let value = field.value.lowercased()
    guard let value = known.first(where: { $0.lowercased() == value }) else {
      throw QueryError(.unknownValue(known: known), at: field.valuePosition)
    }
    return value
  }

  private func value(
    _ field: QueryField, of attribute: QueryValues.Attribute
  ) throws(QueryError) -> String {
    let word = field.value.lowercased()
    if attribute.words == nil {
      return [Query.none, Query.any].contains(word) ? word : field.value
    }
    return try value(field, of: attribute.values)
  }

  private func state(_ field: QueryField) throws(QueryError) -> Query.StateTerm {
    guard let state = Query.StateTerm(rawValue: field.value.lowercased()) else {
      let known = Query.StateTerm.allCases.map(\.rawValue)
      throw QueryError(.unknownValue(known: known), at: field.valuePosition)
    }
    return state
  }

  private func timeTerm(
    _ timeField: Query.TimeField, _ field: QueryField, at position: Int
  ) throws(QueryError) -> Query {
    let comparison = try comparison(field, at: position)
    if timeField == .due && comparison == .on {
      switch field.value.lowercased() {
      case "none": return .timeNone(.due)
      case "any": return .timeAny(.due)
      default: break
      }
    }
    do {
      let parser = timeParser(timeField.direction)
      return .time(timeField, comparison, try parser.parse(field.value))
    } catch {
      throw QueryError(.invalidTime(error.problem), at: field.valuePosition + error.position)
    }
  }

  private func comparison(
    _ field: QueryField, at position: Int
  ) throws(QueryError) -> Query.Comparison {
    guard let name = field.comparison else {
      return switch field.operation {
      case "<": .before
      case "<=": .onOrBefore
      case ">": .after
      case ">=": .onOrAfter
      default: .on
      }
    }
    let found = Query.Comparison.allCases.first { $0.rawValue.lowercased() == name }
    guard let found else {
      throw QueryError(.unknownComparison(known: Self.comparisonNames), at: position)
    }
    guard [":", "="].contains(field.operation) else {
      throw QueryError(.notComparable, at: position)
    }
    return found
  }
}

extension Query.TimeField {
  /// Which way a time without a direction is meant: what is due lies ahead.
  var direction: TimeParser.Direction { self == .due ? .coming : .past }
}
