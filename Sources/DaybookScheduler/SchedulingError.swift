/// Numbers that FSRS cannot work with.
package enum SchedulingError: Error, Hashable, Sendable {
  /// A parameter list has 0, 17, 19 or 21 values; this one has `count`.
  case parameterCount(Int)
  /// The parameter at `index` (0...20) is infinite or not a number.
  case parameterNotFinite(index: Int)
  /// An SM-2 state that no FSRS memory state corresponds to.
  case memoryStateNotConvertible
  /// Desired retention is above 0 and below 1.
  case desiredRetentionOutOfRange
  /// The longest interval is 1...36500 days.
  case maximumIntervalOutOfRange(days: Int)
  /// There are at most 32 steps of 1...31,536,000 seconds (a year) each.
  case stepsOutOfRange
}
