#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Defaults, bounds and upgrades as in fsrs-rs 6.6 (`inference.rs`, `parameter_clipper.rs`,
/// `model.rs check_and_fill_parameters`).
extension Parameters {
  /// w0...w20 as published with FSRS-6.
  static let defaultValues = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]

  /// The least value of each parameter.
  package static let lowerBounds = [
    0.001, 0.001, 0.001, 0.001, 1, 0.001, 0.001, 0.001, 0, 0, 0.001,
    0.001, 0.001, 0.001, 0, 0, 1, 0, 0, 0, 0.1,
  ]

  /// The greatest value of each parameter, with one relearning step or none.
  package static let upperBounds = [
    100, 100, 100, 100, 10, 4, 4, 0.75, 4.5, 0.8, 3.5,
    5, 0.25, 0.9, 4, 1, 6, 2, 2, 0.8, 0.8,
  ]

  /// Completes the parameters of FSRS-4.5 and FSRS-5 so that they give the same schedule; the
  /// result is not yet clipped.
  ///
  /// - Throws: ``SchedulingError/parameterCount(_:)``.
  package static func upgraded(_ values: [Double]) throws(SchedulingError) -> [Double] {
    let version5Decay = 0.5
    switch values.count {
    case 0: return defaultValues
    case 17:
      var complete = values + [0, 0, 0, version5Decay]
      let slope = values[5]
      complete[4] += 2 * slope
      // Outside the logarithm's domain the value is below the lower bound in any case.
      complete[5] = log(max(3 * slope + 1, 0.001)) / 3
      complete[6] += 0.5
      return complete
    case 19: return values + [0, version5Decay]
    case 21: return values
    default: throw .parameterCount(values.count)
    }
  }

  /// Moves every value into its bounds.
  static func clipped(_ values: [Double], relearningStepCount: Int) -> [Double] {
    var clipped = values.indices.map { min(max(values[$0], lowerBounds[$0]), upperBounds[$0]) }
    guard relearningStepCount > 1 else { return clipped }
    let ceiling = shortTermCeiling(clipped, relearningStepCount: relearningStepCount)
    clipped[17] = min(clipped[17], ceiling)
    clipped[18] = min(clipped[18], ceiling)
    return clipped
  }

  /// Upper bound of w17 and w18: after a lapse at D = 1, S = 1, R = 0.7, as many Good answers as
  /// there are steps lead to at most the old stability.
  private static func shortTermCeiling(_ w: [Double], relearningStepCount: Int) -> Double {
    let lapse = log(w[11]) + log(pow(2, w[13]) - 1) + 0.3 * w[14]
    return min(2, sqrt(max(0.01, -lapse / Double(relearningStepCount))))
  }
}
