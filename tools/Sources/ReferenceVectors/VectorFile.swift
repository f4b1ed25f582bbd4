package import Foundation

/// A file of histories with what other implementations of FSRS-6 make of them.
///
/// `expected` comes from fsrs-rs (single precision), `expected_f64` from py-fsrs without steps,
/// `state_machine` from py-fsrs with steps. Every field may be absent; names are the file's.
package struct VectorFile: Decodable, Sendable {
  /// One answer.
  package struct Review: Decodable, Sendable {
    package let rating: UInt8
    package let elapsed_days: Int
    package let at: String?
  }
  /// The memory after a review.
  package struct Reference: Decodable, Sendable {
    package let stability: Double
    package let difficulty: Double
    package let interval_days: Int?
    package let interval_days_raw: Double?
  }
  /// Where a card stands after a review.
  package struct Placed: Decodable, Sendable {
    package let state: String
    package let step: Int?
    package let due_seconds: Double
  }
  /// What is remembered so many days after the last review.
  package struct Recall: Decodable, Sendable {
    package let days: Int
    package let value: Double
  }
  /// One card's history.
  package struct Case: Decodable, Sendable {
    package let id: Int?
    package let parameters: [Double]?
    package let desired_retention: Double?
    package let maximum_interval: Int?
    package let learning_steps_seconds: [Int]?
    package let relearning_steps_seconds: [Int]?
    package let reviews: [Review]?
    package let expected: [Reference]?
    package let expected_f64: [Reference]?
    package let state_machine: [Placed]?
    package let hits_stability_cap: Bool?
    package let retrievability: [Recall]?
    package let arrival_order: [Int]?
  }
  /// An SM-2 card and the memory that goes on from it.
  package struct Converted: Decodable, Sendable {
    package let parameters: [Double]
    package let ease_factor: Double
    package let interval: Double
    package let sm2_retention: Double
    package let stability: Double
    package let difficulty: Double
  }
  /// A list of parameters of an older version, completed.
  package struct Upgrade: Decodable, Sendable {
    package let input: [Double]
    package let output: [Double]
  }
  /// Parameters beyond their bounds and a history: pairs of rating and elapsed days, pairs of
  /// stability and difficulty.
  package struct OutOfRange: Decodable, Sendable {
    package let parameters: [Double]
    package let reviews: [[Int]]
    package let expected_after_clipping: [[Double]]
  }

  package let cases: [Case]?
  package let memory_state_from_sm2: [Converted]?
  package let parameter_upgrade: [Upgrade]?
  package let out_of_range_parameters: [OutOfRange]?

  /// Reads a file.
  ///
  /// - Throws: What kept it from being read, or ``VectorFileError/empty``.
  package init(reading data: Data) throws {
    self = try JSONDecoder().decode(VectorFile.self, from: data)
    let counts = [
      cases?.count, memory_state_from_sm2?.count, parameter_upgrade?.count,
      out_of_range_parameters?.count,
    ]
    guard counts.contains(where: { ($0 ?? 0) > 0 }) else { throw VectorFileError.empty }
  }
}

/// Why a file of vectors cannot be used.
package enum VectorFileError: Error, Equatable {
  /// It holds nothing to check.
  case empty
  /// A part of it contradicts itself or the format.
  case malformed(place: String, field: String)
}
