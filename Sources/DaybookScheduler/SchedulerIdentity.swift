/// Under which algorithm and options a schedule was computed: what a stored schedule is labelled
/// with, so that one made otherwise is seen to be stale and computed again from the reviews.
///
/// From the highest bits down: 8 bits ``algorithm``, 8 bits ``version``, 48 bits digest of the
/// parameters and of every option that a schedule depends on. Two sets of options of one person
/// share a digest with a probability of 2^-48.
///
/// Another algorithm (FSRS-7: 34 parameters, two stabilities, fractional days) is another case of
/// ``Algorithm``, with parameters and a memory state of its own. What it shares with this one, the
/// grades, the steps and the study days, stays as it is, and so do all events: they hold reviews,
/// never memory states. Choosing it gives every schedule another identity, hence a rebuild.
package struct SchedulerIdentity: RawRepresentable, Hashable, Sendable {
  /// What computes memory states.
  ///
  /// Raw values are written to disk: never renumber or reuse one.
  package enum Algorithm: UInt8, CaseIterable, Sendable {
    case fsrs6 = 6
  }

  /// Written to disk with every schedule.
  package let rawValue: UInt64

  /// An identity that was stored, by whatever program.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  init(
    parameters: Parameters, learningSteps: [Int], relearningSteps: [Int],
    desiredRetention: Double, maximumInterval: Int, isFuzzed: Bool, formerSteps: StepCounts?
  ) {
    var mixer = WordMixer()
    for value in parameters.values { mixer.add(value) }
    mixer.add(learningSteps)
    mixer.add(relearningSteps)
    mixer.add(desiredRetention)
    mixer.add([maximumInterval, isFuzzed ? 1 : 0])
    if let formerSteps { mixer.add([formerSteps.learning, formerSteps.relearning]) }
    rawValue =
      UInt64(Parameters.algorithm.rawValue) << 56 | UInt64(Parameters.version) << 48
      | mixer.state >> 16
  }

  /// Nil for an algorithm that this program does not know.
  package var algorithm: Algorithm? { Algorithm(rawValue: UInt8(rawValue >> 56)) }

  /// The version of our implementation of the algorithm.
  package var version: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 48) }
}
