/// The views there are.
package enum ViewName: String, CaseIterable, Sendable {
  case items, collections, decks
  /// Things of programs that embed Daybook.
  case custom
  /// What is computed of cards from their reviews and the options of their decks: no facts.
  case schedule

  /// The views that events fold into, and whose rows are facts.
  package static let ofFacts: [ViewName] = [.items, .collections, .decks, .custom]
}

extension ViewName {
  /// What the view is.
  package var schema: ViewSchema { Schema.schema(of: self) }
}
