/// A kind word at the end of a session, chosen by rule: the same result, the same words.
package struct Encouragement: Equatable, Sendable {
  /// How many cards were answered.
  package let answered: Int
  /// How many of these with "again".
  package let forgotten: Int
  /// How many cards still wait.
  package let left: Int

  /// For a session's result.
  package init(answered: Int, forgotten: Int, left: Int) {
    self.answered = answered
    self.forgotten = forgotten
    self.left = left
  }

  /// How it went, the best first.
  enum Result: CaseIterable {
    case untouched, perfect, good, mixed, hard
  }

  var result: Result {
    if answered == 0 { return .untouched }
    if forgotten == 0 { return .perfect }
    if forgotten * 5 <= answered { return .good }
    return forgotten * 2 <= answered ? .mixed : .hard
  }

  /// One line: how it went, and what that means for what is left.
  package var line: String {
    switch result {
    case .untouched:
      left > 0 ? "Whenever you're ready." : "Nothing is waiting. Enjoy the free time."
    case .perfect: remembered + (left > 0 ? "" : " Nothing else is waiting.")
    case .good: "Well remembered; the few others come back soon."
    case .mixed: "Good work. What was hard gets easier each time."
    case .hard:
      left > 0
        ? "Those were hard ones. A pause may help; they will be here."
        : "Those were hard ones. Seeing them again is how they stick."
    }
  }

  private var remembered: String {
    switch answered {
    case 1: "Remembered. Nicely done."
    case ..<10: "All \(answered) remembered. Nicely done."
    default: "Every single one of \(answered) remembered. Wonderful."
    }
  }
}
