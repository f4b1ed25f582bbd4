import DaybookScheduler
import Testing

struct `A scheduler's identity` {
  @Test func `names the algorithm and its version`() {
    let identity = Scheduler.default.identity
    #expect(identity.algorithm == .fsrs6)
    #expect(identity.version == Parameters.version)
    #expect(SchedulerIdentity(rawValue: identity.rawValue) == identity)
    #expect(SchedulerIdentity(rawValue: 0xff << 56).algorithm == nil)
  }

  @Test func `is written to disk, so it never changes by itself`() {
    // Computed with an implementation in Python.
    #expect(Scheduler.default.identity.rawValue == 0x6016cb694a3c420)
  }

  @Test func `differs for every option that a schedule depends on`() throws {
    let schedulers = [
      .default,
      try Scheduler(learningSteps: [60]),
      try Scheduler(learningSteps: [60, 600, 600], relearningSteps: []),
      try Scheduler(learningSteps: [60], relearningSteps: [600, 600]),
      try Scheduler(learningSteps: [600, 60]),
      try Scheduler(relearningSteps: []),
      try Scheduler(desiredRetention: 0.91),
      try Scheduler(maximumInterval: 365),
      try Scheduler(isFuzzed: true),
    ]
    let parameters = try Parameters.default.values.indices.map { index in
      var values = Parameters.default.values
      values[index] = values[index].nextUp
      return try Scheduler(parameters: Parameters(validating: values))
    }
    let identities = (schedulers + parameters).map(\.identity)
    #expect(Set(identities).count == schedulers.count + parameters.count)
  }

  @Test func `is the same for options that are equal`() throws {
    var values = Parameters.default.values
    values[18] = 0
    var negative = values
    negative[18] = -0.0
    let left = try Scheduler(parameters: Parameters(validating: values))
    let right = try Scheduler(parameters: Parameters(validating: negative))
    #expect(left == right)
    #expect(left.identity == right.identity)
    #expect(try Scheduler().identity == Scheduler.default.identity)
  }
}
