import DaybookEvents
import DaybookScheduler
import LMDB

/// How many steps a deck had before they were changed for the first time since answers say how many
/// there are: what those before it were given under. It is kept as an option that nobody sets.
extension DeckOptionValue {
  /// Written to disk: never another.
  static let formerStepsName = "formerSteps"

  /// What is to be kept.
  init(formerSteps counts: StepCounts) {
    self.init(name: Self.formerStepsName, value: "\(counts.learning) \(counts.relearning)")
  }

  /// The numbers that it says; nil for another option.
  var formerSteps: StepCounts? {
    guard name == Self.formerStepsName else { return nil }
    let counts = value.split(separator: " ").compactMap { Int($0) }
    return counts.count == 2 ? StepCounts(learning: counts[0], relearning: counts[1]) : nil
  }
}

extension Moment {
  /// What is to be kept of a deck's steps when options of it are written; nil where they stay as
  /// they are, where it is kept already, or where every answer says how many steps there were.
  func formerSteps(
    of deck: EntityID, _ record: Record, changing names: [String],
    _ transaction: borrowing ReadTransaction
  ) throws -> DeckOptionValue? {
    let steps: [DeckOptionName] = [.learningSteps, .relearningSteps]
    let options = DeckOptions(record)
    guard steps.contains(where: { names.contains($0.rawValue) }), options.formerSteps == nil else {
      return nil
    }
    let isNeeded = try cards(in: deck, transaction).contains { card in
      try reviews(of: card, transaction).contains {
        $0.answer.steps == nil && !$0.isImported && $0.answer.shown != .cram
      }
    }
    return isNeeded ? DeckOptionValue(formerSteps: options.scheduler.stepCounts) : nil
  }
}
