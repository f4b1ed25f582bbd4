#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the formulas of FSRS-6 need and what depends on the parameters alone.
///
/// Tables of four are indexed by ``Grade/index``. `w` is the published numbering.
struct ModelConstants: Sendable {
  /// Exponent of the forgetting curve, -w20.
  let decay: Double
  /// Chosen so that retrievability is 0.9 after as many days as the stability.
  let factor: Double

  /// Stability after the first review.
  let initialStability: SIMD4<Double>
  /// Difficulty after the first review.
  let initialDifficulty: SIMD4<Double>

  /// Stability is multiplied by this, times S^-w19, at a second review on one day.
  let sameDayFactor: SIMD4<Double>
  /// exp(w8), times w15 for Hard and w16 for Easy.
  let growthFactor: SIMD4<Double>
  /// A lapse leaves at most the old stability divided by this.
  let lapseDivisor: Double

  /// How far a grade moves difficulty, for each point that is left to 10.
  let difficultyStep: SIMD4<Double>
  /// Part of difficulty that reverts to the mean at each review, w7.
  let reversion: Double
  /// w7 times the unclamped first difficulty of Easy.
  let reversionTerm: Double

  let w8Exponential: Double
  let w9: Double
  let w10: Double
  let w11: Double
  let w12: Double
  let w13: Double
  let w14: Double
  let w19: Double

  /// - Parameter w: 21 values within their bounds.
  init(_ w: [Double]) {
    precondition(w.count == 21, "FSRS-6 has 21 parameters")
    decay = -w[20]
    factor = pow(0.9, 1 / decay) - 1

    let grades = SIMD4<Double>(1, 2, 3, 4)
    let difficulties = grades.map { w[4] - exp(w[5] * ($0 - 1)) + 1 }
    initialStability = SIMD4(w[0], w[1], w[2], w[3])
    initialDifficulty = difficulties.clamped(
      lowerBound: .init(repeating: 1), upperBound: .init(repeating: 10))

    sameDayFactor = grades.map { exp(w[17] * ($0 - 3 + w[18])) }
    w8Exponential = exp(w[8])
    growthFactor = SIMD4(1, w[15], 1, w[16]) * w8Exponential
    lapseDivisor = exp(w[17] * w[18])

    difficultyStep = grades.map { -w[6] * ($0 - 3) / 9 }
    reversion = w[7]
    reversionTerm = w[7] * difficulties[Grade.easy.index]

    w9 = w[9]
    w10 = w[10]
    w11 = w[11]
    w12 = w[12]
    w13 = w[13]
    w14 = w[14]
    w19 = w[19]
  }
}

extension SIMD4<Double> {
  /// One value for each of the four grades.
  fileprivate func map(_ transform: (Double) -> Double) -> SIMD4<Double> {
    SIMD4(transform(self[0]), transform(self[1]), transform(self[2]), transform(self[3]))
  }
}
