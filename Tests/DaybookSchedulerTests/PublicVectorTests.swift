import DaybookScheduler
import Foundation
import Testing

@Suite(.enabled(if: PublicVectors.url != nil, "\(PublicVectors.missing)"))
struct `Reference vectors` {
  let vectors: PublicVectors

  init() throws { vectors = try PublicVectors.load() }

  private func memories(_ item: PublicVectors.Case) throws -> [MemoryState] {
    let parameters = try Parameters(validating: item.parameters)
    var memory: MemoryState?
    return try item.reviews.map { review in
      let grade = try #require(Grade(rawValue: review.rating))
      let next = parameters.next(memory, grade: grade, elapsedDays: review.elapsed_days)
      memory = next
      return next
    }
  }

  @Test func `py-fsrs agrees to nine digits in double precision`() throws {
    for item in vectors.cases where !item.hits_stability_cap {
      let parameters = try Parameters(validating: item.parameters)
      for (found, expected) in zip(try memories(item), item.expected_f64) {
        #expect(isClose(found.stability, expected.stability, within: 1e-9), "case \(item.id)")
        #expect(isClose(found.difficulty, expected.difficulty, within: 1e-9), "case \(item.id)")
        let raw = parameters.interval(
          stability: found.stability, desiredRetention: item.desired_retention)
        let days = Parameters.wholeDays(raw, maximumInterval: item.maximum_interval)
        #expect(days == expected.interval_days, "case \(item.id)")
      }
    }
  }

  @Test func `fsrs-rs agrees within single precision`() throws {
    for item in vectors.cases {
      let parameters = try Parameters(validating: item.parameters)
      for (found, expected) in zip(try memories(item), item.expected) {
        #expect(isClose(found.stability, expected.stability, within: 2e-4), "case \(item.id)")
        #expect(abs(found.difficulty - expected.difficulty) <= 1e-4, "case \(item.id)")
        let raw = parameters.interval(
          stability: found.stability, desiredRetention: item.desired_retention)
        let expectedRaw = try #require(expected.interval_days_raw)
        #expect(isClose(raw, expectedRaw, within: 2e-4), "case \(item.id)")
        let days = Parameters.wholeDays(raw, maximumInterval: item.maximum_interval)
        let isHalf = isClose(expectedRaw.rounded(.down) + 0.5, expectedRaw, within: 2e-4)
        #expect(abs(days - expected.interval_days) <= (isHalf ? 1 : 0), "case \(item.id)")
      }
    }
  }

  @Test func `retrievability agrees with py-fsrs`() throws {
    for item in vectors.cases {
      let parameters = try Parameters(validating: item.parameters)
      let last = try #require(try memories(item).last)
      for recall in item.retrievability {
        let found = parameters.retrievability(
          elapsedDays: Double(recall.days), stability: last.stability)
        let tolerance = item.hits_stability_cap ? 1e-5 : 1e-9
        #expect(isClose(found, recall.value, within: tolerance), "case \(item.id)")
      }
    }
  }

  @Test func `SM-2 states convert as in fsrs-rs`() throws {
    for item in vectors.memory_state_from_sm2 {
      let found = try Parameters(validating: item.parameters).memoryState(
        easeFactor: item.ease_factor, intervalDays: item.interval,
        retention: item.sm2_retention)
      #expect(isClose(found.stability, item.stability, within: 2e-4))
      #expect(abs(found.difficulty - item.difficulty) <= 1e-3)
    }
  }

  @Test func `older parameter lists are upgraded as in fsrs-rs`() throws {
    for item in vectors.parameter_upgrade {
      let found = try Parameters.upgraded(item.input)
      for (value, expected) in zip(found, item.output) {
        #expect(abs(value - expected) <= 1e-5)
      }
      #expect(found.count == 21)
    }
  }

  @Test func `parameters out of range are clipped as in fsrs-rs`() throws {
    for item in vectors.out_of_range_parameters {
      let parameters = try Parameters(validating: item.parameters)
      var memory: MemoryState?
      for (review, expected) in zip(item.reviews, item.expected_after_clipping) {
        let grade = try #require(Grade(rawValue: UInt8(review[0])))
        let next = parameters.next(memory, grade: grade, elapsedDays: review[1])
        #expect(isClose(next.stability, expected[0], within: 2e-4))
        #expect(abs(next.difficulty - expected[1]) <= 1e-4)
        memory = next
      }
    }
  }
}
