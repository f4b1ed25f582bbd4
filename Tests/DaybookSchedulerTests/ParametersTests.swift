import DaybookScheduler
import Testing

struct `A parameter list` {
  @Test func `no values mean the defaults`() throws {
    #expect(try Parameters(validating: []) == .default)
    #expect(try Parameters(validating: Parameters.default.values) == .default)
  }

  @Test(arguments: [1, 16, 18, 20, 22, 34, 35]) func `other counts are refused`(count: Int) {
    #expect(throws: SchedulingError.parameterCount(count)) {
      try Parameters(validating: Array(repeating: 1, count: count))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a value that is no finite number is refused by its place`(value: Double) {
    var values = Parameters.default.values
    values[7] = value
    #expect(throws: SchedulingError.parameterNotFinite(index: 7)) {
      try Parameters(validating: values)
    }
  }

  @Test func `values are clipped to their bounds`() throws {
    let low = try Parameters(validating: Array(repeating: -1000, count: 21))
    let high = try Parameters(validating: Array(repeating: 1000, count: 21))
    #expect(low.values == Parameters.lowerBounds)
    #expect(high.values == Parameters.upperBounds)
  }

  @Test func `several relearning steps bound the same-day parameters`() throws {
    var values = Parameters.default.values
    values[17] = 2
    values[18] = 2
    let one = try Parameters(validating: values, relearningStepCount: 1)
    let two = try Parameters(validating: values, relearningStepCount: 2)
    #expect(one.values[17] == 2)
    // sqrt(-(ln 1.4835 + ln(2^0.2629 - 1) + 0.3 * 1.6483) / 2), computed in Python.
    #expect(isClose(two.values[17], 0.60045935, within: 1e-7))
    #expect(two.values[18] == two.values[17])
  }

  @Test func `an FSRS-5 list keeps its values and gets the old forgetting curve`() throws {
    let old = Array(Parameters.default.values.prefix(19))
    let found = try Parameters(validating: old)
    #expect(found.values == old + [0, 0.5])
  }

  @Test func `an FSRS-4 list is rewritten for the newer formulas`() throws {
    let old = Array(Parameters.default.values.prefix(17))
    let found = try Parameters(validating: old).values
    #expect(isClose(found[4], 6.4133 + 2 * 0.8334, within: 1e-12))
    #expect(isClose(found[5], 0.4176067032, within: 1e-9))
    #expect(isClose(found[6], 3.5194, within: 1e-12))
    #expect(Array(found.suffix(4)) == [0, 0, 0, 0.5])
  }

  @Test func `options outside their ranges are refused`() {
    for retention in [0, 1, -0.5, Double.nan] {
      #expect(throws: SchedulingError.desiredRetentionOutOfRange) {
        try Scheduler(desiredRetention: retention)
      }
    }
    #expect(throws: SchedulingError.maximumIntervalOutOfRange(days: 0)) {
      try Scheduler(maximumInterval: 0)
    }
    #expect(throws: SchedulingError.stepsOutOfRange) { try Scheduler(learningSteps: [60, 0]) }
  }
}
