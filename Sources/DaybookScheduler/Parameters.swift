/// The 21 parameters of FSRS-6, within their bounds, with what follows from them precomputed.
///
/// Make one for a deck and use it for every review: making one costs about 20 calls of `exp`,
/// using it three.
package struct Parameters: Sendable {
  /// w0...w20, clipped.
  package let values: [Double]
  let constants: ModelConstants

  /// Which algorithm computes memory states from these values.
  package static let algorithm = SchedulerIdentity.Algorithm.fsrs6

  /// Raised whenever our implementation gives other numbers for the same reviews.
  package static let version: UInt8 = 1

  /// The published defaults of FSRS-6.
  package static let `default` = Parameters(clipped: defaultValues)

  /// Accepts what FSRS versions 4 to 6 have written: 17 (FSRS-4.5), 19 (FSRS-5) or 21 values, or
  /// none for the defaults. Older lists are upgraded, then every value is clipped to its bounds.
  ///
  /// - Parameter relearningStepCount: With more than one step, w17 and w18 are bounded so that
  ///   passing all steps after a lapse cannot lift stability above its old value.
  /// - Throws: ``SchedulingError/parameterCount(_:)`` or
  ///   ``SchedulingError/parameterNotFinite(index:)``.
  package init(
    validating candidate: [Double], relearningStepCount: Int = 1
  ) throws(SchedulingError) {
    let complete = try Self.upgraded(candidate)
    if let index = candidate.firstIndex(where: { !$0.isFinite }) {
      throw .parameterNotFinite(index: index)
    }
    self.init(clipped: Self.clipped(complete, relearningStepCount: relearningStepCount))
  }

  private init(clipped values: [Double]) {
    self.values = values
    constants = ModelConstants(values)
  }
}

extension Parameters: Hashable {
  /// Two parameter sets are the same if their 21 values are.
  package static func == (left: Parameters, right: Parameters) -> Bool {
    left.values == right.values
  }

  /// Hashes the 21 values.
  package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
