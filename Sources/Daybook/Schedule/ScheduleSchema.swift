/// What is kept of cards.
extension ViewIndex {
  /// Card → its computed state.
  package static let cardState = ViewIndex("z")
  /// Deck, ``QueuePlace``, due or place among new cards, card → until when it is kept out.
  package static let queue = ViewIndex("q")
  /// Deck, study day → how much was studied.
  package static let tally = ViewIndex("y")
}

extension ViewName {
  /// What is computed of cards from their reviews and the options of their decks: no facts.
  package static let schedule = ViewName("schedule", number: 4)
}

extension ViewSchema {
  /// What is computed of cards from their reviews and the options of their decks.
  static let schedule = ViewSchema(
    name: .schedule,
    // 2: new cards in the order in which they were added, those of notes too.
    // 3: every row bears a check.
    // 4: phases are what they were when answers were given.
    codeVersion: 4, firstCheckedVersion: 3, factVersion: 0, rows: [],
    indexes: [.cardState, .queue, .tally], events: [])
}
