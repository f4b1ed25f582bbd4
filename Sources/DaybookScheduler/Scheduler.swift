/// What a deck has chosen about scheduling, checked, with its parameters.
package struct Scheduler: Hashable, Sendable {
  /// The parameters that memory states are computed with.
  package let parameters: Parameters
  /// Steps of a new card, in seconds; empty for none.
  package let learningSteps: [Int]
  /// Steps after a lapse, in seconds; empty for none.
  package let relearningSteps: [Int]
  /// How many steps there were when those answers were given that do not say it; nil for as many
  /// as now.
  package let formerSteps: StepCounts?
  /// The retrievability at which a card comes due, above 0 and below 1.
  package let desiredRetention: Double
  /// The longest interval, 1...36500 days.
  package let maximumInterval: Int
  /// Whether reviews are spread over the days near their interval; see ``FuzzSeed``.
  package let isFuzzed: Bool
  /// Under which algorithm and options a stored schedule was computed; see ``SchedulerIdentity``.
  package let identity: SchedulerIdentity
  /// Days of interval for each day of stability, at the desired retention.
  let intervalScale: Double

  /// Default parameters, steps of 1 and 10 minutes, 10 minutes after a lapse, retention 0.9, no
  /// fuzz.
  package static let `default` = Scheduler(
    checked: .default, learningSteps: [60, 600], relearningSteps: [600], desiredRetention: 0.9,
    maximumInterval: 36500, isFuzzed: false)

  /// - Throws: ``SchedulingError/desiredRetentionOutOfRange``,
  ///   ``SchedulingError/maximumIntervalOutOfRange(days:)`` or
  ///   ``SchedulingError/stepsOutOfRange``.
  package init(
    parameters: Parameters = .default, learningSteps: [Int] = [60, 600],
    relearningSteps: [Int] = [600], desiredRetention: Double = 0.9, maximumInterval: Int = 36500,
    isFuzzed: Bool = false, formerSteps: StepCounts? = nil
  ) throws(SchedulingError) {
    guard desiredRetention > 0, desiredRetention < 1 else { throw .desiredRetentionOutOfRange }
    guard (1...36500).contains(maximumInterval) else {
      throw .maximumIntervalOutOfRange(days: maximumInterval)
    }
    for steps in [learningSteps, relearningSteps] {
      guard steps.count <= StepCounts.limit,
        steps.allSatisfy({ (1...31_536_000).contains($0) })
      else {
        throw .stepsOutOfRange
      }
    }
    self.init(
      checked: parameters, learningSteps: learningSteps, relearningSteps: relearningSteps,
      desiredRetention: desiredRetention, maximumInterval: maximumInterval, isFuzzed: isFuzzed,
      formerSteps: formerSteps)
  }

  private init(
    checked parameters: Parameters, learningSteps: [Int], relearningSteps: [Int],
    desiredRetention: Double, maximumInterval: Int, isFuzzed: Bool,
    formerSteps: StepCounts? = nil
  ) {
    self.parameters = parameters
    self.learningSteps = learningSteps
    self.relearningSteps = relearningSteps
    self.desiredRetention = desiredRetention
    self.maximumInterval = maximumInterval
    self.isFuzzed = isFuzzed
    self.formerSteps = formerSteps
    intervalScale = parameters.intervalScale(desiredRetention: desiredRetention)
    identity = SchedulerIdentity(
      parameters: parameters, learningSteps: learningSteps, relearningSteps: relearningSteps,
      desiredRetention: desiredRetention, maximumInterval: maximumInterval, isFuzzed: isFuzzed,
      formerSteps: formerSteps)
  }

  /// Whole days until a card of this `stability` comes due, 1...``maximumInterval``.
  package func intervalDays(stability: Double) -> Int {
    Parameters.wholeDays(stability * intervalScale, maximumInterval: maximumInterval)
  }
}
