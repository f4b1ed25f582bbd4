#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Parameters {
  /// The memory state that continues an SM-2 schedule (fsrs-rs `memory_state_from_sm2`): a card
  /// whose interval was chosen for `retention`, and whose ease is the growth of the next Good.
  ///
  /// - Parameters:
  ///   - easeFactor: 2.5 for Anki's default, 1.3 or more.
  ///   - intervalDays: The last interval; less than 0.001 counts as 0.001.
  ///   - retention: The retention that the old schedule reached, above 0 and below 1; usually 0.9.
  /// - Throws: ``SchedulingError/memoryStateNotConvertible`` if the result is not finite.
  package func memoryState(
    easeFactor: Double, intervalDays: Double, retention: Double
  ) throws(SchedulingError) -> MemoryState {
    guard easeFactor.isFinite, intervalDays.isFinite, retention > 0, retention < 1 else {
      throw .memoryStateNotConvertible
    }
    let days = max(intervalDays, Self.stabilityRange.lowerBound)
    let stability = days / intervalScale(desiredRetention: retention)
    let growth =
      constants.w8Exponential * pow(stability, -constants.w9)
      * (exp((1 - retention) * constants.w10) - 1)
    let state = MemoryState(stability: stability, difficulty: 11 - (easeFactor - 1) / growth)
    guard state.isFinite, stability > 0 else { throw .memoryStateNotConvertible }
    return MemoryState(
      stability: stability, difficulty: Self.clamped(state.difficulty, to: 1...10))
  }

  /// The memory state of a card whose difficulty is known and whose interval was chosen for
  /// `retention`.
  ///
  /// - Parameters:
  ///   - difficulty: Clamped to 1...10.
  ///   - intervalDays: The last interval, above 0.
  ///   - retention: Above 0 and below 1.
  /// - Throws: ``SchedulingError/memoryStateNotConvertible`` if the result is not finite.
  package func memoryState(
    difficulty: Double, intervalDays: Double, retention: Double
  ) throws(SchedulingError) -> MemoryState {
    guard difficulty.isFinite, intervalDays > 0, retention > 0, retention < 1 else {
      throw .memoryStateNotConvertible
    }
    let stability = intervalDays / intervalScale(desiredRetention: retention)
    guard stability.isFinite, stability > 0 else { throw .memoryStateNotConvertible }
    return MemoryState(
      stability: Self.clamped(stability, to: Self.stabilityRange),
      difficulty: Self.clamped(difficulty, to: 1...10))
  }
}
