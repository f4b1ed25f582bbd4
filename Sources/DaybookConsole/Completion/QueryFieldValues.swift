import Daybook

/// A field of a query with the values that can be offered behind it.
struct QueryFieldValues {
  /// Where the values come from.
  enum Values {
    case tags, collections, decks
    case known([String])
  }

  /// The field's name.
  let name: String
  /// What it is about.
  let remark: String
  /// What can stand behind it.
  let values: Values
}

/// The fields of a query about items.
enum ItemQueryFields {
  /// All of them.
  static let all =
    fixed + attributes + [
      QueryFieldValues(
        name: "due", remark: "is due", values: .known(["today", "tomorrow", "none"])),
      QueryFieldValues(
        name: "is", remark: "is in the state", values: .known(["due", "conflict", "deleted"])),
    ]

  private static let attributes = zip(ItemAttribute.all, QueryValues.ofItems.attributes).map {
    QueryFieldValues(name: $0.name, remark: $0.remark, values: .known($1.values))
  }

  private static let fixed = [
    QueryFieldValues(name: "tag", remark: "has the tag", values: .tags),
    QueryFieldValues(name: "in", remark: "is in the collection", values: .collections),
    QueryFieldValues(
      name: "status", remark: "stands at",
      values: .known(QueryParser.statuses)),
    QueryFieldValues(
      name: "kind", remark: "is a", values: .known(ItemKind.known.map(\.rawValue))),
  ]
}

/// The fields of a query about cards.
enum CardQueryFields {
  /// All of them.
  static let all = [
    QueryFieldValues(name: "deck", remark: "is in the deck", values: .decks),
    QueryFieldValues(
      name: "is", remark: "is in the state",
      values: .known(["due", "suspended", "buried", "leech", "conflict", "deleted"])),
  ]
}
