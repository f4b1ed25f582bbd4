import Foundation
import ReferenceVectors
import Testing

/// What fsrs-rs and py-fsrs compute, checked as `tools/vectors` does.
@Suite(.enabled(if: PublicVectors.url != nil, "\(PublicVectors.missing)"))
struct `Reference vectors` {
  private static let report = Result { try VectorCheck.report(on: PublicVectors.load()) }

  @Test func `are all there and nothing in them is skipped`() throws {
    let report = try Self.report.get()
    #expect(report.cases == 200 && report.reviews == 3072)
    #expect(report.absences.isEmpty)
    #expect(report.isClean, "\(report.text)")
  }

  @Test(arguments: Quantity.allCases) func `agree within the tolerance`(quantity: Quantity) throws {
    let tally = try #require(try Self.report.get().tallies[quantity])
    #expect(tally.misses == 0, "worst in \(tally.worstPlace)")
    #expect(tally.worst <= quantity.tolerance)
    let least: [Quantity: Int] = [
      .stability: 3072, .interval: 3072, .preciseStability: 2000, .state: 3072, .dueTime: 2000,
      .retrievability: 800, .arrivalOrder: 24, .convertedStability: 20, .upgradedParameter: 126,
    ]
    #expect(tally.checked >= least[quantity] ?? 1)
  }
}
