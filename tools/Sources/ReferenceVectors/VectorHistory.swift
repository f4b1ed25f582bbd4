import DaybookScheduler
import Foundation

/// One case with what the scheduler makes of it.
struct VectorHistory {
  /// A review with the time and day it counts for.
  struct Entry {
    let grade: Grade
    let milliseconds: Int64
    let studyDay: Int
  }

  let item: VectorFile.Case
  let place: String
  let parameters: Parameters
  let reviews: [VectorFile.Review]
  let grades: [Grade]
  /// The memory after each review.
  let memories: [MemoryState]

  init(
    _ item: VectorFile.Case, _ reviews: [VectorFile.Review], _ values: [Double], _ place: String
  ) throws {
    self.item = item
    self.place = place
    self.reviews = reviews
    let parameters = try Parameters(validating: values)
    self.parameters = parameters
    grades = try reviews.map {
      guard let grade = Grade(rawValue: $0.rating) else {
        throw VectorFileError.malformed(place: place, field: "rating")
      }
      return grade
    }
    var memory: MemoryState?
    memories = zip(reviews, grades).map { review, grade in
      let next = parameters.next(memory, grade: grade, elapsedDays: review.elapsed_days)
      memory = next
      return next
    }
  }

  /// Whether stability reaches its greatest value, where py-fsrs has none.
  var isCapped: Bool { item.hits_stability_cap ?? false }

  /// A list with an element for each review.
  func list<Element>(_ values: [Element]?) throws -> [Element]? {
    guard values == nil || values?.count == reviews.count else {
      throw VectorFileError.malformed(place: place, field: "expected")
    }
    return values
  }

  /// The reviews in order, on days that are `elapsed_days` apart; nil if their times are absent.
  func entries() throws -> [Entry]? {
    var day = 18_262
    var entries: [Entry] = []
    for (index, review) in reviews.enumerated() {
      guard let text = review.at else { return nil }
      if index > 0 { day += review.elapsed_days }
      guard let time = Self.time(text) else {
        throw VectorFileError.malformed(place: place, field: "at")
      }
      entries.append(Entry(grade: grades[index], milliseconds: time, studyDay: day))
    }
    return entries
  }

  /// Milliseconds since 1970, with or without a fraction of seconds.
  private static func time(_ text: String) -> Int64? {
    let strategies = [
      Date.ISO8601FormatStyle.iso8601, .iso8601.time(includingFractionalSeconds: true),
    ]
    // The other strategy may read what one does not.
    let date = strategies.lazy.compactMap { try? Date(text, strategy: $0) }.first
    return date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
  }

  /// Whether a number of days lies half way between two whole ones.
  static func isHalf(_ days: Double, within tolerance: Double) -> Bool {
    let half = days.rounded(.down) + 0.5
    return abs(days - half) <= tolerance * max(days, half)
  }
}
