import DaybookScheduler

/// Runs the scheduler over a file of vectors and compares.
package struct VectorCheck {
  var report = VectorReport()

  /// Checks all that a file holds.
  ///
  /// - Throws: ``VectorFileError/malformed(place:field:)`` for what is no history of reviews.
  package static func report(on file: VectorFile) throws -> VectorReport {
    var check = VectorCheck()
    for (index, item) in (file.cases ?? []).enumerated() {
      try check.add(item, "case \(item.id ?? index + 1)")
    }
    for (index, item) in (file.memory_state_from_sm2 ?? []).enumerated() {
      try check.add(item, "SM-2 card \(index + 1)")
    }
    for (index, item) in (file.parameter_upgrade ?? []).enumerated() {
      try check.add(item, "upgrade \(index + 1)")
    }
    for (index, item) in (file.out_of_range_parameters ?? []).enumerated() {
      try check.add(item, "set \(index + 1)")
    }
    return check.report
  }

  private mutating func add(_ item: VectorFile.Case, _ place: String) throws {
    report.cases += 1
    guard let reviews = report.present(item.reviews, "reviews") else { return }
    report.reviews += reviews.count
    guard let values = report.present(item.parameters, "parameters") else { return }
    let history = try VectorHistory(item, reviews, values, place)
    try compareMemory(history)
    try comparePrecise(history)
    compareRecall(history)
    try compareSteps(history)
  }

  /// With fsrs-rs, in single precision.
  private mutating func compareMemory(_ history: VectorHistory) throws {
    guard let expected = try history.list(report.present(history.item.expected, "expected"))
    else { return }
    for (index, (found, wanted)) in zip(history.memories, expected).enumerated() {
      let place = "\(history.place), review \(index + 1)"
      report.compare(.stability, found.stability, wanted.stability, place)
      report.compare(.difficulty, found.difficulty, wanted.difficulty, place)
      guard let retention = report.present(history.item.desired_retention, "desired_retention")
      else { continue }
      let raw = history.parameters.interval(
        stability: found.stability, desiredRetention: retention)
      if let wantedRaw = report.present(wanted.interval_days_raw, "interval_days_raw") {
        report.compare(.rawInterval, raw, wantedRaw, place)
      }
      compareDays(
        .interval, raw, wanted, near: wanted.interval_days_raw ?? raw, within: 2e-4, history, place)
    }
  }

  /// With py-fsrs, in double precision.
  private mutating func comparePrecise(_ history: VectorHistory) throws {
    guard !history.isCapped,
      let expected = try history.list(report.present(history.item.expected_f64, "expected_f64"))
    else { return }
    for (index, (found, wanted)) in zip(history.memories, expected).enumerated() {
      let place = "\(history.place), review \(index + 1)"
      report.compare(.preciseStability, found.stability, wanted.stability, place)
      report.compare(.preciseDifficulty, found.difficulty, wanted.difficulty, place)
      guard let retention = report.present(history.item.desired_retention, "desired_retention")
      else { continue }
      let raw = history.parameters.interval(
        stability: found.stability, desiredRetention: retention)
      compareDays(.preciseInterval, raw, wanted, near: raw, within: 1e-9, history, place)
    }
  }

  /// Whole days; one day off where an exact interval lies half way between two.
  private mutating func compareDays(
    _ quantity: Quantity, _ raw: Double, _ wanted: VectorFile.Reference, near exact: Double,
    within tolerance: Double, _ history: VectorHistory, _ place: String
  ) {
    guard let maximum = report.present(history.item.maximum_interval, "maximum_interval"),
      let days = report.present(wanted.interval_days, "interval_days")
    else { return }
    let found = Parameters.wholeDays(raw, maximumInterval: maximum)
    let isHalf = VectorHistory.isHalf(exact, within: tolerance) && abs(found - days) == 1
    report.note(quantity, isHalf ? 0 : Double(abs(found - days)), place)
  }

  private mutating func compareRecall(_ history: VectorHistory) {
    guard let last = history.memories.last,
      let expected = report.present(history.item.retrievability, "retrievability")
    else { return }
    for recall in expected {
      let found = history.parameters.retrievability(
        elapsedDays: Double(recall.days), stability: last.stability)
      report.compare(
        history.isCapped ? .cappedRetrievability : .retrievability, found, recall.value,
        "\(history.place), day \(recall.days)")
    }
  }

  private mutating func add(_ item: VectorFile.Converted, _ place: String) throws {
    let found = try Parameters(validating: item.parameters).memoryState(
      easeFactor: item.ease_factor, intervalDays: item.interval, retention: item.sm2_retention)
    report.compare(.convertedStability, found.stability, item.stability, place)
    report.compare(.convertedDifficulty, found.difficulty, item.difficulty, place)
  }

  private mutating func add(_ item: VectorFile.Upgrade, _ place: String) throws {
    let found = try Parameters.upgraded(item.input)
    guard found.count == item.output.count else {
      throw VectorFileError.malformed(place: place, field: "output")
    }
    for (index, (value, wanted)) in zip(found, item.output).enumerated() {
      report.compare(.upgradedParameter, value, wanted, "\(place), w\(index)")
    }
  }

  private mutating func add(_ item: VectorFile.OutOfRange, _ place: String) throws {
    let parameters = try Parameters(validating: item.parameters)
    guard item.reviews.count == item.expected_after_clipping.count else {
      throw VectorFileError.malformed(place: place, field: "expected_after_clipping")
    }
    var memory: MemoryState?
    for (index, (review, wanted)) in zip(item.reviews, item.expected_after_clipping).enumerated() {
      guard review.count == 2, wanted.count == 2,
        let grade = UInt8(exactly: review[0]).flatMap(Grade.init)
      else { throw VectorFileError.malformed(place: place, field: "reviews") }
      let next = parameters.next(memory, grade: grade, elapsedDays: review[1])
      let place = "\(place), review \(index + 1)"
      report.compare(.clippedStability, next.stability, wanted[0], place)
      report.compare(.clippedDifficulty, next.difficulty, wanted[1], place)
      memory = next
    }
  }
}
