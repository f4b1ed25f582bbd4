import DaybookScheduler

/// What an answer tells of the phases of its card.
extension PlacedReview {
  /// Whether it came from another program.
  var isImported: Bool { answer.scheduled != nil }

  /// Whether it came from another program, where the card was on its first steps or new.
  var isImportedLearning: Bool {
    isImported && (answer.shown == .new || answer.shown == .learning)
  }

  /// Whether it came from another program and is no first answer, so that some before it are not
  /// known.
  var isOfCutHistory: Bool { isImported && !isImportedLearning }

  /// Whether it says itself on what it left its card: by the interval that another program gave
  /// it, or by how many steps there were here.
  private var saysOutcome: Bool { answer.steps != nil || answer.scheduled?.interval ?? 0 != 0 }

  /// What decides on the phase after it: the interval that another program gave it, else how many
  /// steps there were. Of answers that do not say that, how many the deck had before they were
  /// changed, or has.
  func phaseRule(in scheduler: Scheduler) -> CardSchedule.StepRule {
    if let interval = answer.scheduled?.interval, interval != 0 {
      return .known(staysOnSteps: interval < 0)
    }
    return .counts(answer.steps ?? scheduler.formerSteps ?? scheduler.stepCounts)
  }

  /// Whether nothing but it and the card it was given to is needed to tell the phase after it.
  ///
  /// A step that ends on another day has an interval of days in Anki's log, as a learned card has.
  func saysPhase(after grade: Grade, _ card: CardSchedule) -> Bool {
    if card.phase == .review, grade != .again { return true }
    if let interval = answer.scheduled?.interval, interval > 0 { return false }
    return saysOutcome || grade == .easy
  }

  /// Whether it was surely given by someone who knew of another answer, to a card as it was then:
  /// in the same log, in the same history that another program kept, or to a card that has moved
  /// on.
  func wasGivenAfter(_ other: PlacedReview, to card: CardSchedule) -> Bool {
    if isImported && other.isImported { return true }
    if event.replica == other.event.replica, event.sequence > other.event.sequence {
      return true
    }
    return answer.shown.phase != card.phase
  }
}
