import Foundation
import ReferenceVectors
import Testing

/// That checking vectors finds what is wrong in them.
struct VectorCheckTests {
  /// A history as py-fsrs 6.3.2 computes it (Hard, Good after a day, Good after two), but for the
  /// stability after the second review, which is 4.546…
  private static let history = """
    {"id": 7, "parameters": [], "desired_retention": 0.9, "maximum_interval": 36500,
     "learning_steps_seconds": [60, 600], "relearning_steps_seconds": [600],
     "hits_stability_cap": false, "arrival_order": [2, 0, 1],
     "reviews": [{"rating": 2, "elapsed_days": 0, "at": "2020-01-01T15:01:00Z"},
       {"rating": 3, "elapsed_days": 1, "at": "2020-01-02T15:01:00.500Z"},
       {"rating": 3, "elapsed_days": 2, "at": "2020-01-04T15:01:00Z"}],
     "state_machine": [{"state": "Learning", "step": 0, "due_seconds": 330},
       {"state": "Learning", "step": 1, "due_seconds": 600},
       {"state": "Review", "step": null, "due_seconds": 864000}],
     "expected_f64": [
       {"stability": 1.2931, "difficulty": 5.112170705601056, "interval_days": 1},
       {"stability": 4.4, "difficulty": 5.102286904192292, "interval_days": 5},
       {"stability": 10.472630410221388, "difficulty": 5.0924129865849395,
        "interval_days": 10}]}
    """

  private func report(_ history: String) throws -> VectorReport {
    let file = try VectorFile(reading: Data("{\"cases\": [\(history)]}".utf8))
    return try VectorCheck.report(on: file)
  }

  private func tally(_ history: String, _ quantity: Quantity) throws -> VectorReport.Tally {
    try #require(try report(history).tallies[quantity])
  }

  @Test func `a deviation is a miss, with its place`() throws {
    let report = try report(Self.history)
    #expect(!report.isClean && report.cases == 1 && report.reviews == 3)
    let stability = try #require(report.tallies[.preciseStability])
    #expect((stability.checked, stability.misses) == (3, 1))
    #expect(stability.worstPlace == "case 7, review 2")
    #expect(stability.worst > 1e-3)
    #expect(report.text.contains("misses") && report.text.contains("case 7, review 2"))
    // 1 - 4.4 / 4.546…
    #expect(report.text.contains("3.2e-2"))
  }

  @Test func `what is right is none`() throws {
    for quantity in [Quantity.state, .dueTime, .arrivalOrder, .preciseInterval] {
      let tally = try tally(Self.history, quantity)
      #expect(tally.misses == 0 && tally.checked >= 1)
    }
  }

  @Test func `a wrong state or due time is a miss`() throws {
    let state = Self.history.replacing("Review", with: "Relearning")
    #expect(try tally(state, .state).misses == 1)
    let due = Self.history.replacing("864000", with: "864001")
    #expect(try tally(due, .dueTime).misses == 1)
    #expect(try tally(due, .dueTime).worst == 1)
  }

  @Test func `what is absent is counted and skipped`() throws {
    let report = try report(Self.history)
    #expect(report.absences == ["expected": 1, "retrievability": 1])
    let bare = try self.report(#"{"reviews": [{"rating": 3, "elapsed_days": 0}]}"#)
    #expect(bare.absences == ["parameters": 1])
    #expect(bare.tallies.isEmpty && bare.isClean)
    let untimed = try self.report(
      #"{"parameters": [], "reviews": [{"rating": 3, "elapsed_days": 0}], "expected": []}"#
        .replacing("[]}", with: #"[{"stability": 2.3065, "difficulty": 2.118103970459016}]}"#))
    #expect(untimed.isClean && untimed.tallies[.stability]?.checked == 1)
    #expect(untimed.absences["desired_retention"] == 2)
    #expect(untimed.text.contains("desired_retention is absent 2 times"))
  }

  @Test(arguments: [
    (#""rating": 2"#, #""rating": 5"#, "rating"), ("2020-01-04T", "yesterday", "at"),
    ("[2, 0, 1]", "[2, 0]", "arrival_order"), ("[2, 0, 1]", "[0, 1, 3]", "arrival_order"),
    (
      "\"expected_f64\": [", "\"expected_f64\": [{\"stability\": 1, \"difficulty\": 1},", "expected"
    ),
  ])
  func `what contradicts the format is told`(part: String, other: String, field: String) {
    #expect(throws: VectorFileError.malformed(place: "case 7", field: field)) {
      try report(Self.history.replacing(part, with: other))
    }
  }

  @Test func `a file with nothing to check is none`() {
    for text in ["{}", #"{"cases": []}"#] {
      #expect(throws: VectorFileError.empty) { try VectorFile(reading: Data(text.utf8)) }
    }
    for text in ["", "[]", #"{"cases": 3}"#, "{\"cases\": [{\"reviews\": [{}]}]}"] {
      #expect(throws: (any Error).self) { try VectorFile(reading: Data(text.utf8)) }
    }
  }
}
