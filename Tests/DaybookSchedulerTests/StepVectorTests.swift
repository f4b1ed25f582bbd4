import DaybookScheduler
import Foundation
import Testing

@Suite(.enabled(if: PublicVectors.url != nil, "\(PublicVectors.missing)"))
struct `Step vectors` {
  let vectors: PublicVectors

  init() throws { vectors = try PublicVectors.load() }

  private struct Entry {
    let grade: Grade
    let milliseconds: Int64
    let studyDay: Int
  }

  /// Reviews with days that are `elapsed_days` apart, as the vectors count them.
  private func entries(_ item: PublicVectors.Case) throws -> [Entry] {
    var day = 18262
    return try item.reviews.enumerated().map { index, review in
      if index > 0 { day += review.elapsed_days }
      let instant = try Date(review.at, strategy: .iso8601)
      return Entry(
        grade: try #require(Grade(rawValue: review.rating)),
        milliseconds: Int64(instant.timeIntervalSince1970) * 1000, studyDay: day)
    }
  }

  private func scheduler(_ item: PublicVectors.Case) throws -> Scheduler {
    try Scheduler(
      parameters: Parameters(validating: item.parameters),
      learningSteps: item.learning_steps_seconds,
      relearningSteps: item.relearning_steps_seconds,
      desiredRetention: item.desired_retention, maximumInterval: item.maximum_interval)
  }

  private func fold(_ entries: [Entry], _ scheduler: Scheduler) -> [CardSchedule] {
    var card = CardSchedule()
    return entries.map {
      card = card.answered($0.grade, at: $0.milliseconds, studyDay: $0.studyDay, by: scheduler)
      return card
    }
  }

  @Test func `states, steps and due times agree with py-fsrs`() throws {
    for item in vectors.cases {
      let entries = try entries(item)
      let cards = fold(entries, try scheduler(item))
      for ((card, entry), expected) in zip(zip(cards, entries), item.state_machine) {
        #expect("\(card.phase)" == expected.state.lowercased(), "case \(item.id)")
        if let step = expected.step { #expect(card.step == step, "case \(item.id)") }
        switch try #require(card.due) {
        case .instant(let milliseconds):
          let delay = Double(milliseconds - entry.milliseconds) / 1000
          #expect(delay == expected.due_seconds, "case \(item.id)")
        case .studyDay(let day):
          #expect(day - entry.studyDay == card.intervalDays)
          guard !item.hits_stability_cap else { continue }
          #expect(Double(card.intervalDays) * 86400 == expected.due_seconds, "case \(item.id)")
        }
      }
    }
  }

  @Test func `a log that arrived shuffled gives the same card once sorted`() throws {
    for item in vectors.cases {
      guard let order = item.arrival_order else { continue }
      let entries = try entries(item)
      let sorted = order.map { entries[$0] }.sorted { $0.milliseconds < $1.milliseconds }
      let scheduler = try scheduler(item)
      #expect(fold(sorted, scheduler).last == fold(entries, scheduler).last)
    }
  }
}
