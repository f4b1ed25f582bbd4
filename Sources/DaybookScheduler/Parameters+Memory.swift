#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The formulas of FSRS-6, after "The Algorithm" in the wiki of open-spaced-repetition, with the
/// bounds of fsrs-rs 6.6.
extension Parameters {
  /// Days that stability is kept within. py-fsrs has no upper bound, fsrs-rs has this one.
  package static let stabilityRange = 0.001...36500.0

  /// What a review makes of a memory.
  ///
  /// - Parameters:
  ///   - state: Nil before the first review. Precondition: finite.
  ///   - elapsedDays: Whole study days since the previous review, 0 on the same day; less counts
  ///     as 0. The first review ignores it.
  /// - Returns: Stability 0.001...36500, difficulty 1...10.
  package func next(_ state: MemoryState?, grade: Grade, elapsedDays: Int) -> MemoryState {
    guard let state else {
      return MemoryState(
        stability: constants.initialStability[grade.index],
        difficulty: constants.initialDifficulty[grade.index])
    }
    precondition(state.isFinite, "a memory state is finite")
    let stability = Self.clamped(state.stability, to: Self.stabilityRange)
    let difficulty = Self.clamped(state.difficulty, to: 1...10)
    let next =
      elapsedDays <= 0
      ? sameDayStability(stability, grade: grade)
      : laterStability(stability, difficulty, grade: grade, elapsedDays: Double(elapsedDays))
    return MemoryState(
      stability: Self.clamped(next, to: Self.stabilityRange),
      difficulty: nextDifficulty(difficulty, grade: grade))
  }

  /// The probability of remembering, 0...1, `elapsedDays` (0 or more) after a review that left
  /// `stability` days.
  package func retrievability(elapsedDays: Double, stability: Double) -> Double {
    pow(1 + constants.factor * max(elapsedDays, 0) / stability, constants.decay)
  }

  /// Days until retrievability has fallen to `desiredRetention`, neither rounded nor clamped:
  /// `stability` days for 0.9, 0 for 1, infinity for 0.
  package func interval(stability: Double, desiredRetention: Double) -> Double {
    stability * intervalScale(desiredRetention: desiredRetention)
  }

  /// Days of interval for each day of stability.
  func intervalScale(desiredRetention: Double) -> Double {
    (pow(desiredRetention, 1 / constants.decay) - 1) / constants.factor
  }

  /// `intervalDays` rounded, half away from zero as Anki does, into 1...`maximumInterval`.
  package static func wholeDays(_ intervalDays: Double, maximumInterval: Int) -> Int {
    // Clamped before the conversion, which traps on infinity.
    Int(clamped(intervalDays.rounded(), to: 1...Double(maximumInterval)))
  }

  private func sameDayStability(_ stability: Double, grade: Grade) -> Double {
    let gain = constants.sameDayFactor[grade.index] * pow(stability, -constants.w19)
    return stability * (grade == .again ? gain : max(gain, 1))
  }

  private func laterStability(
    _ stability: Double, _ difficulty: Double, grade: Grade, elapsedDays: Double
  ) -> Double {
    let forgotten = 1 - retrievability(elapsedDays: elapsedDays, stability: stability)
    guard grade == .again else {
      let growth =
        constants.growthFactor[grade.index] * (11 - difficulty)
        * pow(stability, -constants.w9) * (exp(forgotten * constants.w10) - 1)
      return stability * (1 + growth)
    }
    let relearned =
      constants.w11 * pow(difficulty, -constants.w12)
      * (pow(stability + 1, constants.w13) - 1) * exp(forgotten * constants.w14)
    return min(relearned, stability / constants.lapseDivisor)
  }

  private func nextDifficulty(_ difficulty: Double, grade: Grade) -> Double {
    let moved = difficulty + (10 - difficulty) * constants.difficultyStep[grade.index]
    let reverted = constants.reversionTerm + (1 - constants.reversion) * moved
    return Self.clamped(reverted, to: 1...10)
  }

  static func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
