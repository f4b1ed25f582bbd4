/// Fuzz as Anki 26 has it (`rslib/src/scheduler/states/fuzz.rs`, `review.rs`): cards learned
/// together come due on different days.
extension Scheduler {
  /// Whole days until a card of this `stability` comes due, with fuzz if this scheduler has it.
  ///
  /// - Parameters:
  ///   - previous: The interval that the review ended, in days; 0 for none.
  ///   - fuzz: Nil for the exact interval.
  /// - Returns: A day of ``fuzzRange(interval:minimum:)`` or, without fuzz,
  ///   ``intervalDays(stability:)``; 1...``maximumInterval``.
  package func intervalDays(stability: Double, previous: Int, fuzz: FuzzSeed?) -> Int {
    guard isFuzzed, let fuzz else { return intervalDays(stability: stability) }
    let interval = stability * intervalScale
    return fuzz.day(
      in: fuzzRange(
        interval: interval, minimum: minimumFuzzed(interval: interval, previous: previous)))
  }

  /// The days that fuzz chooses from.
  ///
  /// - Parameters:
  ///   - interval: The exact interval in days, not yet rounded. Precondition: not NaN.
  ///   - minimum: The least day to choose; above ``maximumInterval`` it counts as that.
  /// - Returns: The rounded interval alone if it is below 2.5 days; otherwise 1 day or more to both
  ///   sides of it: 15 % of what is above 2.5 days, 10 % above 7, 5 % above 20. Where that leaves
  ///   but one day above the second, the one after it as well.
  package func fuzzRange(interval: Double, minimum: Int = 1) -> ClosedRange<Int> {
    let minimum = min(max(minimum, 1), maximumInterval)
    let within = Double(minimum)...Double(maximumInterval)
    // Clamped before the days are computed, so that cards at the maximum are spread below it.
    let interval = Parameters.clamped(interval, to: 1...Double(maximumInterval))
    let delta = Self.fuzzDelta(interval: interval)
    let lower = Int(Parameters.clamped((interval - delta).rounded(), to: within))
    let upper = Int(Parameters.clamped((interval + delta).rounded(), to: within))
    let isNarrow = upper == lower && upper > 2 && upper < maximumInterval
    return lower...(isNarrow ? upper + 1 : upper)
  }

  /// The least day to choose for a reviewed card, so that fuzz never shortens an interval that
  /// grows: one day more than `previous` if the exact interval is longer; `previous` if fuzz can
  /// reach it; else 1.
  func minimumFuzzed(interval: Double, previous: Int) -> Int {
    guard interval.rounded() <= Double(previous) else {
      return min(previous, maximumInterval).addingSaturated(1)
    }
    return previous <= fuzzRange(interval: interval).upperBound ? max(previous, 1) : 1
  }

  /// How many days a choice may be off to either side.
  private static func fuzzDelta(interval: Double) -> Double {
    guard interval >= 2.5 else { return 0 }
    let first = min(interval, 7) - 2.5
    let second = max(min(interval, 20) - 7, 0)
    let third = max(interval - 20, 0)
    return 1 + 0.15 * first + 0.1 * second + 0.05 * third
  }
}
