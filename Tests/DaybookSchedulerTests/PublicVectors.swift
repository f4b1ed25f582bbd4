import Foundation

/// The vector file that fsrs-rs and py-fsrs wrote, if this checkout stands beside it.
struct PublicVectors: Decodable {
  struct Review: Decodable {
    let rating: UInt8
    let elapsed_days: Int
    let at: String
  }
  struct Reference: Decodable {
    let stability: Double
    let difficulty: Double
    let interval_days: Int
    let interval_days_raw: Double?
  }
  struct Placed: Decodable {
    let state: String
    let step: Int?
    let due_seconds: Double
  }
  struct Recall: Decodable {
    let days: Int
    let value: Double
  }
  struct Case: Decodable {
    let id: Int
    let parameters: [Double]
    let desired_retention: Double
    let maximum_interval: Int
    let learning_steps_seconds: [Int]
    let relearning_steps_seconds: [Int]
    let reviews: [Review]
    let expected: [Reference]
    let expected_f64: [Reference]
    let state_machine: [Placed]
    let hits_stability_cap: Bool
    let retrievability: [Recall]
    let arrival_order: [Int]?
  }
  struct Converted: Decodable {
    let parameters: [Double]
    let ease_factor: Double
    let interval: Double
    let sm2_retention: Double
    let stability: Double
    let difficulty: Double
  }
  struct Upgrade: Decodable {
    let input: [Double]
    let output: [Double]
  }
  struct OutOfRange: Decodable {
    let parameters: [Double]
    let reviews: [[Int]]
    let expected_after_clipping: [[Double]]
  }

  let cases: [Case]
  let memory_state_from_sm2: [Converted]
  let parameter_upgrade: [Upgrade]
  let out_of_range_parameters: [OutOfRange]

  static let missing = "no shared/vectors/fsrs6-public.json beside this checkout"

  /// `shared/vectors/fsrs6-public.json` in the nearest folder above this file that has one.
  static let url: URL? = {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("shared/vectors/fsrs6-public.json")
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return nil
  }()

  static func load() throws -> PublicVectors {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return try JSONDecoder().decode(PublicVectors.self, from: Data(contentsOf: url))
  }
}

/// Whether two numbers agree to a relative tolerance.
func isClose(_ left: Double, _ right: Double, within tolerance: Double) -> Bool {
  abs(left - right) <= tolerance * max(abs(left), abs(right))
}
